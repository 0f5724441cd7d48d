// How C++ is read: each snippet says at its lines what is found in it.
#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

struct Snippet {
  const char* name;
  const char* source;
};

class Reading : public testing::TestWithParam<Snippet> {};

TEST_P(Reading, FindsWhatItSays) {
  const std::string_view source = GetParam().source;
  EXPECT_EQ(actual_findings("snippet.cu", source), expected_findings(source)) << source;
}

const Snippet kSnippets[] = {
    {"MacroIsReportedWhereItIsUsed", R"(
#define SYNC(x) do { x; cudaDeviceSynchronize(); } while (0)
void f() {
  SYNC(launch());  // expect: SF601 `SYNC(launch())`
})"},
    {"ArgumentOfAMacroIsReportedAtItself", R"(
#define CHECK(x) report(x)
void f(cudaStream_t s) {
  CHECK(  // a comment
      cudaStreamSynchronize(s));  // expect: SF601 `cudaStreamSynchronize(s)`
})"},
    {"UnusedMacroIsReportedAtItsBody", R"(
#define FINISH() \
  cudaDeviceSynchronize()  // expect: SF601 `cudaDeviceSynchronize()`
)"},
    {"AReferenceToAContainerCopiesNothing", R"(
void f(thrust::device_vector<int>& values) {
  thrust::device_vector<int>& same = values;
  thrust::device_vector<int> copy = values;  // expect: SF603 `copy = values`
})"},
    {"OutputSizeByPosition", R"(
at::Tensor f(const at::Tensor& x) {
  TORCH_CHECK(x.is_cuda());
  return at::repeat_interleave(x, x, 0, 28);
})"},
    {"RecursiveMacrosEnd", R"(
#define A B A
#define B A B
void f() { A; cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
)"},
    {"LambdasAreReadWhereTheyStand", R"(
void f(const at::Tensor& x) {
  DISPATCH_OF_A_PROJECT(x.scalar_type(), "f", ([&] {
    int n = x.sum().item<int>();  // expect: SF301 `x.sum().item<int>()`
  }));
  auto later = [=]() { return cudaDeviceSynchronize(); };  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"DeviceLambdasAreNot", R"(
void f(int* p) { run([=] __device__(int i) { cudaDeviceSynchronize(); }); })"},
    {"MacrosWithoutSemicolons", R"(
DEFINE_SEMAPHORE(malloc)
DEFINE_SEMAPHORE(free)
namespace n {
BEGIN_DETAIL
namespace detail {
struct S {
  DISALLOW_COPY(S)
  S(int n) : n_(n) { cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
  ~S() noexcept { cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
};
}
MODULE(name, m) { cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
BEGIN_DETAIL
template <class T>
void f() { cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"ReturnedGuardHoldsALambda", R"(
Guard f() { return Guard{[] { cudaDeviceSynchronize(); }}; }  // expect: SF601 `cudaDeviceSynchronize()`
)"},
    {"ConstructorsAndTheirInitialisers", R"(
struct Timer {
  Timer() : start_{0}, done_(cudaDeviceSynchronize()) {}  // expect: SF601 `cudaDeviceSynchronize()`
  ~Timer() { cudaEventSynchronize(end_); }  // expect: SF601 `cudaEventSynchronize(end_)`
  friend bool operator<(const Timer& a, const Timer& b) { return a.end_ < b.end_; }
  void wait() const { cudaStreamSynchronize(s_); }  // expect: SF601 `cudaStreamSynchronize(s_)`
};)"},
    {"MembersAndUnknownValuesAreTensorsByTheirUse", R"(
void Renderer::finish() {
  n_ = offsets_[count_].item<int64_t>();  // expect: SF301 `offsets_[count_].item<int64_t>()`
  auto made = project::make(3);
  made.cpu();  // expect: SF101 `made.cpu()`
})"},
    {"CpuInNamesAndChecks", R"(
int first_cpu(const at::Tensor& x) { return x[0].item<int>(); }
int by_accessor(at::Tensor x) {
  auto a = x.accessor<int, 1>();
  return x[0].item<int>();
}
int by_branch(at::Tensor x) {
  if (!x.is_cuda()) return x[0].item<int>();
  return 0;
})"},
    {"DispatchOnTheDeviceDoesNotMixBranches", R"(
void f(Tensor input, Tensor out) {
  if (input.device().is_cuda()) {
    CHECK_CUDA_INPUT(out);
  } else {
    CHECK_CPU_INPUT(out);
  }
  Tensor buffer = at::zeros_like(out);
  buffer.copy_(out);
})"},
    {"ElementsAreFilledOnTheDevice", R"(
void f(at::Tensor x) {
  x[0] = 0;
  x[1] = 2.5;
})"},
    {"OptionsSayWhere", R"(
void f(const at::Tensor& x) {
  auto options = x.options().dtype(at::kLong).device(at::kCPU);
  auto host = at::ones(4, options);
  host.sum().item<int>();
  auto cuda = torch::ones(4, torch::dtype(torch::kInt).device(torch::kCUDA, 0));
  cuda.sum().item<int>();  // expect: SF301 `cuda.sum().item<int>()`
})"},
    {"DevicesByTheirNames", R"(
void f(const at::Tensor& x, at::Tensor y) {
  auto host = x.to("cpu");  // expect: SF101 `x.to("cpu")`
  auto back = y.to(torch::Device("cpu"));  // expect: SF101 `y.to(torch::Device("cpu"))`
})"},
    {"TensorsAreWrittenToStreams", R"(
void f(const at::Tensor& loss) {
  std::cout << "loss " << loss << std::endl;  // expect: SF305 `loss`
})"},
    {"OperatorsWithATensorGiveATensor", R"(
void f(const at::Tensor& x) {
  if ((x == kUnknownConstant).all().item<bool>()) return;  // expect: SF301 `(x == kUnknownConstant).all().item<bool>()`
})"},
    {"SizesAreHostNumbers", R"(
void f(const at::Tensor& x, int64_t n) {
  auto made = at::zeros({n, x.size(0)}, x.options());
  auto seen = made.view({-1, n});
  auto part = seen.narrow(0, 0, n);
})"},
    {"SwitchesAndLoops", R"(
void f(int n, cudaStream_t s) {
  for (int i = 0; i < n; ++i) {
    switch (i) {
      case 0: break;
      default: cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
    }
  }
  do cudaStreamSynchronize(s); while (n--);  // expect: SF601 `cudaStreamSynchronize(s)`
})"},
    {"PollingWithTheAnswerKept", R"(
void f(cudaStream_t s, cudaEvent_t e) {
  cudaError_t status;
  while ((status = cudaStreamQuery(s)) == cudaErrorNotReady) {}  // expect: SF604 `cudaStreamQuery(s)`
  do { work(); } while ((status = cudaEventQuery(e)) != cudaSuccess);  // expect: SF604 `cudaEventQuery(e)`
  while ((status = next()) != 0) use(status);
})"},
    {"AliasesOfTypes", R"(
using Vector = thrust::device_vector<int>;
typedef thrust::device_vector<float>::iterator Iterator;
template <class T> using Tensors = std::vector<torch::Tensor>;
int f(int n, Vector& v, Tensors<int> all, Iterator it) {
  Vector made(n);  // expect: SF603 `made(n)`
  float first = *it;  // expect: SF603 `*it`
  all[0].sum().item<int>();  // expect: SF301 `all[0].sum().item<int>()`
  return v[0];  // expect: SF603 `v[0]`
})"},
    {"MemoryOfRmmIsNotFilled", R"(
int f(int n, rmm::cuda_stream_view stream) {
  rmm::device_uvector<int> buffer(n, stream);
  rmm::device_scalar<int> count(stream);
  thrust::sort(rmm::exec_policy_nosync(stream), buffer.begin(), buffer.end());
  thrust::sort(rmm::exec_policy(stream), buffer.begin(), buffer.end());  // expect: SF603 `thrust::sort(rmm::exec_policy(stream), buffer.begin(), buffer.end())`
  int last = buffer.back_element(stream);  // expect: SF603 `buffer.back_element(stream)`
  return last + count.value(stream);  // expect: SF603 `count.value(stream)`
})"},
    {"VectorsOfAProjectsOwn", R"(
void f(const std::vector<float>& host) {
  example::device_vector<float> a = host;
  example::device_vector<float> b(host.size());
})"},
    {"TensorsThatMayBeMissing", R"(
void f(const std::optional<at::Tensor>& lengths, const c10::optional<torch::Tensor>& scale) {
  if (lengths.has_value()) {
    const auto& value = lengths.value();
    auto least = value.min().item<int64_t>();  // expect: SF301 `value.min().item<int64_t>()`
  }
  auto held = (*scale).sum().item<float>();  // expect: SF301 `(*scale).sum().item<float>()`, SF701 `(*scale).sum().item<float>()`
  scale->item<float>();  // expect: SF301 `scale->item<float>()`
})"},
    {"OperatorsByTheirNamesInAten", R"(
void f(const at::Tensor& x, at::Tensor& out, const at::Tensor& mask, int64_t n) {
  auto a = at::one_hot(x);  // expect: SF502 `at::one_hot(x)`
  at::nonzero_out(out, x);  // expect: SF502 `at::nonzero_out(out, x)`
  at::masked_select_out(out, x, mask);  // expect: SF501 `at::masked_select_out(out, x, mask)`
  auto b = at::native::nonzero_cuda(x);  // expect: SF502 `at::native::nonzero_cuda(x)`
  auto c = at::linalg_inv(x);  // expect: SF503 `at::linalg_inv(x)`
  auto d = at::_local_scalar_dense(x);  // expect: SF301 `at::_local_scalar_dense(x)`
  auto e = x.nonzero_numpy();  // expect: SF502 `x.nonzero_numpy()`
  auto g = at::index(x, {mask > 0});  // expect: SF501 `at::index(x, {mask > 0})`
})"},
    {"ViewsOfATensorAreWhereItIs", R"(
void f(const at::Tensor& x, int64_t n) {
  auto ends = x.slice(0, 0, n, n - 1).cpu();  // expect: SF101 `x.slice(0, 0, n, n - 1).cpu()`
  ends[0].item<int64_t>();
  auto values = x._values().cpu();  // expect: SF101 `x._values().cpu()`
  auto wide = at::native::expand(x, {n}).cpu();  // expect: SF101 `at::native::expand(x, {n}).cpu()`
  x.data().cpu();  // expect: SF101 `x.data().cpu()`
})"},
    {"WhatIsBrokenSpoilsLittle", R"(
void f(int) { int x = ; @ $ ) ] cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
)"},
    {"CommentsAndStringsAreNoCode", R"x(
/* cudaDeviceSynchronize(); */
const char* text = R"(cudaDeviceSynchronize();)";
)x"},
    {"AMethodThatGivesAReferenceIsNoTensors", R"(
void init(Particles& particles, int rank) {
  for (auto& p : particles) {
    p.cpu() = rank;
    if (p.cpu() == rank) keep(p);
  }
})"},
    {"SuppressedByName", R"(
void f() {
  // NOLINTBEGIN(explicit-synchronize)
  cudaDeviceSynchronize();
  // NOLINTEND(explicit-synchronize)
  cudaDeviceSynchronize();  // NOLINT(SF6)
})"},
    {"BatchesOfALoaderAreInHostMemory", R"(
template <class Loader>
void train(Net& net, Loader& data_loader, torch::Device device) {
  for (auto& batch : *data_loader) {
    auto data = batch.data.to(device);  // expect: SF102 `batch.data.to(device)`
    auto target = batch.target.to(torch::kCPU);
    int n = target.sum().template item<int>();
  }
})"},
    {"ModulesAreMovedThroughPointers", R"(
void f(torch::Device device) {
  Net net;
  net->to(device);  // expect: SF105 `net->to(device)`
  net->to(torch::kCPU);
  net->to(torch::kFloat64);
})"},
    {"WhereATensorComesFromMayBeUnknown", R"(
void f(at::Tensor t, at::Device device) {
  t.to(device);  // expect: SF102? `t.to(device)`
  auto u = made_elsewhere();
  u.to(torch::kCUDA);  // expect: SF102? `u.to(torch::kCUDA)`
  t.to(torch::kF32);
  t.to(torch::kXPU);
})"},
    {"AModuleGivesWhereItIsGiven", R"(
void f(Net& net, torch::nn::CrossEntropyLoss criterion) {
  auto x = torch::rand({3});
  auto loss = criterion(net->forward(x), x);
  double a = loss.item<double>();
})"},
    {"MetadataIsNoElement", R"(
void f(const at::Tensor& t) {
  std::cout << t.requires_grad() << t.grad_fn() << t.is_leaf();
})"},
    {"StarsBelongToNames", R"(
void f() {
  at::Tensor *a = nullptr, b = at::rand({3}, at::kCUDA);
  float n = b.item<float>();  // expect: SF301 `b.item<float>()`
})"},
    {"EitherBranchShowsTheType", R"(
void f(at::Tensor t, bool here) {
  TORCH_CHECK(t.is_cuda());
  auto u = here ? make(t) : t.to(at::kFloat);
  float n = u.sum().item<float>();  // expect: SF301 `u.sum().item<float>()`
})"},
    {"OutputsComeFirst", R"(
void f(at::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  at::Tensor v = at::empty({0}, x.options()), i = at::empty({0}, x.options());
  at::topk_out(v, i, x, 5, -1, true, true);
  at::kthvalue_out(v, i, x, 5, -1);
  auto y = at::narrow_symint(x, 0, x.sym_size(0), 3) + x.narrow_symint(0, x.sym_size(0), 3);
})"},
    {"GivingUpIsNoWait", R"(
void f(cudaEvent_t e, std::deque<Item>& q) {
  while (!q.empty()) {
    if (cudaEventQuery(q.front().event) != cudaSuccess) break;
    q.pop_front();
  }
  while (!q.empty()) {
    auto answer = cudaEventQuery(q.front().event);
    if (answer == cudaErrorNotReady) {
      cudaGetLastError();
      break;
    }
    q.pop_front();
  }
  while (true) {
    auto answer = cudaEventQuery(e);  // expect: SF604 `cudaEventQuery(e)`
    if (answer != cudaErrorNotReady) break;
  }
})"},
    {"CopiesIn3DSayTheirKindElsewhere", R"(
void f(cudaMemcpy3DParms p) {
  cudaMemcpy3DParms inside = {0};
  inside.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&inside);
  inside.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&inside);  // expect: SF602 `cudaMemcpy3D(&inside)`
  cudaMemcpy3D(&p);  // expect: SF602 `cudaMemcpy3D(&p)`
})"},
    {"MacrosOfAnotherHeaderMayWaitForDebugging", R"(
void f(bool debug, int n, float* p) {
  CHECK_CUDA(render(n, p), debug)  // expect: SF601? `CHECK_CUDA(render(n, p), debug)`
  CHECK_CUDA(, debug)  // expect: SF601? `CHECK_CUDA(, debug)`
})"},
    {"ModulesAreMovedByValueToo", R"(
void f(torch::Device device, std::string path) {
  Net model;
  model.to(device);  // expect: SF105 `model.to(device)`
  torch::jit::script::Module script = torch::jit::load(path);
  script.to(device);  // expect: SF105 `script.to(device)`
})"},
    {"AResultMayBeAnywhere", R"(
void f(Camera& camera, torch::Device device) {
  torch::Tensor image = camera.image(2);
  image = image.to(device);  // expect: SF102? `image.to(device)`
})"},
    {"WhatAMemberIsMadeOnIsUnknown", R"(
struct Blur {
  at::Tensor kernel_;
  at::Tensor operator()(at::Tensor input, at::Tensor other);
  at::Tensor on(at::Tensor input) { return kernel_.to(input.device()); }  // expect: SF102? `kernel_.to(input.device())`
};
at::Tensor Blur::operator()(at::Tensor input, at::Tensor other) {
  other = other.to(input.device());
  auto copy = buffer_.to(torch::Device(torch::kCUDA, 0), true);  // expect: SF104? `buffer_.to(torch::Device(torch::kCUDA, 0), true)`
  return conv(input, table_.expand({3, -1}).to(input.device()));  // expect: SF102? `table_.expand({3, -1}).to(input.device())`
})"},
    {"WhatIsFoundOnTheCpuIsCopied", R"(
at::Tensor f(const at::Tensor& targets, const at::Tensor& x) {
  at::Tensor moved = targets;
  if (targets.device().type() == at::kCPU) {
    moved = targets.to(at::Device(at::kCUDA));  // expect: SF102 `targets.to(at::Device(at::kCUDA))`
  }
  if (x.is_cpu()) return x.to(at::kCUDA);  // expect: SF102 `x.to(at::kCUDA)`
  if (x.device().type() != at::kCUDA) return x.cpu();
  return x.cpu();  // expect: SF101 `x.cpu()`
})"},
    {"SizesOfShapesAreHostNumbers", R"(
int64_t f(const at::Tensor& x, const at::Tensor& y) {
  TORCH_CHECK(x.is_cuda());
  return c10::size_to_dim_(2, x.sizes()) + c10::multiply_integers(x.sizes());
})"},
    {"ALoopThatLeavesWhenItIsNotReady", R"(
void f(cudaEvent_t e, std::deque<Work>& queue) {
  while (!queue.empty()) {
    if (cudaEventQuery(e) != cudaSuccess) break;
    queue.pop_front();
  }
  for (;;) {
    if (cudaEventQuery(e) == cudaErrorNotReady) return;
    use(queue);
  }
})"},
    {"MasksInOperatorsOfTheDevice", R"(
void f(const at::Tensor& x, at::Tensor& out, int64_t n) {
  TORCH_CHECK(x.is_cuda());
  at::Tensor mask = x > 0;
  at::cuda::index_out(out, x, {mask});  // expect: SF501 `at::cuda::index_out(out, x, {mask})`
  at::Tensor *a, b = x.to(torch::kF32);
})"},
    {"TextIsMadeOfOtherThings", R"(
at::Tensor f(const at::Tensor& x, const Tensor& other, at::ScalarType type) {
  std::cerr << torch::UsageMessage() << c10::toString(type) << other.Dims() << x.sizes();
  std::cerr << c10::str("a", x.sizes()) << x;  // expect: SF305 `x`
  auto maybe = parse<Buffer>(type);
  if (!maybe) return maybe.error();
  return x;
})"},
    {"UsesMakeNoTensor", R"(
bool f(Options table, Key key) {
  if (table.count(key) > 0) return true;
  return table.all();
})"},
    {"PrimitivesOfRaftMayRead", R"(
void f(const raft::handle_t& handle, float* a, cudaStream_t stream) {
  raft::linalg::svdQR(handle, a, stream);  // expect: SF601? `raft::linalg::svdQR(handle, a, stream)`
  raft::linalg::gemm(handle, a, stream);
  cuvs::neighbors::ball_cover::build(handle, a);  // expect: SF601? `cuvs::neighbors::ball_cover::build(handle, a)`
  c10::cuda::CUDACachingAllocator::emptyCache();  // expect: SF602? `c10::cuda::CUDACachingAllocator::emptyCache()`
})"},
    {"EachCaseOfASwitch", R"(
int f(int kind, at::Tensor x, cudaStream_t stream) {
  switch (kind) {
    case 0:
      return x.item<int>();  // expect: SF301 `x.item<int>()`
    case 1: {
      cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
      return 2;
    }
    case 2:
      throw 3;
    default:
      cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  }
  return 0;
})"},
    {"FunctionsOfKnownLibraries", R"(
#include <cuda_runtime.h>
void f(Context* ctx, float* first, float* last, std::vector<float>* into) {
  float sum = dh::Reduce(ctx->CTP(), first, last, 0.f);  // expect: SF603 `dh::Reduce(ctx->CTP(), first, last, 0.f)`
  dh::CopyDeviceSpanToVector(into, first);  // expect: SF602? `dh::CopyDeviceSpanToVector(into, first)`
  dh::safe_cuda(sum);
})"},
    {"ConvolutionsOfSpconvMayRead", R"(
#include <cuda_runtime.h>
void f(int a, cudaStream_t stream) {
  int count = SpconvOps::get_indice_pairs(a, stream);  // expect: SF601? `SpconvOps::get_indice_pairs(a, stream)`
  Point2VoxelGPU3D::point_to_voxel_hash_static(a);  // expect: SF601 `Point2VoxelGPU3D::point_to_voxel_hash_static(a)`
})"},
    {"OptionsThatNameNoDeviceMoveNothing", R"(
#include <torch/extension.h>
void f(at::Tensor x) {
  AT_ASSERT(x.is_cuda());
  auto as_float = x.to(torch::TensorOptions().dtype(torch::kFloat32));
  auto kind = torch::dtype(torch::kFloat64);
  auto as_double = x.to(kind);
  auto moved = x.to(torch::TensorOptions().dtype(torch::kFloat32).device(torch::kCPU));  // expect: SF101 `x.to(torch::TensorOptions().dtype(torch::kFloat32).device(torch::kCPU))`
  auto made = torch::zeros({3}, torch::TensorOptions().dtype(torch::kFloat32));
  auto there = made.to(at::kCUDA);  // expect: SF105 `made.to(at::kCUDA)`
})"},
    {"AContainersAtIsNoTorch", R"(
namespace fl {
void f(Tensor& values, Tensor& indices, const Tensor& input, const Shape& shape) {
  input.backend().topk(values, indices, input, shape.at(0));
  std::cout << values;
}
})"},
    {"MembersAreMadeBeforeTheBody", R"(
#include <thrust/device_vector.h>
struct Wrapper {
  thrust::device_vector<int> data_;
  int size_;
  Wrapper(int n) : size_(n), data_(n) {}  // expect: SF603 `data_(n)`
  Wrapper() : size_(0), data_() {}
  Wrapper(thrust::device_vector<int>&& other) : size_(1), data_(std::move(other)) {}
};
void f(thrust::device_vector<int>& a, thrust::device_vector<int>& b) {
  a = std::move(b);
  b = a;  // expect: SF603 `b = a`
})"},
    {"WhatThrustStartsAsynchronously", R"(
#include <thrust/async/reduce.h>
void f(thrust::device_vector<int>& v) {
  auto later = thrust::async::reduce(v.begin(), v.end());
  thrust::reduce(v.begin(), v.end());  // expect: SF603 `thrust::reduce(v.begin(), v.end())`
})"},
    {"WhatNoCallDecidesMayBe", R"(
void f(bool sync = false, float* out = nullptr) {
  if (sync) cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  if (out == nullptr) return;
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"VectorsOfRaftAreNotThrusts", R"(
#include <thrust/sort.h>
void f(const raft::handle_t& handle, int n) {
  std::optional<raft::device_vector<float>> norms{std::nullopt};
  auto made = raft::device_vector<float>(handle, n);
}
)"},
    {"RaftHandlesWait", R"(
void f(const raft::handle_t& handle, cudaStream_t stream) {
  handle.sync_stream(stream);  // expect: SF601 `handle.sync_stream(stream)`
  thrust::fill(handle.get_thrust_policy(), first(), last(), 0);
})"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, Reading, testing::ValuesIn(kSnippets),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(CxxReading, NestingHasALimit) {
  const auto repeated = [](std::string_view part, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += part;
    return all;
  };
  constexpr int kDeep = 50'000;
  for (const char* part :
       {"(", "{", "[", "a[", "!", "if (a) ", "a ? b : ", "namespace n {", "[&] {", "a<", "x.y().", "a + ", "return "}) {
    actual_findings("deep.cpp", "void f() { " + repeated(part, kDeep) + " a; }");
    actual_findings("deep.cpp", repeated(part, kDeep));
  }
  actual_findings("deep.cpp", "void f() { g" + repeated("{", kDeep) + " a; }");
}

TEST(CxxReading, MacrosThatDoubleHaveALimit) {
  std::string source;
  for (int i = 0; i < 40; ++i)
    source += "#define M" + std::to_string(i) + " M" + std::to_string(i + 1) + " M" + std::to_string(i + 1) + "\n";
  EXPECT_EQ(actual_findings("macros.cpp", source + "void f() { M0; }"), std::vector<std::string>{});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

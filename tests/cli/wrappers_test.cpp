// A function of the project that waits is reported at its calls, in whichever file it is.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

class Wrappers : public testing::Test {
 protected:
  /// "3 SF601", sorted.
  std::vector<std::string> places(const std::string& file) const {
    const Outcome outcome =
        place_.run("check --isolated --temperature cold --confidence possible --output-format concise .");
    std::vector<std::string> found;
    for (std::size_t begin = 0; begin < outcome.out.size();) {
      const std::size_t end = std::min(outcome.out.find('\n', begin), outcome.out.size());
      const std::string line = outcome.out.substr(begin, end - begin);
      if (line.starts_with(file + ":")) {
        const std::size_t code = line.find("SF");
        found.push_back(line.substr(file.size() + 1, line.find(':', file.size() + 1) - file.size() - 1) + " " +
                        line.substr(code, 5));
      }
      begin = end + 1;
    }
    std::ranges::sort(found);
    return found;
  }

  Workplace place_;
};

using Places = std::vector<std::string>;

TEST_F(Wrappers, InlineFunctionsAndMembersOfHeaders) {
  place_.write("util/sync.h",
               "inline void finish(cudaStream_t s) { cudaStreamSynchronize(s); }\n"
               "struct Buffer {\n"
               "  int* to_host() const { cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost); return a; }\n"
               "  int size() const { return n; }\n"
               "};\n");
  place_.write("main.cu",
               "#include \"util/sync.h\"\n"
               "void f(const Buffer& buffer, cudaStream_t s) {\n"
               "  finish(s);\n"
               "  buffer.to_host();\n"
               "  buffer.size();\n"
               "}\n");
  EXPECT_EQ(places("main.cu"), (Places{"3 SF601", "4 SF602"}));
}

TEST_F(Wrappers, WhatAHeaderDeclaresAndASourceDefines) {
  place_.write("include/ops.h", "namespace ops {\nvoid run(int n, int m = 1);\n}\n");
  place_.write("src/ops.cu",
               "#include <ops.h>\nnamespace ops {\nvoid run(int n, int m) { cudaDeviceSynchronize(); }\n}\n");
  place_.write("main.cpp", "#include \"ops.h\"\nvoid f() { ops::run(3); }\nvoid g() { other::run(3); }\n");
  EXPECT_EQ(places("main.cpp"), (Places{"2 SF601"}));
}

TEST_F(Wrappers, ANameThatNobodyIncludesIsAnotherOne) {
  place_.write("a/tool.cu", "void run(int n) { cudaDeviceSynchronize(); }\n");
  place_.write("b/main.cpp", "void f() { run(3); }\n");
  EXPECT_EQ(places("b/main.cpp"), Places{});
}

TEST_F(Wrappers, AHeaderUsesWhatItsSourcesIncluded) {
  place_.write("gpu/sums.cuh", "namespace Kernels {\nint sum(int n) { cudaDeviceSynchronize(); return n; }\n}\n");
  place_.write("step_impl.h", "int step(int n) {\n  return Kernels::sum(n);\n}\n");
  EXPECT_EQ(places("step_impl.h"), Places{});
  place_.write("step.cu", "#include \"gpu/sums.cuh\"\n#include \"step_impl.h\"\n");
  EXPECT_EQ(places("step_impl.h"), Places{"2 SF601"});
  // What tests include is for them alone.
  place_.write("step.cu", "#include \"step_impl.h\"\n");
  place_.write("tests/step_test.cu", "#include \"../gpu/sums.cuh\"\n#include \"../step_impl.h\"\n");
  EXPECT_EQ(places("step_impl.h"), Places{});
}

TEST_F(Wrappers, WhoCallsABaseNeedNotSeeWhatOverridesIt) {
  place_.write("base.h", "struct Vector {\n  virtual double dot(const Vector& x) const = 0;\n};\n");
  place_.write("gpu.h",
               "#include \"base.h\"\nstruct GpuVector : Vector {\n  double dot(const Vector& x) const override;\n};\n");
  place_.write("gpu.cu",
               "#include \"gpu.h\"\n"
               "double GpuVector::dot(const Vector& x) const { cudaDeviceSynchronize(); return 0; }\n");
  place_.write("other.h", "struct Other {\n  double dot(int x) const { cudaDeviceSynchronize(); return 0; }\n};\n");
  place_.write("solve.cpp",
               "#include \"base.h\"\n"
               "double solve(Vector* v, const Vector& x) { return v->dot(x); }\n"
               "double other(Unknown* v, const Vector& x) { return v->dot(x); }\n");
  EXPECT_EQ(places("solve.cpp"), Places{"2 SF601"});
}

TEST_F(Wrappers, OfBackendsTheCallersOwn) {
  place_.write("common/cache.h", "#include <kernel.h>\n");
  for (const std::string backend : {"cuda", "opencl"}) {
    place_.write(backend + "/kernel.h", "struct Kernel {\n  int flag(int* p);\n};\n");
    place_.write(backend + "/canny.cpp", "#include <common/cache.h>\nint f(Kernel& k, int* p) { return k.flag(p); }\n");
  }
  place_.write("cuda/kernel.cpp",
               "#include <kernel.h>\nint Kernel::flag(int* p) { cudaStreamSynchronize(0); return *p; }\n");
  place_.write("opencl/kernel.cpp", "#include <kernel.h>\nint Kernel::flag(int* p) { return queue().read(p); }\n");
  EXPECT_EQ(places("cuda/canny.cpp"), Places{"2 SF601"});
  EXPECT_EQ(places("opencl/canny.cpp"), Places{});
}

TEST_F(Wrappers, OthersMayCallWithOtherConstants) {
  place_.write("a.h", "void by_flag(bool sync);\n");
  place_.write("a.cu", "#include \"a.h\"\nvoid by_flag(bool sync) {\n  if (sync) cudaDeviceSynchronize();\n}\n");
  place_.write("b.cu", "#include \"a.h\"\nvoid f() { by_flag(false); }\n");
  EXPECT_EQ(places("a.cu"), Places{"3 SF601"});
  EXPECT_EQ(places("b.cu"), Places{});
}

TEST_F(Wrappers, OtherNamesOfNamespaces) {
  place_.write("gpu/copy.h", "namespace gpu {\nvoid copy(int* to, const int* from);\n}\nnamespace detail = gpu;\n");
  place_.write("gpu/copy.cu",
               "#include <copy.h>\nvoid gpu::copy(int* to, const int* from) { cudaDeviceSynchronize(); }\n");
  place_.write("api.cpp", "#include <copy.h>\nvoid get(int* to, const int* from) { detail::copy(to, from); }\n");
  EXPECT_EQ(places("api.cpp"), Places{"2 SF601"});
}

TEST_F(Wrappers, WhatAnAccessorGives) {
  place_.write("pool.h",
               "struct Other { int run(int n); };\n"
               "struct Worker { int run(int n) { cudaDeviceSynchronize(); return n; } };\n"
               "struct Pool {\n"
               "  Worker& worker(int i) { return workers[i]; }\n"
               "  const Other* other() const;\n"
               "};\n"
               "std::shared_ptr<Pool> shared_pool();\n");
  place_.write("main.cpp",
               "#include \"pool.h\"\n"
               "void f(Pool& pool, Pool* more, int n) {\n"
               "  pool.worker(0).run(n);\n"
               "  more->worker(size(n)).run(pool.size(n));\n"
               "  pool.other()->run(n);\n"
               "  shared_pool()->worker(1).run(n);\n"
               "  auto& worker = pool.worker(2);\n"
               "}\n");
  EXPECT_EQ(places("main.cpp"), (Places{"3 SF601", "4 SF601", "6 SF601"}));
}

TEST_F(Wrappers, ACastSaysTheClass) {
  place_.write("main.cu",
               "struct Other { int run(int n) { return n; } };\n"
               "struct Worker { int run(int n) { cudaDeviceSynchronize(); return n; } };\n"
               "int a(void* handle) { return reinterpret_cast<Worker*>(handle)->run(1); }\n"
               "int b(void* handle) { return ((Worker*)handle)->run(1); }\n"
               "int c(void* handle) { return static_cast<Other*>(handle)->run(1); }\n"
               "int d(void* handle) {\n"
               "  auto worker = static_cast<Worker*>(handle);\n"
               "  return worker->run(1);\n"
               "}\n");
  EXPECT_EQ(places("main.cu"), (Places{"2 SF601", "3 SF601", "4 SF601", "8 SF601"}));
}

TEST_F(Wrappers, TablesOfFunctionPointers) {
  place_.write("backend.h",
               "enum Status { kGood };\n"
               "struct Backend;\n"
               "struct Interface {\n"
               "  enum Mode { kFast };\n"
               "  const char* name, *version;\n"
               "  std::map<int, int> options;\n"
               "  enum Status (*prepare)(Backend* backend);\n"
               "  void (*read)(Backend* backend, void* to, size_t n);\n"
               "  void (*finish)(Backend* backend);\n"
               "};\n"
               "struct Backend { Interface interface; void* memory; };\n"
               "void finish(Backend* backend);\n");
  place_.write(
      "gpu.cu",
      "#include \"backend.h\"\n"
      "static Status gpu_prepare(Backend* backend) { return kGood; }\n"
      "static void gpu_read(Backend* backend, void* to, size_t n) {\n"
      "  cudaMemcpy(to, backend->memory, n, cudaMemcpyDeviceToHost);\n"
      "}\n"
      "static void gpu_finish(Backend* backend) { cudaDeviceSynchronize(); }\n"
      "static const Interface table = {/* .name = */ \"gpu\", \"1\", {{1, 2}}, gpu_prepare, &gpu_read, gpu_finish};\n");
  place_.write("cpu.cpp",
               "#include \"backend.h\"\n"
               "static void cpu_read(Backend* backend, void* to, size_t n) { memcpy(to, backend->memory, n); }\n"
               "void fill(Interface& table) { table.read = cpu_read; }\n");
  place_.write("backend.cpp",
               "#include \"backend.h\"\n"
               "void finish(Backend* backend) { backend->interface.finish(backend); }\n"
               "void read(Backend* backend, float* to) { backend->interface.read(backend, to, 4); }\n"
               "void prepare(Backend* backend) { backend->interface.prepare(backend); }\n"
               "void other(Other* other) { other->finish(backend, 1, 2); }\n");
  EXPECT_EQ(places("backend.cpp"), (Places{"2 SF601", "3 SF602"}));
  place_.write("main.cpp", "#include \"backend.h\"\nvoid step(Backend* backend) { finish(backend); }\n");
  EXPECT_EQ(places("main.cpp"), Places{"2 SF601"});
  // Another struct of the name: positions say nothing, whichever file comes first.
  place_.write("other/interface.h", "struct Interface {\n  void (*finish)(Backend* backend);\n  int size;\n};\n");
  EXPECT_EQ(places("backend.cpp"), Places{});
}

TEST_F(Wrappers, TablesThatSayTheirFields) {
  place_.write("table.cu",
               "struct Table { void (*run)(int n); void (*stop)(void); };\n"
               "struct Runner { static void wait(int n) { cudaDeviceSynchronize(); } };\n"
               "static void leave() {}\n"
               "static Table named = {.stop = leave, .run = Runner::wait};\n"
               "class Plugin {\n"
               "  Plugin() : table_{&Runner::wait, &leave} {}\n"
               "  Table table_;\n"
               "};\n"
               "void f(Table* table) {\n"
               "  table->run(1);\n"
               "  table->stop();\n"
               "}\n");
  EXPECT_EQ(places("table.cu"), (Places{"10 SF601", "2 SF601"}));
}

TEST_F(Wrappers, MacrosThatRenameAFunction) {
  place_.write("names.h", "#define gpuWait cudaDeviceSynchronize\n#define gpuMove cudaMemcpy\n");
  place_.write("main.cpp",
               "#include \"names.h\"\n"
               "void f(void* a, void* b) {\n"
               "  gpuWait();\n"
               "  gpuMove(a, b, 4, cudaMemcpyDeviceToHost);\n"
               "  gpuMove(a, b, 4, cudaMemcpyDeviceToDevice);\n"
               "}\n");
  EXPECT_EQ(places("main.cpp"), (Places{"3 SF601", "4 SF602"}));
  EXPECT_EQ(places("names.h"), Places{});
  place_.write("caller.cpp", "#include \"names.h\"\nvoid g() { gpuWait(); }\n");
  EXPECT_EQ(places("caller.cpp"), Places{"2 SF601"});
}

TEST_F(Wrappers, WhatMeasuresIsCold) {
  place_.write("bench/speed.cu", "void measure() { cudaDeviceSynchronize(); }\n");
  place_.write("workbench/tool.cu", "void run() { cudaDeviceSynchronize(); }\n");
  const Outcome outcome = place_.run("check --isolated --output-format concise .");
  EXPECT_EQ(outcome.out.find("bench/speed.cu:1"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("workbench/tool.cu:1"), std::string::npos) << outcome.out;
}

TEST_F(Wrappers, OverloadsAreToldApartByTheirArguments) {
  place_.write("main.cu",
               "void run(int n) {}\n"
               "void run(int n, cudaStream_t s) { cudaStreamSynchronize(s); }\n"
               "void f(cudaStream_t s) {\n"
               "  run(1);\n"
               "  run(1, s);\n"
               "}\n");
  EXPECT_EQ(places("main.cu"), (Places{"2 SF601", "5 SF601"}));
}

TEST_F(Wrappers, AnOverloadThatAnotherFileDefinesGoesBeforeATemplate) {
  place_.write("buffer.h",
               "struct Buffer {\n"
               "  int reset(size_t size);\n"
               "  int reset(const void* from, size_t size);\n"
               "  template <class T>\n"
               "  int reset(const Image<T>& image) { return reset(image.data(), image.size()); }\n"
               "};\n");
  place_.write("buffer.cpp",
               "#include \"buffer.h\"\n"
               "int Buffer::reset(size_t size) { return cuMemAlloc(&data, size); }\n"
               "int Buffer::reset(const void* from, size_t size) { return cuMemcpyHtoD(data, from, size); }\n");
  place_.write("main.cpp",
               "#include \"buffer.h\"\n"
               "void f(Buffer& buffer, size_t n, const Image<float>& image) {\n"
               "  buffer.reset(sizeof(float) * n);\n"
               "  buffer.reset(image);\n"
               "}\n");
  EXPECT_EQ(places("main.cpp"), (Places{"4 SF602"}));
}

TEST_F(Wrappers, ASourceWithATwinForTheGpuHasNone) {
  place_.write(
      "ops.h",
      "void run(float* to, int n);\nvoid more(float* to, int n);\ninline void finish() { cudaDeviceSynchronize(); }\n");
  place_.write("more.cu", "#include \"ops.h\"\nvoid run(float* to, int n) { finish(); }\n");
  place_.write("ops.cpp", "#include \"ops.h\"\nvoid run(float* to, int n) { finish(); }\n");
  place_.write("more.cpp", "#include \"ops.h\"\nvoid more(float* to, int n) { finish(); }\n");
  EXPECT_EQ(places("ops.cpp"), Places{"2 SF601"});
  place_.write("ops.cu", "#include \"ops.h\"\nvoid run(float* to, int n) { launch<<<1, 1>>>(to, n); }\n");
  EXPECT_EQ(places("ops.cpp"), Places{});
  EXPECT_EQ(places("more.cpp"), Places{"2 SF601"});
}

TEST_F(Wrappers, VirtualMethodsMeanThoseThatOverrideThem) {
  place_.write("base.h", "struct Base {\n  virtual void step(int n);\n};\n");
  place_.write("wait.h",
               "#include \"base.h\"\nstruct Waits : public Base {\n  void step(int n) override { "
               "cudaDeviceSynchronize(); }\n};\n");
  place_.write("main.cu", "#include \"wait.h\"\nvoid f(Base* base) {\n  base->step(1);\n}\n");
  EXPECT_EQ(places("main.cu"), (Places{"3 SF601"}));
}

TEST_F(Wrappers, ConversionsAndConstructors) {
  place_.write("scalar.h",
               "template <class T>\n"
               "struct Scalar {\n"
               "  explicit Scalar(const T* p, cudaStream_t s) { cudaStreamSynchronize(s); }\n"
               "  operator T() { cudaEventSynchronize(e); return v; }\n"
               "};\n");
  place_.write("main.cu",
               "#include \"scalar.h\"\n"
               "int f(const int* p, cudaStream_t s) {\n"
               "  Scalar<int> length(p, s);\n"
               "  return static_cast<int>(length);\n"
               "}\n");
  EXPECT_EQ(places("main.cu"), (Places{"3 SF601", "4 SF601"}));
}

TEST_F(Wrappers, MacrosOfHeaders) {
  place_.write("check.h",
               "#define CHECK_CUDA(A, debug) \\\n"
               "  A; \\\n"
               "  if (debug) { cudaDeviceSynchronize(); }\n"
               "#define FINISH() cudaDeviceSynchronize()\n");
  place_.write("main.cu",
               "#include \"check.h\"\n"
               "void f(bool debug) {\n"
               "  CHECK_CUDA(launch(1), debug);\n"
               "  FINISH();\n"
               "}\n");
  EXPECT_EQ(places("main.cu"), (Places{"3 SF601", "4 SF601"}));
}

TEST_F(Wrappers, TestsTakeNothingFromWhatTheyTest) {
  place_.write("lib/copy.h",
               "inline void fetch(int* to, int* from) { cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost); }\n"
               "inline void fetch_both(int* to, int* from) {\n"
               "  fetch(to, from);\n"
               "}\n");
  place_.write("lib/run.cpp", "#include \"copy.h\"\nvoid run(int* to, int* from) { fetch(to, from); }\n");
  // Its name comes first.
  place_.write("a/tests/test_copy.cpp",
               "#include \"lib/copy.h\"\n"
               "TEST(Copy, Both) { fetch_both(made(), made()); }\n");
  EXPECT_EQ(places("lib/copy.h"), (Places{"1 SF602", "3 SF602"}));
  EXPECT_EQ(places("a/tests/test_copy.cpp"), (Places{"2 SF602"}));
}

TEST_F(Wrappers, CallsInTestsAreToldWhateverTheyPass) {
  place_.write("ops.h",
               "inline void finish(bool wait) {\n"
               "  if (!wait) return;\n"
               "  cudaDeviceSynchronize();\n"
               "}\n"
               "inline void use(bool wait) { finish(wait); }\n");
  place_.write("tests/ops_test.cpp",
               "#include \"ops.h\"\n"
               "void test() {\n"
               "  finish(true);\n"
               "  finish(false);\n"
               "}\n");
  EXPECT_EQ(places("tests/ops_test.cpp"), (Places{"3 SF601"}));
}

TEST_F(Wrappers, TestsDefineNothingForWhatTheyTest) {
  place_.write("lib/wait.h", "void wait_for_all();\n");
  place_.write("lib/run.cpp", "#include \"wait.h\"\nvoid run() { wait_for_all(); }\n");
  place_.write("lib/tests/test_wait.cpp", "void wait_for_all() { cudaDeviceSynchronize(); }\n");
  EXPECT_EQ(places("lib/run.cpp"), Places{});
}

TEST_F(Wrappers, AnObjectThatAFunctionGives) {
  place_.write("manager.h", "struct Manager {\n  void finish();\n};\nManager* get_manager(int device);\n");
  place_.write("manager.cpp",
               "#include \"manager.h\"\nvoid Manager::finish() { cudaDeviceSynchronize(); }\n"
               "Manager* get_manager(int device) { return managers[device]; }\n");
  place_.write("main.cpp",
               "#include \"manager.h\"\nvoid f() {\n  auto manager = get_manager(0);\n  manager->finish();\n"
               "  auto other = make_other(0);\n  other.finish();\n}\n");
  EXPECT_EQ(places("main.cpp"), (Places{"4 SF601"}));
}

TEST_F(Wrappers, WhatAFunctionAsksIsAsItIsCalled) {
  place_.write("say.h", "inline int get_verbosity() { return level; }\ninline int get_size() { return size; }\n");
  place_.write("main.cpp",
               "#include \"say.h\"\nvoid f() {\n  if (get_verbosity() >= 2) cudaDeviceSynchronize();\n"
               "  if (get_size() >= 2) cudaDeviceSynchronize();\n}\n");
  const std::string out = place_.run("check --isolated --output-format concise .").out;
  EXPECT_EQ(out.find("main.cpp:3:"), std::string::npos) << out;
  EXPECT_NE(out.find("main.cpp:4:"), std::string::npos) << out;
}

TEST_F(Wrappers, ASecondRunSaysTheSame) {
  place_.write("wait.h", "inline void wait_for_all() { cudaDeviceSynchronize(); }\n");
  place_.write("main.cpp", "#include \"wait.h\"\nvoid f() { wait_for_all(); }\n");
  const Places first = places("main.cpp");
  EXPECT_EQ(first, (Places{"2 SF601"}));
  EXPECT_EQ(places("main.cpp"), first);
}

TEST_F(Wrappers, AnUnknownExtensionIsToldByTheContent) {
  place_.write("wait.foo", "void f() { cudaDeviceSynchronize(); }\n");
  const Outcome outcome = place_.run("check --isolated --output-format concise wait.foo");
  EXPECT_NE(outcome.out.find("wait.foo:1:12: SF601"), std::string::npos) << outcome.out << outcome.error;
  place_.write("read.foo", "import torch\n\ndef f(x):\n    return x.cuda().item()\n");
  const Outcome python = place_.run("check --isolated --output-format concise read.foo");
  EXPECT_NE(python.out.find("read.foo:4:12: SF301"), std::string::npos) << python.out;
}

TEST_F(Wrappers, CallersSayHowHotAWaitIs) {
  place_.write("sync.h", "inline void finish() { cudaDeviceSynchronize(); }\n");
  place_.write("main.cpp",
               "#include \"sync.h\"\n"
               "void train(Net& net, Loader& data_loader, torch::optim::Adam& optimizer) {\n"
               "  for (auto& batch : *data_loader) {\n"
               "    optimizer.zero_grad();\n"
               "    auto loss = net->forward(batch.data).sum();\n"
               "    loss.backward();\n"
               "    optimizer.step();\n"
               "    finish();\n"
               "  }\n"
               "}\n");
  const Outcome outcome = place_.run("check --isolated --output-format concise .");
  EXPECT_NE(outcome.out.find("main.cpp:8:5: SF601 [likely, hot]"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("sync.h:1:24: SF601 [likely, hot]"), std::string::npos) << outcome.out;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

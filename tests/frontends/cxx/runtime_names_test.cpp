// Names of the runtime that are not what they seem: each snippet says at its lines what is found in it.
#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

struct Snippet {
  const char* name;
  const char* source;
};

class RuntimeNames : public testing::TestWithParam<Snippet> {};

TEST_P(RuntimeNames, AreWhatTheFileMeans) {
  const std::string_view source = GetParam().source;
  EXPECT_EQ(actual_findings("snippet.cu", source), expected_findings(source)) << source;
}

const Snippet kSnippets[] = {
    {"AMacroIsHandedWhatItCalls", R"(
void f(float* host, float* device, cudaStream_t stream) {
  PROJECT_CHECK(cudaMemcpy, host, device, 4, cudaMemcpyDeviceToHost);  // expect: SF602 `PROJECT_CHECK(cudaMemcpy, host, device, 4, cudaMemcpyDeviceToHost)`
  PROJECT_API_INVOKE(cudaStreamSynchronize, stream);  // expect: SF601 `PROJECT_API_INVOKE(cudaStreamSynchronize, stream)`
  PROJECT_CHECK(cudaDeviceSynchronize);  // expect: SF601 `PROJECT_CHECK(cudaDeviceSynchronize)`
  PROJECT_CHECK(cudaMemcpyAsync, device, device, 4, cudaMemcpyDeviceToDevice, stream);
})"},
    {"OrIsCalledWithTheArguments", R"(
void f(float* host, float* device) {
  PROJECT_CHECK(cudaMemcpy)(host, device, 4, cudaMemcpyDeviceToHost);  // expect: SF602 `PROJECT_CHECK(cudaMemcpy)(host, device, 4, cudaMemcpyDeviceToHost)`
})"},
    {"OtherMacrosAreHandedNames", R"(
void f(void* library, float* host, float* device) {
  LOAD_SYMBOL(cudaDeviceSynchronize, library);
  PROJECT_CHECK_EQ(cudaSuccess, cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost));  // expect: SF602 `cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost)`
  PROJECT_CHECK_KIND(cudaMemcpyDefault, cudaMemcpyDeviceToHost);
})"},
    {"AFileThatDefinesANameMeansItsOwn", R"(
cudaError_t run(int* p) {
  cudaFree(p);
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  return cudaMemcpy(p, p, 4, cudaMemcpyDeviceToHost);
}
extern "C" {
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  memcpy(to, from, bytes);
  return cudaSuccess;
}
}
cudaError_t cudaFree(void* p) { free(p); return cudaSuccess; }
)"},
    {"InAClassOrNamespaceItIsAnotherName", R"(
namespace mock {
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) { return cudaSuccess; }
}
struct Api {
  cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
};
void f(int* p) {
  cudaMemcpy(p, p, 4, cudaMemcpyDeviceToHost);  // expect: SF602 `cudaMemcpy(p, p, 4, cudaMemcpyDeviceToHost)`
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"AMethodOfTheProgramIsNoStream", R"(
struct Field {
  void synchronize() { copies.push_back(1); }
  std::vector<int> copies;
};
void f(Holder& holder, cudaStream_t s) {
  holder.field->synchronize();
  holder.copy_stream->synchronize();  // expect: SF601 `holder.copy_stream->synchronize()`
  auto preventer = find(holder);
  preventer->synchronize();
})"},
    {"NorIsOneOfSeveral", R"(
struct Field {
  void synchronize() {}
};
struct Buffer {
  void synchronize() {}
};
void f(Holder& holder) { holder.part->synchronize(); })"},
    {"WithoutOneTheMethodSaysIt", R"(
void f(Holder& holder) {
  holder.part->synchronize();  // expect: SF601 `holder.part->synchronize()`
})"},
    {"AResultOnTheHostOfAnyType", R"(
void f(cublasHandle_t handle, int n, const cuDoubleComplex* x, cuDoubleComplex* sums) {
  cuDoubleComplex sum;
  cublasZdotc(handle, n, x, 1, x, 1, &sum);  // expect: SF602 `cublasZdotc(handle, n, x, 1, x, 1, &sum)`
  cublasZdotc(handle, n, x, 1, x, 1, sums);  // expect: SF602? `cublasZdotc(handle, n, x, 1, x, 1, sums)`
})"},
    {"CopiesBetweenMembersOnTheDevice", R"(
struct Solver {
  void make(int n) {
    cudaMalloc(&front_, n);
    cudaMalloc((void**)&state.back, n);
  }
  void turn(int n, int* other) {
    cudaMemcpy(front_, state.back, n, cudaMemcpyDefault);
    cudaMemcpy(front_, other, n, cudaMemcpyDefault);  // expect: SF602 `cudaMemcpy(front_, other, n, cudaMemcpyDefault)`
  }
  int* front_;
  State state;
};)"},
    {"WhatTheHostLooksInto", R"(
int f(const at::Tensor& sizes, at::Tensor rows, at::Tensor other) {
  const auto* p = sizes.data_ptr<int>();
  auto* q = rows.data_ptr<int>();
  std::vector<int> values(q, q + 4);
  int most = sizes.max().item<int>() + rows.sum().item<int>() + p[0];
  return most + other.sum().item<int>();  // expect: SF301 `other.sum().item<int>()`
})"},
    {"NotWhatWorksOnBoth", R"(
int f(const at::Tensor& sizes) {
  const auto* p = sizes.data_ptr<int>();
  if (!sizes.is_cuda()) return p[0];
  return sizes.max().item<int>();  // expect: SF301 `sizes.max().item<int>()`
}
int g(const at::Tensor& sizes, int* out) {
  const int* p = sizes.data_ptr<int>();
  kernel<<<1, 1>>>(p, out);
  return sizes.max().item<int>();  // expect: SF301 `sizes.max().item<int>()`
})"},
    {"AMemberThatAnyMethodLooksInto", R"(
class Mesh {
 public:
  long index_of(long device) const { return at::nonzero(devices_ == device).item<long>(); }
  std::vector<long> all() const {
    auto* data = devices_.data_ptr<long>();
    return std::vector<long>(data, data + devices_.numel());
  }
  long other() const { return weights_.sum().item<long>(); }  // expect: SF301 `weights_.sum().item<long>()`
 private:
  at::Tensor devices_;
  at::Tensor weights_;
};)"},
    {"WhatWasPickled", R"(
float f(std::vector<char>& bytes, torch::Device device) {
  torch::IValue read = torch::pickle_load(bytes);
  at::Tensor x = read.toGenericDict().at("x").toTensor();
  at::Tensor y = x.to(device);  // expect: SF102 `x.to(device)`
  return x.sum().item<float>();
}
float g(std::string path) {
  at::Tensor x;
  torch::load(x, path);
  return x.sum().item<float>();
})"},
};

INSTANTIATE_TEST_SUITE_P(All, RuntimeNames, testing::ValuesIn(kSnippets),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(RuntimeNames, WordsOfCxxAreNamesInC) {
  const std::string_view source = R"(
int swap(int *new, int *class) {
  int this = new[0];
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  new[0] = class[0];
  if (this > 0) {
    cudaStreamSynchronize(0);  // expect: SF601 `cudaStreamSynchronize(0)`
  }
  return new[0];
}
)";
  EXPECT_EQ(actual_findings("snippet.c", source), expected_findings(source));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

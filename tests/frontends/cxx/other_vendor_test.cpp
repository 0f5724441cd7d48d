// What only builds for HIP have, in projects that build for CUDA, too, and sources that are kept and not built.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using NamedText = std::pair<const char*, const char*>;

struct SomeProject {
  const char* name;
  const char* path;
  const char* source;
  std::vector<NamedText> others;  ///< sources without findings
};

class OtherVendor : public testing::TestWithParam<SomeProject> {};

TEST_P(OtherVendor, IsOnlyPossible) {
  const test::TemporaryFolder folder;
  const std::string_view source = GetParam().source;
  folder.write(GetParam().path, source);
  for (const auto& [path, text] : GetParam().others) folder.write(path, text);
  EXPECT_EQ(findings_on_disk({folder.path().string()}), expected_findings(source)) << source;
}

constexpr const char* kForHip = R"(
void wait(hipStream_t s) {
  hipStreamSynchronize(s);  // expect: SF601? `hipStreamSynchronize(s)`
})";

const SomeProject kProjects[] = {
    {"ABranch",
     "a.cpp",
     R"(
void wait(gpuStream_t s) {
#if defined(PROJECT_ENABLE_CUDA)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#elif defined(PROJECT_ENABLE_HIP)
  hipStreamSynchronize(s);  // expect: SF601? `hipStreamSynchronize(s)`
  synchronize_all(s);
#endif
})",
     {}},
    {"AFileBesideOneForCuda", "memory_hip.cpp", kForHip, {{"memory_cuda.cpp", "void* f() { cudaMalloc(&p, 4); }\n"}}},
    {"AFolderOfTorchsNames",
     "hip/attention.cpp",
     R"(
at::Tensor f(at::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  return x.nonzero();  // expect: SF502? `x.nonzero()`
})",
     {{"cuda/attention.cpp", "void* f() { cudaMalloc(&p, 4); }\n"}}},
    {"ASourceThatIsKeptAlone",
     "old/copy.cu",
     R"(
void wait(cudaStream_t s) {
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
})",
     {{"src/copy.cu", "void* f() { cudaMalloc(&p, 4); }\n"}}},
    {"AFolderOfAnotherAccelerator",
     "ascend/run.cpp",
     R"(
#include <torch/torch.h>
float read(torch::Tensor x) {
  return x.item<float>();  // expect: SF301? `x.item<float>()`
})",
     {{"cuda/copy.cpp", "void* f() { cudaMalloc(&p, 4); }\n"}}},
    {"AFolderThatIsOldByOneOfItsWords",
     "SRC_OLD/copy.cu",
     R"(
void wait(cudaStream_t s) {
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
})",
     {{"SRC/copy.cu", "void* f() { cudaMalloc(&p, 4); }\n"}}},
    {"ASourceThatIsIncluded",
     "old/copy.cuh",
     R"(
void wait(cudaStream_t s) {
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
})",
     {{"src/copy.cu", "#include \"../old/copy.cuh\"\nvoid* f() { cudaMalloc(&p, 4); }\n"}}},
    {"AProjectForHipAlone",
     "memory_hip.cpp",
     R"(
void wait(hipStream_t s) {
  hipStreamSynchronize(s);  // expect: SF601 `hipStreamSynchronize(s)`
})",
     {}},
};

INSTANTIATE_TEST_SUITE_P(All, OtherVendor, testing::ValuesIn(kProjects),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

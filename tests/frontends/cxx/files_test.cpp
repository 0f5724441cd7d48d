// Which files are read as C++, and in which words they are spoken of.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"
#include "frontends/cxx/lower.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

driver::CheckResult check(std::string_view source, std::string_view file = "calls.cu") {
  driver::CheckRequest request;
  request.text = driver::SourceText{std::string(file), std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.confidence = engine::Confidence::kPossible;
  driver::Progress progress;
  return driver::check(request, progress);
}

TEST(CxxFiles, AreReadByTheirExtensions) {
  for (const std::string_view extension : {".cpp", ".cc", ".cxx", ".c++", ".C", ".c", ".cu", ".hip", ".cuh", ".h",
                                           ".hh", ".hpp", ".H", ".hxx", ".hu", ".inl", ".inc", ".ipp", ".tpp"}) {
    const driver::CheckResult result = check("void f() { cudaDeviceSynchronize(); }\n", "a" + std::string(extension));
    EXPECT_EQ(result.report.findings.size(), 1U) << extension;
  }
}

TEST(CxxFiles, OfTheCpuAreKnownByTheirPaths) {
  for (const std::string_view path :
       {"a/cpu/nms.cpp", "a/NmsCPU.cpp", "nms_cpu.cpp", "a/omp/detail/search.h", "a/tbb/impl/search.h"}) {
    EXPECT_EQ(place_of_path(path), FilePlace::kCpu) << path;
  }
  for (const std::string_view path :
       {"nms.cpp", "cpu/a/nms.cpp", "a/CopyToCPU.cpp", "cpu_cuda.cu", "detail/nms.cpp", "a/cuda/detail/search.h"}) {
    EXPECT_EQ(place_of_path(path), FilePlace::kUnknown) << path;
  }
}

TEST(CxxFiles, NamesOfHipAreSaidToBeUnmeasured) {
  const driver::CheckResult result = check(R"(void f(void* a, void* b, hipStream_t s, hipMemcpy3DParms* box) {
  hipDeviceSynchronize();
  hipMemcpy(a, b, 4, hipMemcpyDeviceToHost);
  hipStreamSynchronize(s);
  hipMemcpy3D(box);
  hipMemcpyFromSymbol(a, table, 4);
}
)",
                                           "a.hip");
  EXPECT_EQ(result.report.findings.size(), 5U);
  for (const engine::Finding& finding : result.report.findings)
    EXPECT_TRUE(finding.reason.contains("unmeasured")) << finding.message;
}

TEST(CxxFiles, SpeakTheWordsOfCxx) {
  const driver::CheckResult result = check(R"(#include <torch/torch.h>
float f(at::Tensor x, at::Tensor y, std::vector<float>& values) {
  TORCH_CHECK(x.is_cuda());
  at::Tensor host = x.to(at::kCPU);
  at::Tensor moved = torch::from_blob(values.data(), {4}).to(x.device());
  std::cout << x;
  if (x.equal(y)) return 0;
  at::Tensor rows = x.index({x > 0}), where = x.nonzero();
  return x.item<float>() + host.sum().item<float>();
}
)",
                                           "words.cpp");
  EXPECT_GE(result.report.findings.size(), 5U);
  for (const engine::Finding& finding : result.report.findings) {
    const std::string said = finding.message + " " + finding.reason + " " + finding.hint;
    for (const std::string_view python : {"Python", "non_blocking=True", "f-string", "keyword"})
      EXPECT_FALSE(said.contains(python)) << said;
  }
}

TEST(CxxFiles, SpeakOfFunctionsByTheirOwnNames) {
  const driver::CheckResult result = check(R"(int hash(cudaStream_t s) { cudaStreamSynchronize(s); return 1; }
int hash(cudaStream_t s, int n) { cudaStreamSynchronize(s); return n; }
void f(cudaStream_t s) { hash(s); }
)");
  const auto names_it = [](const engine::Finding& finding) { return finding.message.contains("leads to `hash`"); };
  EXPECT_TRUE(std::ranges::any_of(result.report.findings, names_it));
  ASSERT_FALSE(result.report.findings.empty());
  EXPECT_EQ(result.report.findings.front().function, "hash");
}

TEST(CxxFiles, AClassWithANameOfPythonIsItsOwn) {
  const driver::CheckResult result = check(R"(#include <torch/torch.h>
void f(const int* sizes, at::Tensor x, sycl::handler& h) {
  sycl::range<2> local(sizes[0], sizes[1]);
  auto global = sycl::range(x.size(0), sizes[0]);
  sorted first{x};
  list all(x);
}
)");
  EXPECT_TRUE(result.report.findings.empty()) << result.report.findings.front().message;
}

TEST(CxxFiles, MakingAFunctionOfATemplateIsNoCall) {
  const driver::CheckResult result = check(R"(#define MAKE(T)              \
  template void ns::run<T>( \
      T * data, int n);
namespace ns {
template <class T> void run(T* data, int n) { cudaDeviceSynchronize(); }
}
#define CALL(T) ns::run<T>(nullptr, 3);
)");
  std::vector<std::string> functions;
  for (const engine::Finding& finding : result.report.findings) functions.push_back(finding.function);
  std::ranges::sort(functions);
  EXPECT_EQ(functions, (std::vector<std::string>{"CALL (macro)", "run"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

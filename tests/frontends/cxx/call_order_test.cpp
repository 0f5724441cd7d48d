// In which order the functions of a C++ program are evaluated shows in how often that has to be done.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "analyzer/work/work.h"
#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

std::uint64_t evaluations(const test::TemporaryFolder& folder) {
  driver::CheckRequest request;
  request.paths = {folder.path().string()};
  request.settings = driver::default_settings(folder.path());
  driver::Progress progress;
  const auto count = [] { return work::counts()[static_cast<std::size_t>(work::Counted::kEvaluations)]; };
  const std::uint64_t before = count();
  driver::check(request, progress);
  return count() - before;
}

/// The first calls nothing; each of the others calls all before it.
std::string calls_of_all_before(int functions) {
  std::string text = "#include <torch/torch.h>\nat::Tensor f0(at::Tensor x) { return x.relu(); }\n";
  for (int i = 1; i < functions; ++i) {
    text += "at::Tensor f" + std::to_string(i) + "(at::Tensor x) { return f0(x)";
    for (int callee = 1; callee < i; ++callee) text += " + f" + std::to_string(callee) + "(x)";
    text += "; }\n";
  }
  return text;
}

TEST(CxxCallOrder, AFunctionWaitsForAllThatItCalls) {
  const test::TemporaryFolder folder;
  folder.write("ops.cpp", calls_of_all_before(20));
  const std::uint64_t done = evaluations(folder);
  EXPECT_GE(done, 20U);
  EXPECT_LE(done, 3 * 20U) << "once to see the calls, once with what they give, and once as strangers call it";
}

TEST(CxxCallOrder, ManyWaysToCallAreFewContexts) {
  const test::TemporaryFolder folder;
  std::string text = "#include <torch/torch.h>\nat::Tensor f(at::Tensor x, double a, double b) { return x.relu(); }\n";
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) {
      const std::string given = "(x, " + std::to_string(a) + ", " + std::to_string(b) + ")";
      text += "at::Tensor g" + std::to_string(4 * a + b) + "(at::Tensor x) { return f" + given + "; }\n";
    }
  }
  folder.write("ops.cpp", text);
  // Each caller twice, and once as strangers call it; the function itself in no more than a few contexts.
  EXPECT_LE(evaluations(folder), 3 * 16U + 6U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

// Functions of a C++ program that nothing names but their own declarations.
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

/// The temperatures of what is found in the folder.
std::vector<engine::Temperature> temperatures(const test::TemporaryFolder& folder) {
  driver::CheckRequest request;
  request.paths = {folder.path().string()};
  request.settings = driver::default_settings(folder.path());
  request.settings.temperature = engine::Temperature::kCold;
  driver::Progress progress;
  std::vector<engine::Temperature> found;
  for (const engine::Finding& finding : driver::check(request, progress).report.findings)
    found.push_back(finding.temperature);
  return found;
}

using enum engine::Temperature;

constexpr const char* kRunner = R"(#include "runner.h"
torch::Tensor Runner::interpolate(const torch::Tensor& pose) { return fit(pose.to(torch::kCPU)); }
)";
constexpr const char* kHeader =
    "#include <torch/torch.h>\nstruct Runner {\n  torch::Tensor interpolate(const torch::Tensor& pose);\n};\n";

TEST(CxxPrograms, WhatNothingNamesIsCold) {
  const test::TemporaryFolder folder;
  folder.write("src/runner.cpp", kRunner);
  folder.write("src/runner.h", kHeader);
  EXPECT_NE(temperatures(folder), std::vector{kCold});
  folder.write("main.cpp", "#include \"src/runner.h\"\n// interpolate\nint main() { return 0; }\n");
  EXPECT_EQ(temperatures(folder), std::vector{kCold});
  folder.write("src/table.cpp", "#include \"runner.h\"\nauto table = &Runner::interpolate;\n");
  EXPECT_NE(temperatures(folder), std::vector{kCold});
}

TEST(CxxPrograms, OfSeveralOthersMayUseWhatTheyShare) {
  const test::TemporaryFolder folder;
  folder.write("src/runner.cpp", kRunner);
  folder.write("src/runner.h", kHeader);
  folder.write("main.cpp", "int main() { return 0; }\n");
  folder.write("other.cpp", "int main() { return 0; }\n");
  EXPECT_NE(temperatures(folder), std::vector{kCold});
}

TEST(CxxPrograms, WhatLiesElsewhereIsThereForOthers) {
  const test::TemporaryFolder folder;
  folder.write("src/runner.cpp", kRunner);
  folder.write("src/runner.h", kHeader);
  folder.write("app/main.cpp", "int main() { return 0; }\n");
  EXPECT_NE(temperatures(folder), std::vector{kCold});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

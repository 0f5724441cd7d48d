// What a run of a program does once is cold: `main`, examples, and the objects that only these make.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using Found = std::vector<std::string>;

/// "3: SF601" of each finding at default settings in a folder with the file.
Found findings(const char* path, const char* source) {
  const test::TemporaryFolder folder;
  folder.write(path, source);
  driver::CheckRequest request;
  request.paths = {folder.path().string()};
  request.settings = driver::default_settings(std::filesystem::current_path());
  driver::Progress progress;
  const driver::CheckResult result = driver::check(request, progress);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    const auto line = result.report.files[finding.file].lines->position(finding.range.begin).line;
    found.push_back(std::to_string(line) + ": " + std::string(finding.code));
  }
  std::ranges::sort(found);
  return found;
}

TEST(CxxRunOnce, WhatMainDoes) {
  EXPECT_EQ(findings("src/run.cu", R"(struct Model {
  Model() { cudaDeviceSynchronize(); }
};
static void prepare() {
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; i++) cudaDeviceSynchronize();
}
void step() { cudaDeviceSynchronize(); }
void unused() { cudaDeviceSynchronize(); }
int main(int argc, char** argv) {
  Model model;
  prepare();
  cudaDeviceSynchronize();
  for (int i = 0; i < argc; i++) {
    cudaDeviceSynchronize();
    step();
  }
}
)"),
            (Found{"15: SF601", "16: SF601", "6: SF601", "8: SF601"}));
}

TEST(CxxRunOnce, WhatStartsUp) {
  EXPECT_EQ(findings("src/run.cu", R"(void initTables() { cudaDeviceSynchronize(); }
void init_frame() { cudaDeviceSynchronize(); }
void initial() { cudaDeviceSynchronize(); }
void initialize() { cudaDeviceSynchronize(); }
void solve() {
  for (int step = 0; step < 1000; step++) {
    forward();
    initialize();
  }
}
void forward() { cudaDeviceSynchronize(); }
void run() { initTables(); }
void dump_buffers() { cudaDeviceSynchronize(); }
)"),
            (Found{"11: SF601", "2: SF601", "3: SF601", "4: SF601", "7: SF601", "8: SF601"}));
}

TEST(CxxRunOnce, MainForWideCharacters) {
  EXPECT_EQ(findings("src/run.c", R"(int
#ifdef _UNICODE
wmain(int argc, wchar_t* argv[])
#else
main(int argc, char* argv[])
#endif
{
  cudaDeviceSynchronize();
  while (argc-- > 0) cudaDeviceSynchronize();
}
)"),
            (Found{"9: SF601"}));
}

TEST(CxxRunOnce, BesideStepsOfTraining) {
  EXPECT_EQ(findings("src/train.cpp", R"(#include <torch/torch.h>
static void score(const std::vector<at::Tensor>& rows) {
  for (const at::Tensor& row : rows) std::cout << row.cuda().sum().item<float>();
}
int main(int argc, char** argv) {
  score(read(argv));
  for (int i = 0; i < argc; i++) cudaDeviceSynchronize();
  for (auto& batch : *loader) {
    optimizer.zero_grad();
    auto loss = torch::mse_loss(model->forward(batch.data.cuda()), batch.target.cuda());
    loss.backward();
    optimizer.step();
  }
}
)"),
            (Found{"10: SF102", "10: SF102"}));
}

TEST(CxxRunOnce, WhatAnExampleShows) {
  constexpr const char* kSource = R"(void shows() {
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; i++) cudaDeviceSynchronize();
}
)";
  EXPECT_EQ(findings("examples/shows.cu", kSource), (Found{"3: SF601"}));
  EXPECT_EQ(findings("samples/cpp/shows.cu", kSource), (Found{"3: SF601"}));
  EXPECT_EQ(findings("src/shows.cu", kSource), (Found{"2: SF601", "3: SF601"}));
  EXPECT_EQ(findings("unit_test/shows.cu", kSource), Found{});
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

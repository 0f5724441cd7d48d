// Which loops and functions of C++ are steps, by what they hand on from round to round and by their names.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using Found = std::vector<std::string>;

/// "3" of each finding that is at least so hot.
Found lines(std::string_view source, engine::Temperature temperature) {
  driver::CheckRequest request;
  request.text = driver::SourceText{"steps.cu", std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.temperature = temperature;
  driver::Progress progress;
  const driver::CheckResult result = driver::check(request, progress);
  Found found;
  for (const engine::Finding& finding : result.report.findings)
    found.push_back(std::to_string(result.report.files[finding.file].lines->position(finding.range.begin).line));
  std::ranges::sort(found);
  return found;
}

TEST(CxxSteps, PartsOfAFileAreNone) {
  EXPECT_EQ(lines(R"(void load(char* to, char* buffer, size_t left, size_t chunk, int file) {
  while (left > 0) {
    size_t count = std::min(left, chunk);
    ssize_t read = pread(file, buffer, count, at);
    cudaMemcpy(to, buffer, read, cudaMemcpyHostToDevice);
    to += read;
    left -= read;
  }
}
void upload(char* to, char* buffer, uint64_t end, uint64_t chunk) {
  for (uint64_t at = 0; at < end;) {
    auto count = std::min(end - at, chunk);
    cudaMemcpy(to + at, buffer + at, count, cudaMemcpyHostToDevice);
    at = at + count;
  }
}
void denoise(State state, cudaStream_t stream) {
  for (size_t i = 0; i < 50; ++i) {
    state = advance(state, i) + state;
    cudaStreamSynchronize(stream);
  }
}
)",
                  engine::Temperature::kHot),
            (Found{"20"}));
}

TEST(CxxSteps, SearchesForTheFastestKernelAreNone) {
  EXPECT_EQ(lines(R"(void autotune(cudaStream_t stream, int max_iterations) {
  for (int iter = 0; iter < max_iterations; ++iter) cudaStreamSynchronize(stream);
}
void solve(cudaStream_t stream, int max_iterations) {
  for (int iter = 0; iter < max_iterations; ++iter) cudaStreamSynchronize(stream);
}
)",
                  engine::Temperature::kHot),
            (Found{"5"}));
}

TEST(CxxSteps, WindowsAskForEachFrame) {
  EXPECT_EQ(lines(R"(void display() { cudaDeviceSynchronize(); }
void idle() { cudaDeviceSynchronize(); }
void keyboard(unsigned char key, int x, int y) { cudaDeviceSynchronize(); }
void run() {
  glutDisplayFunc(display);
  glutIdleFunc(idle);
  glutKeyboardFunc(keyboard);
}
)",
                  engine::Temperature::kHot),
            (Found{"1", "2"}));
}

TEST(CxxSteps, OperatorsFillTheirArguments) {
  EXPECT_EQ(lines(R"(#include <torch/extension.h>
int scale(at::Tensor points, at::Tensor out) {
  cudaDeviceSynchronize();
  return 1;
}
void report(at::Tensor points, int number) {
  cudaDeviceSynchronize();
}
)",
                  engine::Temperature::kHot),
            (Found{"3"}));
}

TEST(CxxSteps, EachTestCaseIsCold) {
  EXPECT_EQ(lines(R"(TEST_CASE("one", "[graph]") {
  cudaDeviceSynchronize();
}
TEST_CASE("two", "[graph]") {
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i) cudaDeviceSynchronize();
}
void helps() { cudaDeviceSynchronize(); }
)",
                  engine::Temperature::kWarm),
            (Found{"8"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

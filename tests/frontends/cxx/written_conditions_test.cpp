// Conditions that the text itself answers, or says what to expect of.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using Found = std::vector<std::string>;

/// "3: SF601" of each finding at default settings, with a "?" behind those that are only possible where these are asked
/// for.
Found findings(std::string_view source, engine::Confidence confidence = engine::Confidence::kLikely,
               const char* name = "steps.cu") {
  driver::CheckRequest request;
  request.text = driver::SourceText{name, std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.confidence = confidence;
  driver::Progress progress;
  const driver::CheckResult result = driver::check(request, progress);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    const auto line = result.report.files[finding.file].lines->position(finding.range.begin).line;
    const bool perhaps = finding.confidence == engine::Confidence::kPossible;
    found.push_back(std::to_string(line) + ": " + std::string(finding.code) + (perhaps ? "?" : ""));
  }
  std::ranges::sort(found);
  return found;
}

TEST(CxxConditions, WhatTheTextDoesNotExpectIsSeldom) {
  EXPECT_EQ(findings(R"(#define RARELY(x) __builtin_expect(!!(x), 0)
void launch(unsigned flags, bool waits) {
  if (unlikely(flags & kBlocking)) cudaDeviceSynchronize();
  if (PROJECT_UNLIKELY(waits) && flags) cudaDeviceSynchronize();
  if (ABSL_PREDICT_FALSE(waits)) cudaDeviceSynchronize();
  if (RARELY(waits)) cudaDeviceSynchronize();
  if (!likely(waits)) cudaDeviceSynchronize();
  if (likely(waits)) cudaDeviceSynchronize();
  if (!unlikely(waits)) cudaDeviceSynchronize();
  if (__builtin_expect(waits, 1)) cudaDeviceSynchronize();
}
)"),
            (Found{"10: SF601", "8: SF601", "9: SF601"}));
}

TEST(CxxConditions, NumbersAndWordsAreAnswers) {
  EXPECT_EQ(findings(R"(#define HAS_GPU 0
void steps(bool waits, int n) {
  if constexpr (0) { cudaDeviceSynchronize(); }
  if (false) cudaDeviceSynchronize();
  if (waits && 0) cudaDeviceSynchronize();
  if (!true) cudaDeviceSynchronize();
  if (HAS_GPU) cudaDeviceSynchronize();
  if (n == 0) cudaDeviceSynchronize();
  do { cudaDeviceSynchronize(); } while (0);
  if (1) cudaDeviceSynchronize(); else cudaStreamSynchronize(0);
  if (waits || true) return;
  cudaDeviceSynchronize();
}
)"),
            (Found{"10: SF601", "7: SF601", "8: SF601", "9: SF601"}));
}

TEST(CxxConditions, LevelsOfDebuggingAreSeldom) {
  EXPECT_EQ(findings(R"(void steps(const std::string& level) {
  if (level == "DEBUG") cudaDeviceSynchronize();
  if (level != "debug") return;
  cudaDeviceSynchronize();
}
void other(const std::string& level) {
  if (level == "warn") cudaDeviceSynchronize();
}
)"),
            (Found{"7: SF601"}));
}

TEST(CxxConditions, AssertionsAreOfBuildsForDebugging) {
  EXPECT_EQ(findings(R"(void steps(cudaStream_t stream, torch::Tensor x) {
  assert(cudaStreamSynchronize(stream) == cudaSuccess);
  DCHECK_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  CHECK_EQ(cudaStreamSynchronize(stream), cudaSuccess);
}
)",
                     engine::Confidence::kPossible),
            (Found{"2: SF601?", "3: SF601?", "4: SF601"}));
}

TEST(CxxConditions, AParameterIsChangedInItsFunctionAlone) {
  EXPECT_EQ(findings(R"(void take_constants(float* table, int* size) {
  if (size) cudaMemcpyFromSymbol(size, d_size, 4);
}
void give_constants(float* table, int size) {
  send(&size);
}
void without(float* table) { take_constants(table, NULL); }
void with(float* table, int* size) { take_constants(table, size); }
)",
                     engine::Confidence::kPossible),
            (Found{"2: SF602", "8: SF602?"}));
}

TEST(CxxConditions, WhatIsMadeWhereItIsMissingIsMadeOnce) {
  EXPECT_EQ(findings(R"(struct Layer {
  void run() {
    if (!weight_packed_) {
      cudaDeviceSynchronize();
      weight_packed_ = true;
    }
    if (!table_.defined()) {
      cudaDeviceSynchronize();
      table_ = made();
    }
    if (!other_.defined()) cudaDeviceSynchronize();
  }
  bool weight_packed_;
  torch::Tensor table_;
  torch::Tensor other_;
};
)"),
            (Found{"11: SF601"}));
}

TEST(CxxConditions, WhatIsUndefinedIsNoTensor) {
  EXPECT_EQ(findings(R"(torch::Tensor moved(const torch::Tensor& x, const torch::TensorOptions& options) {
  return x.defined() ? x.to(options) : x;
}
void tokens(const torch::Tensor& x) {
  const auto& host = moved(x, torch::kCPU);
  std::vector<int64_t> numbers = {host[0].item<int64_t>()};
}
)"),
            (Found{"2: SF101", "5: SF101"}));
}

TEST(CxxConditions, AConstructorResetsNothingLater) {
  EXPECT_EQ(findings(R"(Manager::Manager(int size) : size_(size), table_{0} {
  tried_init_ = false;
  done_setup_ = false;
}
void Manager::run() {
  if (!tried_init_) {
    tried_init_ = true;
    cudaDeviceSynchronize();
  }
  if (!done_setup_) {
    done_setup_ = true;
    cudaDeviceSynchronize();
  }
}
void Manager::clear() { done_setup_ = false; }
)"),
            (Found{"12: SF601"}));
}

TEST(CxxConditions, SettingsSeldomChange) {
  EXPECT_EQ(findings(R"(void blur(float scale, int frame) {
  static float old_scale = -1;
  static int last_frame = -1;
  if (scale != old_scale) {
    cudaDeviceSynchronize();
    old_scale = scale;
  }
  if (last_frame != frame) {
    cudaDeviceSynchronize();
    last_frame = frame;
  }
  if (scale != old_scale) cudaDeviceSynchronize();
}
)"),
            (Found{"12: SF601", "9: SF601"}));
}

TEST(CxxConditions, WhoMeasuresWaitsOnPurpose) {
  EXPECT_EQ(findings(R"(void solve(const Options& options, cudaStream_t stream) {
  if (options.fineGrainedTimings) cudaStreamSynchronize(stream);
  if (timing || INSTRUMENT) cudaStreamSynchronize(stream);
  if (options.times) cudaStreamSynchronize(stream);
}
)"),
            (Found{"4: SF601"}));
}

TEST(CxxConditions, WhoLooksOnIsSeldom) {
  EXPECT_EQ(findings(R"(void solve(Options* options, cudaStream_t stream) {
  if (verbose_ == 2) cudaStreamSynchronize(stream);
  if (options->debuglevel & (kMoves | kRounds)) cudaStreamSynchronize(stream);
  if (verbose_ == 0) cudaStreamSynchronize(stream);
  if (options->flags & kMoves) cudaStreamSynchronize(stream);
}
)"),
            (Found{"4: SF601", "5: SF601"}));
}

TEST(CxxConditions, AFileForTheCpuByItsFirstWord) {
  constexpr std::string_view kSource = R"(void give(std::optional<torch::Tensor> to) {
  to.value().copy_(torch::zeros({3}));
}
void sum(const torch::Tensor& x) { use(x.sum().item<float>()); }
)";
  EXPECT_EQ(findings(kSource, engine::Confidence::kLikely, "CpuDecoder.cpp"), Found{});
  EXPECT_EQ(findings(kSource, engine::Confidence::kLikely, "CpuToCudaDecoder.cpp"), (Found{"2: SF102", "4: SF301"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

// The rules that follow control flow where the model leaves out what C++ does to numbers and behind pointers.
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

driver::CheckResult check(std::string_view source, engine::Temperature temperature = engine::Temperature::kCold) {
  driver::CheckRequest request;
  request.text = driver::SourceText{"flow.cpp", "#include <torch/torch.h>\n" + std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.temperature = temperature;
  driver::Progress progress;
  return driver::check(request, progress);
}

/// "3", the lines of the source that the rule names.
Found lines(std::string_view source, std::string_view code,
            engine::Temperature temperature = engine::Temperature::kCold) {
  const driver::CheckResult result = check(source, temperature);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    const bool is_named = finding.code == code || std::ranges::any_of(finding.also, [&](const engine::AlsoFound& also) {
                            return also.code == code;
                          });
    const auto line = result.report.files[finding.file].lines->position(finding.range.begin).line;
    if (is_named) found.push_back(std::to_string(line - 1));
  }
  std::ranges::sort(found);
  return found;
}

/// What the rule says should be done instead, at its only place.
std::string hint(std::string_view source, std::string_view code) {
  const driver::CheckResult result = check(source);
  for (const engine::Finding& finding : result.report.findings) {
    for (const engine::AlsoFound& also : finding.also) {
      if (also.code == code) return also.hint;
    }
  }
  return {};
}

TEST(CxxReads, InARow) {
  EXPECT_EQ(lines(R"(void read(torch::Tensor a, torch::Tensor b, torch::Tensor c) {
  float x = a.item<float>();
  float y = b.item<float>();
  const auto z = c.max().item<float>();
  use(x, y, z);
}
)",
                  "SF701"),
            (Found{"2"}));
}

TEST(CxxReads, ThatDependOnEachOtherAreTwo) {
  EXPECT_EQ(lines(R"(void by_a_size(torch::Tensor a) {
  int64_t n = a.max().item<int64_t>();
  auto b = torch::zeros({n}, a.options());
  int64_t m = b.argmax().item<int64_t>();
  use(m);
}
void by_an_index(torch::Tensor a, torch::Tensor t) {
  int64_t n;
  n = a.max().item<int64_t>();
  int64_t m = t[n].item<int64_t>();
  use(m);
}
void by_a_branch(torch::Tensor a, torch::Tensor b) {
  if (a.item<float>() > 1) return;
  float y = b.item<float>();
  use(y);
}
)",
                  "SF701"),
            (Found{}));
}

TEST(CxxReads, AreJoinedInTheWordsOfCxx) {
  EXPECT_EQ(hint(R"(void read(torch::Tensor a, torch::Tensor b) {
  float x = a.item<float>();
  float y = b.item<float>();
}
)",
                 "SF701"),
            "wait once for all of them: read the elements of `torch::stack({a, b}).cpu()`");
  EXPECT_EQ(hint(R"(void read(torch::Tensor a) {
  float x = a[0].item<float>();
  float y = a[1].item<float>();
}
)",
                 "SF701"),
            "wait once for all of them: read the elements of `a.cpu()`");
  EXPECT_EQ(hint(R"(void read(torch::Tensor a, torch::Tensor b) {
  float x = a.item<float>();
  auto y = b.item<int64_t>();
}
)",
                 "SF701"),
            "wait once for all of them: read the elements of one tensor, which is copied to the host: "
            "`torch::stack({…}).cpu()`");
}

constexpr std::string_view kTraining = R"(void train(torch::nn::Sequential model, torch::optim::SGD& optimizer,
           torch::Tensor data, torch::Tensor target) {
  double running = 0;
  for (int step = 0; step < 1000; ++step) {
    auto loss = torch::nll_loss(model->forward(data), target);
    READ
    loss.backward();
    optimizer.step();
    USE
  }
}
)";

Found before_backward(std::string_view read, std::string_view use = "") {
  std::string source(kTraining);
  source.replace(source.find("READ"), 4, read);
  source.replace(source.find("USE"), 3, use);
  return lines(source, "SF702");
}

TEST(CxxReads, ThatHoldTheBackwardPassBack) {
  EXPECT_EQ(before_backward("running += loss.item<double>();"), (Found{"6"}));
  EXPECT_EQ(before_backward("const double value = loss.item<double>();", "running += value;"), (Found{"6"}));
  EXPECT_EQ(before_backward("std::cout << \"loss \" << loss.item<float>() << std::endl;"), (Found{"6"}));
  EXPECT_EQ(before_backward("printf(\"%f\", loss.item<float>());"), (Found{"6"}));
}

TEST(CxxReads, ThatDecideAboutTheBackwardPass) {
  EXPECT_EQ(before_backward("if (loss.item<float>() > 100) continue;"), (Found{}));
  EXPECT_EQ(before_backward("const float value = loss.item<float>(); if (value > 100) break;"), (Found{}));
  EXPECT_EQ(before_backward("float value; value = loss.item<float>(); if (value > 100) break;"), (Found{}));
  EXPECT_EQ(before_backward("schedule.take(loss.item<float>());"), (Found{}));
  EXPECT_EQ(before_backward("", "running += loss.item<double>();"), (Found{}));
}

TEST(CxxReads, GiveTheSameInEachRound) {
  EXPECT_EQ(lines(R"(torch::Tensor scaled(torch::Tensor x, torch::Tensor scale, int n) {
  for (int i = 0; i < n; ++i) {
    x = x.mm(x) * scale.item<float>();
  }
  return x;
}
)",
                  "SF704"),
            (Found{"3"}));
}

TEST(CxxReads, MayGiveAnotherNumberInEachRound) {
  constexpr std::string_view kLoop = R"(struct Net {
  torch::Tensor scale_;
  void run(torch::Tensor x, torch::Tensor table, int n) {
    int j = 0;
    float* values = table.data_ptr<float>();
    for (int i = 0; i < n; ++i) {
      torch::Tensor row = x.mm(x);
      READ
    }
  }
};
)";
  for (const std::string_view read :
       {"x = x * x[i].item<float>();", "use(x[j++].item<float>());", "use(x[next(&j)].item<float>());",
        "use(scale_.item<float>());", "use(row.max().item<float>());", "TORCH_CHECK(row.max().item<float>() > 0);",
        "use(table.max().item<float>());", "fill(x); use(x.max().item<float>());",
        "x.add_(1); use(x.max().item<float>());",
        "kernel<<<1, 1>>>(x.data_ptr<float>()); use(x.max().item<float>());"}) {
    std::string source(kLoop);
    source.replace(source.find("READ"), 4, read);
    EXPECT_EQ(lines(source, "SF704"), (Found{})) << read;
  }
}

TEST(CxxWaits, ForAnEventThatIsMeasuredAreChecked) {
  for (const std::string_view check : {"#define CHECK(call) check_status(call, __FILE__, __LINE__)\n",
                                       "#define CHECK(call) check(call, 1)\n", "#define CHECK(call) call\n"}) {
    EXPECT_EQ(lines(std::string(check) + R"(void check(cudaError_t error, int line) {
  if (error != cudaSuccess) exit(1);
}
float measure(cudaEvent_t start, cudaEvent_t stop, float ms) {
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  return ms;
}
)",
                    "SF601", engine::Temperature::kWarm),
              (Found{}))
        << check;
  }
}

TEST(CxxWaits, ForAnEventThatIsMeasuredStandInMacros) {
  EXPECT_EQ(
      lines(R"(#define CHECK_CUDA(call) { int _e = (call); if (_e != 0) { std::cout << _e << __FILE__; exit(1); } }
float measure(cudaEvent_t start, cudaEvent_t stop, float ms) {
  CHECK_CUDA(cudaEventRecord(stop));
  CHECK_CUDA(cudaEventSynchronize(stop));
  CHECK_CUDA(cudaEventElapsedTime(&ms, start, stop));
  return ms;
}
)",
            "SF601", engine::Temperature::kWarm),
      (Found{}));
}

TEST(CxxCopies, OneAfterAnother) {
  EXPECT_EQ(lines(R"(std::vector<torch::Tensor> copies(const std::vector<torch::Tensor>& outputs) {
  std::vector<torch::Tensor> host;
  for (const auto& output : outputs) {
    host.push_back(output.cpu());
  }
  for (size_t i = 0; i < outputs.size(); ++i) host.emplace_back(outputs[i].to(torch::kCPU));
  for (const auto& output : outputs) {
    auto copy = output.cpu();
    use(copy);
  }
  return host;
}
)",
                  "SF705"),
            (Found{"4", "6"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx

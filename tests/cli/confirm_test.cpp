// `confirm`: over a CUDA driver that is played (tests/gpu_validation/fake_cuda.cpp), and over recordings.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using nlohmann::json;

/// A stand-in for torch whose `item()` makes the driver calls that torch's makes.
constexpr std::string_view kPlayedTorch = R"(import ctypes, os

_cuda = ctypes.CDLL(os.environ["FAKE_CUDA"])
_cuda.fake_init()

def _arguments(*words):
    return (ctypes.c_void_p * 5)(*words)

class Tensor:
    def backward(self):
        _cuda.fake_call(b"cuLaunchKernel", _arguments(), 5, 1)
    def item(self):
        _cuda.fake_wait()
        return 1.0

def ones(*_, **__):
    return Tensor()
)";

constexpr std::string_view kTraining = R"(import ctypes, os
import torch

def train(loader, step):
    for batch in loader:
        loss = torch.ones((), device='cuda')
        loss.backward()
        print(loss.item())
        if batch < 0:
            print(float(loss))
        step()

def end_of_step():
    path = os.environ.get("SYNCFREE_OBSERVER")
    return ctypes.CDLL(path).syncfree_step if path else lambda: None

train(range(20), end_of_step())
)";

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string played(const std::string& options, const std::string& program) {
  return "confirm --isolated --cupti '" FAKE_CUDA "' " + options + " -- env FAKE_CUDA='" FAKE_CUDA "' " + program;
}

/// What the observer writes of one rank, with one site at train.py:8:15, `loss.item()`, in the first of two steps.
std::string record(int rank, double blocked_ms, const std::string& folder) {
  json site = {
      {"frames",
       json::array({{{"file", "/somewhere/torch/_tensor.py"}, {"function", "Tensor.f"}, {"range", {1, 0, 1, 5}}},
                    {{"file", "train.py"}, {"function", "train"}, {"range", {8, 14, 8, 25}}}})},
      {"native", json::array()},
      {"thread", "main"},
      {"node", ""},
      {"calls", {{"cuStreamSynchronize", 2}}},
      {"start_up",
       {{"visits", 9}, {"blocked", 9}, {"blocked_ns", 9e9}, {"longest_ns", 1e9}, {"idle_ns", 0}, {"idles", 0}}},
      {"observed",
       {{"visits", 2},
        {"blocked", 2},
        {"blocked_ns", 2 * blocked_ms * 1e6},
        {"longest_ns", 4e6},
        {"idle_ns", 1e6},
        {"idles", 2}}}};
  const json document = {
      {"format", 1},
      {"process", 100 + rank},
      {"command", "python train.py"},
      {"folder", folder},
      {"rank", std::to_string(rank)},
      {"attached", true},
      {"message", ""},
      {"python", "3.12.3"},
      {"python_problem", ""},
      {"steps", {{"source", "optimizer"}, {"seen", 9}, {"observed_ns", {10e6, 10e6}}, {"unobserved_ns", {8e6, 8e6}}}},
      {"lines_known", true},
      {"lines", {{"train.py", {1, 3, 4, 5, 6, 7, 8}}}},
      {"sites", json::array({site})}};
  return document.dump();
}

json results_of(const Outcome& outcome) { return json::parse(outcome.out).at("results"); }

TEST(Confirm, KeepsTheProgramsOutputAndStatus) {
  const Workplace place;
  const Outcome outcome = place.run("confirm -- sh -c 'echo out; echo oops >&2; exit 3'");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "out\n");
  EXPECT_EQ(outcome.error, "oops\nerror: the program did not use CUDA, so there was nothing to observe\n");
}

TEST(Confirm, SaysWhatWentWrongInOneLine) {
  const Workplace place;
  EXPECT_EQ(place.run("confirm -- true").status, 2);
  EXPECT_EQ(place.run("confirm -- no-such-program").error, "error: no-such-program: No such file or directory\n");
  EXPECT_EQ(place.run("confirm -- sh -c 'kill -9 $$'").status, 137);
  EXPECT_EQ(place.run("confirm").status, 2);
  EXPECT_EQ(place.run("confirm --trace x -- true").status, 2);
  EXPECT_EQ(place.run("confirm --trace nothing-there").error, "error: nothing-there: No such file or directory\n");
  EXPECT_EQ(place.run("confirm --output-format junit -- true").status, 2);
  const Outcome taken = place.run_with("export CUDA_INJECTION64_PATH=/other.so &&", "confirm -- true");
  EXPECT_EQ(taken.status, 2);
  EXPECT_TRUE(has(taken.error, "--trace")) << taken.error;
}

TEST(Confirm, EndsAProgramThatHangs) {
  const Workplace place;
  const Outcome outcome = place.run("confirm --time-limit 0.3 -- sleep 30");
  EXPECT_EQ(outcome.status, 124);
  EXPECT_TRUE(has(outcome.error, "did not end within 0.3 s")) << outcome.error;
}

TEST(Confirm, TiesAStallOfARunningProgramToItsFinding) {
  const Workplace place;
  place.write("torch.py", kPlayedTorch);
  place.write("train.py", kTraining);
  const Outcome outcome = place.run(
      played("--warmup 2 --steps 5 --source train.py --output-format json --output-file out.json", PYTHON " train.py"));
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_TRUE(has(outcome.out, "1.0\n1.0\n")) << outcome.out;
  const json document = json::parse(place.read("out.json"));
  EXPECT_EQ(document.at("processes").at(0).at("steps_observed"), 5);
  EXPECT_EQ(document.at("processes").at(0).at("step_source"), "marker");
  EXPECT_FALSE(document.at("processes").at(0).at("overhead").is_null());
  const json& first = document.at("results").at(0);
  EXPECT_EQ(first.at("outcome"), "confirmed") << document.dump(2);
  EXPECT_EQ(first.at("code"), "SF301");
  EXPECT_EQ(first.at("location").at("start").at("line"), 8);
  EXPECT_EQ(first.at("location").at("start").at("column"), 15);
  EXPECT_EQ(first.at("total").at("blocked"), 1.0);
  EXPECT_GT(first.at("total").at("blocked_ms"), 0.2);
  EXPECT_GT(first.at("total").at("gpu_idle_after_ms"), 0.0);
  EXPECT_TRUE(has(first.at("calls").get<std::string>(), "cuMemcpyDtoHAsync_v2, cuStreamSynchronize"))
      << first.at("calls").get<std::string>();
}

TEST(Confirm, LeavesAKilledProgramsRecord) {
  const Workplace place;
  place.write("torch.py", kPlayedTorch);
  place.write("train.py",
              std::string(kTraining) + "import time, signal\ntime.sleep(1)\nos.kill(os.getpid(), signal.SIGKILL)\n");
  const Outcome outcome = place.run(played("--source train.py --output-format concise", PYTHON " train.py"));
  EXPECT_EQ(outcome.status, 137);
  EXPECT_TRUE(has(outcome.error, "train.py:8:15: SF301 [confirmed]")) << outcome.error;
}

TEST(Confirm, SaysThatAProfilerHoldsCupti) {
  const Workplace place;
  place.write("torch.py", kPlayedTorch);
  place.write("train.py", kTraining);
  const Outcome outcome = place.run(played("", "FAKE_CUPTI_TAKEN=1 " PYTHON " train.py"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(has(outcome.error, "another profiler holds CUPTI")) << outcome.error;
  EXPECT_TRUE(has(outcome.error, "--trace")) << outcome.error;
}

TEST(Confirm, MergesRanks) {
  const Workplace place;
  const std::string folder = (place.folder() / "work").string();
  place.write("train.py",
              std::string(kOneRead) + "\ndef other(x: torch.Tensor):\n    while x.cuda().sum() > 0:\n        pass\n");
  place.write("record/100.json", record(0, 2.0, folder));
  place.write("record/101.json", record(1, 3.0, folder));
  const Outcome outcome = place.run("confirm --isolated --trace record --temperature cold --output-format json");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  const json results = results_of(outcome);
  ASSERT_GE(results.size(), 2U) << results.dump(2);
  EXPECT_EQ(results[0].at("outcome"), "confirmed");
  EXPECT_EQ(results[0].at("total").at("blocked"), 2.0);  // one for each rank and step
  EXPECT_EQ(results[0].at("total").at("blocked_ms"), 5.0);
  EXPECT_EQ(results[0].at("by_process")[0].at("process"), "rank 0");
  EXPECT_EQ(results[0].at("by_process")[0].at("blocked_ms"), 2.0);
  EXPECT_EQ(results[0].at("by_process")[1].at("blocked_ms"), 3.0);
  for (std::size_t i = 1; i < results.size(); ++i) EXPECT_EQ(results[i].at("outcome"), "not reached") << results[i];
  const Outcome text = place.run("confirm --isolated --trace record --exit-zero");
  EXPECT_EQ(text.status, 0);
  EXPECT_TRUE(has(text.out, "train.py:8:15: SF301 confirmed: 2.00 times and 5.00 ms a step (25.0 % of it)"))
      << text.out;
  EXPECT_TRUE(
      has(text.out, "rank 1: 2 steps observed of 9 (optimizer), 10.0 ms each; the observer costs 25.0 % of a step"))
      << text.out;
}

TEST(Confirm, TellsWhatRanWithoutBlockingAndWhatWasNotFound) {
  const Workplace place;
  const std::string folder = (place.folder() / "work").string();
  place.write("train.py", kOneRead);
  json elsewhere = json::parse(record(0, 2.0, folder));
  elsewhere["sites"][0]["frames"][1]["range"] = {6, 8, 6, 23};  // loss.backward()
  place.write("record/100.json", elsewhere.dump());
  const json results = results_of(place.run("confirm --isolated --trace record --output-format json"));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].at("outcome"), "blocked but not found");
  EXPECT_EQ(results[0].at("location").at("start").at("line"), 6);
  EXPECT_EQ(results[0].at("through").at(0), "/somewhere/torch/_tensor.py:1 Tensor.f");
  EXPECT_EQ(results[1].at("outcome"), "reached without blocking");

  elsewhere["lines_known"] = false;
  place.write("record/100.json", elsewhere.dump());
  EXPECT_TRUE(has(place.run("confirm --isolated --trace record --output-format concise").out,
                  "train.py:8:15: SF301 [not seen to block]"))
      << place.run("confirm --isolated --trace record --output-format concise").out;
  const json sarif = json::parse(place.run("confirm --isolated --trace record --output-format sarif").out);
  EXPECT_EQ(sarif.at("runs")[0].at("results")[0].at("ruleId"), "blocked-but-not-found");
}

/// What the trace was recorded of: bench/confirm/train.py as it was then.
std::string recorded_training() {
  std::ifstream file("bench/confirm/train.py", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

TEST(Confirm, ReadsATraceOfPyTorchsProfiler) {
  const Workplace place;
  place.write("train.py", recorded_training());
  const std::string trace = std::filesystem::absolute("tests/cli/confirm_data/torch_trace.json.gz").string();
  const json document = json::parse(place.run("confirm --isolated --output-format json --trace '" + trace + "'").out);
  EXPECT_EQ(document.at("processes").at(0).at("steps_observed"), 2);
  const json& results = document.at("results");
  const auto described = [&](std::size_t i) {
    const json& result = results.at(i);
    return result.at("outcome").get<std::string>() + " " + result.value("code", "-") + " line " +
           std::to_string(result.at("location").at("start").at("line").get<int>());
  };
  ASSERT_EQ(results.size(), 8U);
  EXPECT_EQ(described(0), "confirmed SF302 line 75");
  EXPECT_EQ(described(1), "confirmed SF202 line 46");
  EXPECT_EQ(described(2), "confirmed SF501 line 73");  // in the backward pass that train() starts
  EXPECT_EQ(described(3), "confirmed SF501 line 49");  // the second of two that are alike in forward()
  EXPECT_EQ(described(4), "reached without blocking SF501 line 48");
  EXPECT_EQ(described(7), "not seen to block SF301 line 55");  // nothing calls validate()
  EXPECT_NEAR(results[0].at("total").at("blocked_ms"), 15.42, 0.05);
  EXPECT_NEAR(results[0].at("total").at("gpu_idle_after_ms"), 0.56, 0.02);
  EXPECT_TRUE(has(results[2].at("calls"), "IndexBackward0"));
}

TEST(Confirm, ReadsAnExportOfNsightSystems) {
  const Workplace place;
  const std::string maker = std::filesystem::absolute("tests/cli/confirm_data/make_nsight_export.py").string();
  ASSERT_EQ(std::system((PYTHON " '" + maker + "' '" + (place.folder() / "work/report.sqlite").string() + "'").c_str()),
            0);
  place.write("step.cu",
              "#include <cuda_runtime.h>\n"
              "void train_step(float* data, int count) {\n"
              "  cudaStreamSynchronize(nullptr);\n"
              "}\n");
  const Outcome outcome = place.run("confirm --isolated --output-format json --source step.cu --trace report.sqlite");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  const json results = results_of(outcome);
  ASSERT_EQ(results.size(), 2U) << results.dump(2);
  EXPECT_EQ(results[0].at("outcome"), "confirmed");
  EXPECT_EQ(results[0].at("code"), "SF601");
  EXPECT_EQ(results[0].at("location").at("start").at("line"), 3);
  EXPECT_EQ(results[0].at("total").at("blocked"), 2.0);
  EXPECT_NEAR(results[0].at("total").at("blocked_ms"), 3.97, 1e-6);
  EXPECT_EQ(results[1].at("outcome"), "blocked but not found");
  EXPECT_EQ(results[1].at("location").at("function"), "NVTX range loader");
  EXPECT_TRUE(has(results[1].at("calls"), "device to pageable, at most 4 KiB")) << results[1];
}

TEST(Confirm, SaysThatATraceIsBroken) {
  const Workplace place;
  place.write("empty.json", "");
  place.write("other.json", "{\"a\": [1, 2]}");
  place.write("cut.json.gz", "\x1f\x8b\x08");
  place.write("other.sqlite", "SQLite format 3 of something else");
  for (const char* name : {"empty.json", "other.json", "cut.json.gz", "other.sqlite"}) {
    const Outcome outcome = place.run("confirm --trace " + std::string(name));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.error.starts_with("error: " + std::string(name) + ": ")) << outcome.error;
  }
}

TEST(Confirm, SaysThatARecordIsBroken) {
  const Workplace place;
  place.write("record/1.json", "{\"format\": 2}");
  const Outcome outcome = place.run("confirm --trace record");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(has(outcome.error, "record/1.json")) << outcome.error;
  EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

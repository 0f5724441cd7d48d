// `confirm --compare`, `--max-waits`, `--budget` and `--fail-on-new`.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/confirm/comparison.h"
#include "cli/confirm/gate.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

using nlohmann::json;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// The recorded training, and its report in before.json.
void bring_training(const Workplace& place) {
  std::string record = content_of("tests/cli/confirm_data/train/1.json");
  const std::string folder = (place.folder() / "work").string();
  for (std::size_t at = 0; (at = record.find("/somewhere/work", at)) != std::string::npos;)
    record.replace(at, std::string_view("/somewhere/work").size(), folder);
  place.write("record/1.json", record);
  place.write("record/1.timeline", content_of("tests/cli/confirm_data/train/1.timeline"));
  place.write("train.py", content_of("bench/confirm/train.py"));
  place.run("confirm --isolated --trace record --output-format json --output-file before.json");
}

constexpr std::string_view kConfirm = "confirm --isolated --trace record ";

TEST(ConfirmGate, AnUnchangedRunIsWithinTheSpread) {
  const Workplace place;
  bring_training(place);
  const Outcome outcome = place.run(std::string(kConfirm) + "--compare before.json --fail-on-new --max-waits 5");
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "Compared with before.json:\n  step:    17.6 ms (")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, " now, 0.0 % less, within the spread\n")) << outcome.out;
  EXPECT_FALSE(has(outcome.out, "new: ")) << outcome.out;
  EXPECT_FALSE(has(outcome.out, "failed:")) << outcome.out;
}

TEST(ConfirmGate, NamesWhatIsNew) {
  const Workplace place;
  bring_training(place);
  json before = json::parse(place.read("before.json"));
  EXPECT_EQ(before.at("results").at(0).at("location").at("source"), "norm.isnan()");
  before.at("results").erase(0);
  before.at("results").at(0).at("location").at("start").at("line") = 3;  // lines above it have come since then
  place.write("before.json", before.dump());
  const std::string command = std::string(kConfirm) + "--compare before.json ";
  const Outcome outcome = place.run(command + "--fail-on-new");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(has(outcome.out, "\nfailed: new: the host is blocked at train.py:75:12 (SF302), 1.00 time and "))
      << outcome.out;
  EXPECT_EQ(outcome.out.find("failed:"), outcome.out.rfind("failed:")) << outcome.out;
  EXPECT_EQ(place.run(command + "--fail-on-new --exit-zero").status, 0);
  const json now = json::parse(place.run(command + "--output-format json --fail-on-new").out);
  EXPECT_EQ(now.at("comparison").at("new").at(0).at("place"), "train.py:75:12");
  EXPECT_TRUE(now.at("comparison").at("gone").empty());
  EXPECT_EQ(now.at("failures").size(), 1U);
}

TEST(ConfirmGate, HoldsToABudget) {
  const Workplace place;
  bring_training(place);
  EXPECT_EQ(place.run(std::string(kConfirm) + "--max-waits 4").status, 1);
  place.write("wide.toml", "max-waits = 5\nmax-blocked-ms = 10.0\nmax-idle-share = 0.2\nmax-step-ms = 20\n");
  EXPECT_EQ(place.run(std::string(kConfirm) + "--budget wide.toml").status, 0);
  EXPECT_EQ(place.run(std::string(kConfirm) + "--budget wide.toml --max-waits 4").status, 1);
  place.write("tight.toml", "max-blocked-ms = 1.5\nmax-idle-share = 0.1\nmax-step-ms = 17\n");
  const Outcome outcome = place.run(std::string(kConfirm) + "--budget tight.toml --output-format concise");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(has(outcome.out, "failed: how long the host is blocked a step: 6.09 ms, and the budget allows 1.50 ms\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "failed: how long the GPU is idle: 14.5 %, and the budget allows 10.0 %\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "failed: how long a step takes: 17.6 ms, and the budget allows 17.0 ms\n"))
      << outcome.out;
}

TEST(ConfirmGate, SaysWhatIsWrongWithItsFiles) {
  const Workplace place;
  bring_training(place);
  place.write("other.toml", "max-wait = 5\n");
  place.write("broken.toml", "max-waits = = 5\n");
  place.write("negative.toml", "max-waits = -1\n");
  place.write("empty.toml", "");
  place.write("other.json", "[1]");
  const auto error_of = [&](const std::string& options) {
    const Outcome outcome = place.run(std::string(kConfirm) + options);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
    return outcome.error;
  };
  EXPECT_EQ(error_of("--budget other.toml"), "error: other.toml: there is no bound `max-wait`\n");
  EXPECT_TRUE(has(error_of("--budget broken.toml"), "broken.toml: no valid TOML in line 1"));
  EXPECT_EQ(error_of("--budget negative.toml"), "error: negative.toml: `max-waits` is a number from 0 on\n");
  EXPECT_EQ(error_of("--budget empty.toml"), "error: empty.toml: it bounds nothing\n");
  EXPECT_EQ(error_of("--budget none.toml"), "error: none.toml: No such file or directory\n");
  EXPECT_TRUE(has(error_of("--compare other.json"), "other.json: no report of"));
  EXPECT_EQ(error_of("--compare none.json"), "error: none.json: No such file or directory\n");
  EXPECT_TRUE(has(error_of("--fail-on-new"), "`--fail-on-new` needs `--compare`"));
}

TEST(ConfirmGate, FailsALiveRun) {
  const Workplace place;
  place.write("torch.py",
              "import ctypes, os\n"
              "_cuda = ctypes.CDLL(os.environ['FAKE_CUDA'])\n"
              "_cuda.fake_init()\n"
              "wait = _cuda.fake_wait\n");
  place.write("run.py", "import torch\nfor _ in range(9):\n    torch.wait()\n");
  const auto status = [&](const std::string& options, const std::string& program) {
    return place
        .run("confirm --isolated --cupti '" FAKE_CUDA "' " + options + " -- env FAKE_CUDA='" FAKE_CUDA "' " + program)
        .status;
  };
  EXPECT_EQ(status("--max-waits 1", PYTHON " run.py"), 1);
  EXPECT_EQ(status("--max-waits 99", PYTHON " run.py"), 0);
  place.write("run.py", "import sys, torch\nfor _ in range(9):\n    torch.wait()\nsys.exit(7)\n");
  EXPECT_EQ(status("--max-waits 1", PYTHON " run.py"), 7);  // the program's own status goes first
}

TEST(ConfirmGate, AFigureThatIsNotKnownIsNotKept) {
  const auto failures = confirm::exceeded({.idle_share = 0.5}, {});
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_TRUE(has(failures[0], "it is not known how long the GPU is idle")) << failures[0];
}

TEST(ConfirmGate, ComparesPlacesThatOccurTwice) {
  const confirm::BlockedPlace read{.place = "a.py:1:1", .key = "a.py\nx.item()"};
  const confirm::Comparison more = confirm::compare("before", {.places = {read}}, {.places = {read, read}});
  EXPECT_EQ(more.fresh.size(), 1U);
  EXPECT_TRUE(more.gone.empty());
  const confirm::Comparison fewer = confirm::compare("before", {.places = {read, read}}, {.places = {read}});
  EXPECT_TRUE(fewer.fresh.empty());
  EXPECT_EQ(fewer.gone.size(), 1U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

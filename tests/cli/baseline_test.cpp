// `--write-baseline` and `--baseline`, as a team uses them.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr const char* kWith = "--baseline base.json --output-format concise ";

/// A folder whose baseline knows the finding of a.py.
class BaselineTest : public testing::Test {
 protected:
  BaselineTest() {
    place_.write("a.py", kOneRead);
    const Outcome written = place_.run("--write-baseline base.json .");
    EXPECT_EQ(written.status, 0);
    EXPECT_EQ(written.error, "1 finding written to base.json\n");
    EXPECT_EQ(written.out, "");
  }
  Workplace place_;
};

TEST_F(BaselineTest, KnownFindingsAreCountedOnly) {
  const Outcome outcome = place_.run("--baseline base.json .");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "0 findings; 1 in the baseline\nhidden: 1 in the baseline (leave out `--baseline`)\n");
  EXPECT_EQ(outcome.error, "");
}

TEST_F(BaselineTest, AnotherFolderOrPathMakesNoDifference) {
  place_.write("other/empty.txt", "");
  EXPECT_EQ(place_.run("--baseline ../base.json ../a.py", "", "other").status, 0);
  std::filesystem::create_directory_symlink(".", place_.folder() / "work" / "link");
  EXPECT_EQ(place_.run("--baseline base.json link/a.py").status, 0);
  EXPECT_EQ(place_.run("--baseline link/base.json a.py").status, 0);
}

TEST_F(BaselineTest, UnrelatedEditsDoNotDisturbIt) {
  std::string text(kOneRead);
  text.replace(text.find("class Loss"), 0, "STEPS = 3\n\n\ndef helper(n):\n    return n + 1\n\n\n");
  text.replace(text.find("print(loss"), 0, "name = 'x'\n        ");
  place_.write("a.py", text);
  EXPECT_EQ(place_.run(kWith + std::string("a.py")).out, "");
}

TEST_F(BaselineTest, ANewFindingIsReportedEvenBeforeAKnownOneLikeIt) {
  std::string text(kOneRead);
  text.replace(text.find("        print"), 0, "        total = loss.item()\n");
  place_.write("a.py", text);
  const Outcome outcome = place_.run(kWith + std::string("--ignore SF701 a.py"));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with("a.py:8:17: SF301")) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
}

TEST_F(BaselineTest, AMovedFileKeepsItsEntries) {
  place_.write("pkg/moved.py", kOneRead);
  std::filesystem::remove(place_.folder() / "work" / "a.py");
  const Outcome outcome = place_.run(kWith + std::string("."));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error, "");
}

TEST_F(BaselineTest, AFormatterDoesNotDisturbIt) {
  std::string text(kOneRead);
  text.replace(text.find("print(loss.item())"), 18, "print(\n            loss\n            .item(),\n        )");
  place_.write("a.py", text);
  const Outcome outcome = place_.run(kWith + std::string("a.py"));
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(outcome.error, "");
}

TEST_F(BaselineTest, AnOldBaselineWithTextsIsRead) {
  place_.write("old.json",
               R"json({"format": "syncfree-lint baseline", "version": 1, "findings": [{"path": "a.py", "code": "SF301",
                   "function": "Loss.forward", "text": "loss.item( )", "line": "print(loss.item())"}]})json");
  EXPECT_EQ(place_.run("--baseline old.json a.py").status, 0);
}

TEST_F(BaselineTest, StaleEntriesAreSaid) {
  place_.write("a.py", kNoRead);
  const Outcome outcome = place_.run(kWith + std::string("a.py"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error,
            "warning: base.json: 1 entry is stale; --write-baseline renews the file\n"
            "  a.py: SF301 `loss.item()` in Loss.forward\n");
  EXPECT_EQ(place_.run("--quiet " + std::string(kWith) + "a.py").error, "");
}

TEST_F(BaselineTest, WhatThisRunDoesNotLookAtIsNotStale) {
  place_.write("b.py", kNoRead);
  EXPECT_EQ(place_.run(kWith + std::string("b.py")).error, "") << "another file";
  EXPECT_EQ(place_.run(kWith + std::string("--select SF5 a.py")).error, "") << "another rule";
  place_.write("a.py", std::string_view("x = 1\0\n", 7));
  EXPECT_EQ(place_.run(kWith + std::string("a.py")).error.find("stale"), std::string::npos) << "cannot be read";
}

TEST_F(BaselineTest, SarifCanShowThemAsSuppressed) {
  const auto results = [&](const std::string& options) {
    const Outcome outcome = place_.run("--baseline base.json --output-format sarif " + options + " a.py");
    return nlohmann::json::parse(outcome.out)["runs"][0]["results"];
  };
  EXPECT_EQ(results("").size(), 0U);
  EXPECT_EQ(results("--report-suppressed")[0]["suppressions"][0]["kind"], "external");
}

TEST_F(BaselineTest, AFileThatIsNoneIsRefused) {
  const auto refused = [&](const std::string& text, const std::string& message) {
    place_.write("broken.json", text);
    const Outcome outcome = place_.run("--baseline broken.json a.py");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.error, "error: broken.json: " + message + "\n");
  };
  refused("", "is no baseline: it is not valid JSON");
  refused("{\"findings\": [", "is no baseline: it is not valid JSON");
  refused("[]", "is no baseline of syncfree-lint");
  refused(R"({"format": "syncfree-lint baseline", "version": 3, "findings": []})",
          "is a baseline of version 3; this program reads up to version 2: renew it with --write-baseline");
  refused(R"({"format": "syncfree-lint baseline", "version": 1})", "is a baseline without `findings`");
  refused(R"({"format": "syncfree-lint baseline", "version": 1, "findings": [{"path": "a.py"}]})",
          "is no whole baseline: an entry lacks its `code`");
  EXPECT_EQ(place_.run("--baseline gone.json a.py").error,
            "error: gone.json: cannot be read: No such file or directory\n");
  EXPECT_EQ(place_.run("--baseline . a.py").error, "error: .: is not a regular file\n");
}

TEST_F(BaselineTest, ItIsWrittenWholeOrNotAtAll) {
  const std::string before = place_.read("base.json");
  EXPECT_EQ(place_.run("--write-baseline gone/base.json a.py").error,
            "error: gone/base.json: cannot be written: No such file or directory\n");
  EXPECT_EQ(place_.run("--write-baseline /dev/full a.py").status, 2);
  EXPECT_EQ(place_.run("--write-baseline base.json --baseline base.json a.py").status, 2);
  EXPECT_EQ(place_.read("base.json"), before);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

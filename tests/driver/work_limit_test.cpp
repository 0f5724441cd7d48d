// The limit of work for one file: a file that takes more costs its own findings, says so, and leaves those of others
// alone.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

constexpr const char* kSmall = "import torch\n\n\ndef value(x):\n    return x.cuda().item()\n";

class WorkLimit : public testing::Test {
 protected:
  WorkLimit() {
    request_.paths = {folder_.path().string()};
    request_.settings = default_settings(folder_.path());
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.selection = {};
    request_.settings.selection.insert("SF301");
  }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  /// "a.py:5 SF301" for a finding, "a.py:4 incomplete" for what is said of the limit.
  std::vector<std::string> found() {
    Progress progress;
    const CheckResult result = check(request_, progress);
    std::vector<std::string> all;
    for (const engine::Finding& finding : result.report.findings) {
      const engine::ReportedFile& file = result.report.files[finding.file];
      all.push_back(fs::path(file.path).filename().string() + ":" +
                    std::to_string(file.lines->position(finding.range.begin).line) + " " + std::string(finding.code));
    }
    for (const engine::Problem& problem : result.report.problems) {
      EXPECT_FALSE(problem.fatal);
      const bool is_limit = problem.message.starts_with("analysis incomplete: more work than");
      all.push_back(fs::path(problem.path).filename().string() + ":" + std::to_string(problem.line) + " " +
                    (is_limit ? "incomplete" : problem.message));
    }
    return all;
  }

  test::TemporaryFolder folder_;
  CheckRequest request_;
};

using Found = std::vector<std::string>;

std::string repeated(const std::string& line, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += line;
  return all;
}

/// `read(x)` costs little, `work(x)` some steps for each line.
std::string costly(int lines) {
  return "import torch\n\n\ndef read(x):\n    return x.cuda().item()\n\n\ndef work(x, y):\n" +
         repeated("    x = x + 1\n", lines) + "    return x.cuda().item()\n";
}

TEST_F(WorkLimit, AFileBelowItIsFollowedToTheEnd) {
  write("bad.py", costly(500));
  EXPECT_EQ(found(), (Found{"bad.py:5 SF301", "bad.py:509 SF301"}));
}

TEST_F(WorkLimit, CostsTheFileThatReachesIt) {
  write("bad.py", costly(500));
  write("good.py", kSmall);
  request_.most_work = 1000;
  EXPECT_EQ(found(), (Found{"bad.py:5 SF301", "good.py:5 SF301", "bad.py:8 incomplete"}));
}

TEST_F(WorkLimit, WhatImportsSuchAFileIsFollowedAllTheSame) {
  write("bad.py", costly(500));
  write("user.py",
        "import torch\nfrom bad import work\n\n\ndef use(x):\n    y = work(x, [1])\n    z = x.cuda().item()\n"
        "    return y, z\n");
  request_.most_work = 1000;
  EXPECT_EQ(found(), (Found{"bad.py:5 SF301", "user.py:7 SF301", "bad.py:8 incomplete"}));
}

TEST_F(WorkLimit, OfTheTopLevel) {
  write("bad.py", "import torch\nx = torch.zeros(1).cuda()\n" + repeated("x = x + 1\n", 500));
  write("user.py", "import torch\nimport bad\n\n\ndef use(y):\n    z = bad.x + 1\n    return y.cuda().item(), z\n");
  request_.most_work = 500;
  EXPECT_EQ(found(), (Found{"user.py:7 SF301", "bad.py:1 incomplete"}));
}

TEST_F(WorkLimit, AnEvaluationThatTookTooMuchMemoryCutsNoOther) {
  // In each pass through a loop one more variable learns something.
  std::string before;
  std::string body;
  std::string indent = "    ";
  std::string loops;
  for (int i = 0; i < 6; ++i, indent += "    ") loops += indent + "for i" + std::to_string(i) + " in n:\n";
  for (int i = 400; i > 0; --i) {
    before += "    a" + std::to_string(i) + " = 0\n";
    body += indent + "a" + std::to_string(i) + " = [a" + std::to_string(i - 1) + ", x]\n";
  }
  write("bad.py", "import torch\n\n\ndef nested(x, n):\n    a0 = x.cuda()\n" + before + loops + body);
  write("good.py", kSmall);
  request_.jobs = 1;
  EXPECT_EQ(found(), (Found{"good.py:5 SF301", "bad.py:4 incomplete"}));
}

TEST_F(WorkLimit, TheAnswerDoesNotDependOnThreads) {
  for (int i = 0; i < 60; ++i) write("m" + std::to_string(i) + ".py", costly(40 * (i % 17)) + costly(90 * (i % 7)));
  request_.most_work = 1500;
  const Found once = found();
  EXPECT_TRUE(std::ranges::any_of(once, [](const std::string& each) { return each.ends_with("incomplete"); }));
  EXPECT_TRUE(std::ranges::any_of(once, [](const std::string& each) { return each.ends_with("SF301"); }));
  for (const unsigned jobs : {2U, 4U, 7U}) {
    request_.jobs = jobs;
    EXPECT_EQ(found(), once);
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

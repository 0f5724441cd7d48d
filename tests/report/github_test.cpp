// What GitHub Actions makes of the workflow commands: escapes, columns, and its limit of ten of each kind.
#include "analyzer/report/github.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/report/github_summary.h"

namespace syncfree::report {
namespace SYNCFREE_FILE {

constexpr std::string_view kText = "a = t.item()\nb = f(\n  t,\n)\n";

/// A report of one file with these findings.
class OneFile {
 public:
  explicit OneFile(std::vector<engine::Finding> findings, std::string uri = "a.py") : lines_(kText) {
    report_.files.push_back({.path = uri, .uri = uri, .text = kText, .lines = &lines_});
    report_.findings = std::move(findings);
  }
  std::string written() const {
    std::ostringstream out;
    write_github(report_, out);
    return out.str();
  }
  std::string summary() const {
    std::ostringstream out;
    write_github_summary(report_, "", out);
    return out.str();
  }

 private:
  source::LineTable lines_;
  engine::Report report_;
};

engine::Finding finding(engine::Severity severity, std::string message, source::TextRange range = {4, 12}) {
  return {.code = "SF301", .range = range, .message = std::move(message), .severity = severity};
}

TEST(Github, EscapesWhatWouldEndACommandOrItsProperties) {
  const OneFile file({finding(engine::Severity::kWarning, "100 %, a:b\nnext")}, "d,i:r/50%.py");
  EXPECT_EQ(file.written(),
            "::warning file=d%2Ci%3Ar/50%25.py,line=1,col=5,endColumn=12,title=SF301::100 %25, a:b%0Anext [possible, "
            "warm]\n");
}

TEST(Github, ARangeOfSeveralLinesHasNoColumns) {
  const OneFile file({finding(engine::Severity::kNote, "m", {17, 26})});
  EXPECT_EQ(file.written(), "::notice file=a.py,line=2,endLine=4,title=SF301::m [possible, warm]\n");
}

TEST(Github, TenOfAKindAreAnnotatedAndTheWorstOfThem) {
  std::vector<engine::Finding> findings;
  for (int i = 0; i < 12; ++i) findings.push_back(finding(engine::Severity::kNote, "mild" + std::to_string(i)));
  findings.push_back(finding(engine::Severity::kNote, "hot"));
  findings.back().temperature = engine::Temperature::kHot;
  findings.push_back(finding(engine::Severity::kError, "error"));
  const std::string text = OneFile(findings).written();
  EXPECT_TRUE(text.starts_with("::error "));
  EXPECT_LT(text.find("::hot"), text.find("::mild0"));
  EXPECT_NE(text.find("::mild8"), std::string::npos);
  EXPECT_EQ(text.find("::mild9"), std::string::npos);
  EXPECT_TRUE(
      text.ends_with("\n3 more places, not annotated: GitHub shows 10 annotations of each kind for a step\n"
                     "- a.py:1:5: SF301 [possible, warm] mild9\n"
                     "- a.py:1:5: SF301 [possible, warm] mild10\n"
                     "- a.py:1:5: SF301 [possible, warm] mild11\n"))
      << text;
}

TEST(Github, NoSourceTextBecomesACommand) {
  std::vector<engine::Finding> findings(11, finding(engine::Severity::kNote, "`x` ##[error]no"));
  const std::string text = OneFile(findings, "::error::a.py").written();
  std::istringstream lines(text);
  std::string line;
  int commands = 0;
  while (std::getline(lines, line)) commands += line.starts_with("::") ? 1 : 0;
  EXPECT_EQ(commands, 10);
  EXPECT_NE(text.find("\n- ::error::a.py:1:5: SF301 [possible, warm] `x` ## [error]no\n"), std::string::npos) << text;
}

TEST(GithubSummary, IsNoMarkupOfTheSource) {
  const std::string text = OneFile({finding(engine::Severity::kNote, "`a|b` <img> `c")}, "[x](y).py").summary();
  EXPECT_NE(text.find("| <code>a&#124;b</code> &#60;img&#62; &#96;c |"), std::string::npos) << text;
  EXPECT_NE(text.find("&#91;x&#93;(y).py:1:5"), std::string::npos) << text;
}

TEST(GithubSummary, StaysBelowTheLimitOfAStep) {
  const std::vector<engine::Finding> findings(20'000, finding(engine::Severity::kNote, std::string(100, 'm')));
  const std::string text = OneFile(findings).summary();
  EXPECT_LT(text.size(), 1U << 20);
  EXPECT_NE(text.find(" more findings\n"), std::string::npos);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report

// Each format against what it has to look like. The JSON and SARIF snapshots are held against their schemas by
// validate.py.
#include <functional>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "analyzer/report/concise.h"
#include "analyzer/report/github.h"
#include "analyzer/report/github_summary.h"
#include "analyzer/report/gitlab.h"
#include "analyzer/report/html.h"
#include "analyzer/report/json.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/statistics.h"
#include "analyzer/report/text.h"
#include "tests/report/sample_report.h"
#include "tests/report/snapshot.h"

namespace syncfree::report {
namespace {

std::string written(const engine::Report& report,
                    const std::function<void(const engine::Report&, std::ostream&)>& write) {
  std::ostringstream out;
  write(report, out);
  return out.str();
}

std::string text_of(const engine::Report& report, TextOptions options = {}) {
  return written(report, [&](const engine::Report& data, std::ostream& out) { write_text(data, out, options); });
}

TEST(Formats, Text) { EXPECT_TRUE(matches_snapshot("sample.txt", text_of(SampleReport().report()))); }

TEST(Formats, WorstFirst) {
  SampleReport sample;
  engine::Report report = sample.report();
  report.order = engine::Order::kWorth;
  EXPECT_TRUE(matches_snapshot("sample_concise_worst_first.txt", written(report, write_concise)));
  EXPECT_TRUE(matches_snapshot("sample_worst_first.html", written(report, write_html)));
}

TEST(Formats, TextInColor) {
  EXPECT_TRUE(matches_snapshot("sample_color.txt", text_of(SampleReport().report(), {.color = true})));
}

TEST(Formats, Concise) {
  EXPECT_TRUE(matches_snapshot("sample_concise.txt", written(SampleReport().report(), write_concise)));
}

TEST(Formats, Json) { EXPECT_TRUE(matches_snapshot("sample.json", written(SampleReport().report(), write_json))); }

std::string sarif_of(const engine::Report& report, SarifOptions options = {}) {
  return written(report, [&](const engine::Report& data, std::ostream& out) { write_sarif(data, out, options); });
}

TEST(Formats, Sarif) {
  EXPECT_TRUE(matches_snapshot("sample.sarif", sarif_of(SampleReport().report(), {.suppressed = true})));
}

TEST(Formats, Github) {
  EXPECT_TRUE(matches_snapshot("sample_github.txt", written(SampleReport().report(), write_github)));
}

TEST(Formats, GithubSummary) {
  const auto write = [](const engine::Report& report, std::ostream& out) {
    write_github_summary(report, "https://git.example/me/project/blob/1234/", out);
  };
  EXPECT_TRUE(matches_snapshot("sample_github_summary.md", written(SampleReport().report(), write)));
}

TEST(Formats, Gitlab) {
  EXPECT_TRUE(matches_snapshot("sample_gitlab.json", written(SampleReport().report(), write_gitlab)));
}

TEST(Formats, Html) { EXPECT_TRUE(matches_snapshot("sample.html", written(SampleReport().report(), write_html))); }

TEST(Formats, Statistics) {
  EXPECT_TRUE(matches_snapshot("sample_statistics.txt", written(SampleReport().report(), write_statistics)));
  EXPECT_TRUE(matches_snapshot("sample_statistics.json", written(SampleReport().report(), write_statistics_json)));
}

TEST(Formats, NothingFound) {
  EXPECT_EQ(text_of(SampleReport::empty()), "0 findings\n");
  EXPECT_EQ(written(SampleReport::empty(), write_concise), "");
  EXPECT_EQ(written(SampleReport::empty(), write_statistics), "0 findings\n");
  EXPECT_EQ(written(SampleReport::empty(), write_github), "");
  EXPECT_EQ(written(SampleReport::empty(), write_gitlab), "[]\n");
  EXPECT_TRUE(matches_snapshot("empty.html", written(SampleReport::empty(), write_html)));
  EXPECT_TRUE(matches_snapshot("empty.json", written(SampleReport::empty(), write_json)));
  EXPECT_TRUE(matches_snapshot("empty.sarif", sarif_of(SampleReport::empty())));
}

TEST(Formats, TextWithoutSummaryEndsWithTheFindings) {
  EXPECT_EQ(text_of(SampleReport::empty(), {.summary = false}), "");
}

TEST(Formats, PathsThatAreNoUtf8StillGiveJson) {
  engine::Report report = SampleReport::empty();
  report.problems.push_back({.path = "\xFF.py", .uri = "\xFF.py", .message = "cannot be read", .fatal = true});
  EXPECT_NE(written(report, write_json).find("\xEF\xBF\xBD.py"), std::string::npos);
  EXPECT_NE(sarif_of(report).find("%FF.py"), std::string::npos);
}

}  // namespace
}  // namespace syncfree::report

// Each format against what it has to look like. The JSON and SARIF snapshots are held against their schemas by
// validate.py.
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "analyzer/report/azure.h"
#include "analyzer/report/concise.h"
#include "analyzer/report/github.h"
#include "analyzer/report/github_summary.h"
#include "analyzer/report/gitlab.h"
#include "analyzer/report/grouped.h"
#include "analyzer/report/html.h"
#include "analyzer/report/html_assets.h"
#include "analyzer/report/json.h"
#include "analyzer/report/junit.h"
#include "analyzer/report/rdjson.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/statistics.h"
#include "analyzer/report/text.h"
#include "tests/report/sample_report.h"
#include "tests/report/snapshot.h"

namespace syncfree::report {
namespace SYNCFREE_FILE {

std::string written(const engine::Report& report,
                    const std::function<void(const engine::Report&, std::ostream&)>& write) {
  std::ostringstream out;
  write(report, out);
  return out.str();
}

/// With the names of the style and the script in place of their text, which has files of its own.
std::string html_of(const engine::Report& report) {
  std::string html = written(report, write_html);
  for (const auto& [name, text] : {std::pair("{{report.css}}\n", kReportStyle), {"{{report.js}}\n", kReportScript}}) {
    if (const std::size_t at = html.find(text); at != std::string::npos) html.replace(at, text.size(), name);
  }
  return html;
}

/// The files and the findings of an HTML report, in its order.
std::string places_of(const std::string& html) {
  std::istringstream lines(html);
  std::string places;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("<h3>") || line.starts_with("<article ")) places += line + "\n";
  }
  return places;
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
  EXPECT_TRUE(matches_snapshot("sample_html_worst_first.txt", places_of(html_of(report))));
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

TEST(Formats, JsonLines) {
  EXPECT_TRUE(matches_snapshot("sample.jsonl", written(SampleReport().report(), write_json_lines)));
}

TEST(Formats, Grouped) {
  EXPECT_TRUE(matches_snapshot("sample_grouped.txt", written(SampleReport().report(), write_grouped)));
}

TEST(Formats, GroupsComeInTheOrderOfTheirWorstFinding) {
  SampleReport sample;
  engine::Report report = sample.report();
  report.order = engine::Order::kWorth;
  EXPECT_TRUE(written(report, write_grouped).starts_with("src/wide #1.py: 3 findings\n"));
}

TEST(Formats, Junit) {
  EXPECT_TRUE(matches_snapshot("sample_junit.xml", written(SampleReport().report(), write_junit)));
  EXPECT_TRUE(matches_snapshot("empty_junit.xml", written(SampleReport::empty(), write_junit)));
}

TEST(Formats, JunitHoldsOnlyWhatXmlMayHold) {
  engine::Report report = SampleReport::empty();
  report.problems.push_back({.path = "\xFF.py", .uri = "\xFF.py", .message = "a < b & \"c\" \x1b[31m", .fatal = true});
  const std::string xml = written(report, write_junit);
  EXPECT_NE(xml.find("a &lt; b &amp; &quot;c&quot; "), std::string::npos) << xml;
  EXPECT_EQ(xml.find('\x1b'), std::string::npos);
  EXPECT_EQ(xml.find('\xFF'), std::string::npos);
}

TEST(Formats, JunitNamesEachCaseOnce) {
  SampleReport sample;
  engine::Report report = sample.report();
  report.findings.insert(report.findings.begin(), report.findings.front());
  const std::string xml = written(report, write_junit);
  EXPECT_NE(xml.find("name=\"SF301 host-scalar-read at 6:11 (2)\""), std::string::npos) << xml;
}

TEST(Formats, Rdjson) {
  EXPECT_TRUE(matches_snapshot("sample_rdjson.json", written(SampleReport().report(), write_rdjson)));
}

TEST(Formats, Azure) {
  EXPECT_TRUE(matches_snapshot("sample_azure.txt", written(SampleReport().report(), write_azure)));
}

/// `##vso[area.action property=value;…]message`: a `]` ends the properties, a `;` a value, and a line the command.
TEST(Formats, EachLineForAzureIsOneCommand) {
  std::istringstream lines(written(SampleReport().report(), write_azure));
  const std::regex command(
      R"(##vso\[task\.logissue type=(error|warning);sourcepath=[^;\]]+(;linenumber=[1-9][0-9]*)?(;columnnumber=[1-9][0-9]*)?(;code=SF[0-9]{3})?;\].+)");
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_TRUE(std::regex_match(line, command)) << line;
  EXPECT_EQ(count, 8U);
}

TEST(Formats, Html) { EXPECT_TRUE(matches_snapshot("sample.html", html_of(SampleReport().report()))); }

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
  EXPECT_EQ(written(SampleReport::empty(), write_json_lines), "");
  EXPECT_EQ(written(SampleReport::empty(), write_grouped), "");
  EXPECT_EQ(written(SampleReport::empty(), write_azure), "");
  EXPECT_TRUE(matches_snapshot("empty.html", html_of(SampleReport::empty())));
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

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report

// Which lines of a rewrite are shown.
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "analyzer/report/html.h"
#include "analyzer/report/text.h"
#include "tests/report/sample_report.h"

namespace syncfree::report {
namespace SYNCFREE_FILE {

/// The sample with one finding, whose fix makes `lines` lines of one.
engine::Report with_lines(const SampleReport& sample, std::size_t lines, fixes::Applicability applicability) {
  engine::Report report = sample.report();
  report.findings.resize(1);
  engine::Finding& finding = report.findings.front();
  finding.also.clear();
  std::string text = "loss";
  for (std::size_t i = 1; i < lines; ++i) text += "\nline_" + std::to_string(i + 1);
  finding.fix = fixes::Fix{.applicability = applicability, .title = "change it", .edits = {{finding.range, text}}};
  return report;
}

std::string text_of(const engine::Report& report) {
  std::ostringstream out;
  write_text(report, out, {});
  return out.str();
}

std::string html_of(const engine::Report& report) {
  std::ostringstream out;
  write_html(report, out);
  return out.str();
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(FixLines, WhatIsTypedInIsShownWhole) {
  const SampleReport sample;
  const engine::Report report = with_lines(sample, 9, fixes::Applicability::kSuggestion);
  for (const std::string& shown : {text_of(report), html_of(report)}) {
    EXPECT_EQ(count(shown, "line_"), 8U) << shown;
    EXPECT_EQ(shown.find("more line"), std::string::npos) << shown;
  }
  EXPECT_NE(text_of(report).find("1 by hand, with the line shown"), std::string::npos);
}

TEST(FixLines, WhatTheProgramWritesIsCut) {
  const SampleReport sample;
  const engine::Report report = with_lines(sample, 9, fixes::Applicability::kSafe);
  for (const std::string& shown : {text_of(report), html_of(report)}) {
    EXPECT_EQ(count(shown, "line_"), 5U) << shown;
    EXPECT_NE(shown.find("... 3 more lines ("), std::string::npos) << shown;
  }
  EXPECT_EQ(text_of(with_lines(sample, 6, fixes::Applicability::kSafe)).find("more line"), std::string::npos);
}

TEST(FixLines, LinesThatGoAreMarked) {
  const SampleReport sample;
  engine::Report report = with_lines(sample, 1, fixes::Applicability::kSuggestion);
  engine::Finding& finding = report.findings.front();
  const std::string_view text = report.files[finding.file].text;
  const auto end = static_cast<std::uint32_t>(text.find("; m = int(x)"));
  finding.fix->edits = {{{finding.range.begin, end}, "loss.detach()"}};
  EXPECT_NE(text_of(report).find("6 +   total = loss.detach(); m = int(x)\n7 -         n = int(x); m = int(x)\n"),
            std::string::npos)
      << text_of(report);
  EXPECT_NE(html_of(report).find("<i>7 -</i><del>        n = int(x); m = int(x)</del>\n"), std::string::npos)
      << html_of(report);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report

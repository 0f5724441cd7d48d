#include "analyzer/report/junit.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/display_line.h"
#include "analyzer/report/html_text.h"
#include "analyzer/report/message_lines.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

/// `printable` leaves only what XML may hold, where the same characters mean something as in HTML.
std::string xml(std::string_view text) { return html_text(printable(text)); }

/// A case that did not pass, or one that did if `kind` is empty.
struct Case {
  std::string name;
  std::string_view kind;  ///< the element: failure, error
  std::string type;
  std::string message;
  std::vector<std::string> lines;
};

struct Suite {
  std::vector<Case> cases;
  std::map<std::string, std::size_t> names;
  std::size_t failures = 0, errors = 0;
};

Case case_of(const engine::Report& report, const engine::Finding& finding) {
  std::vector<std::string> lines = message_lines(report, finding);
  lines.insert(lines.begin(), place_of(report.files[finding.file], finding.range));
  const ShownPlace place = shown_place(report.files[finding.file], finding.range.begin);
  const std::string cell = place.cell > 0 ? "cell " + std::to_string(place.cell) + ":" : "";
  return {.name = title_of(report, finding) + " at " + cell + std::to_string(place.line) + ":" +
                  std::to_string(place.column),
          .kind = "failure",
          .type = std::string(name_of(finding.severity)),
          .message = finding.message,
          .lines = std::move(lines)};
}

Case case_of(const engine::Problem& problem) {
  return {.name = problem.line > 0 ? "read, at " + std::to_string(problem.line) + ":" + std::to_string(problem.column)
                                   : "read",
          .kind = "error",
          .type = problem.fatal ? "error" : "warning",
          .message = problem.message,
          .lines = {}};
}

/// Of cases that start at one place, the later ones are numbered.
void add(Suite& suite, Case added) {
  const std::size_t alike = ++suite.names[added.name];
  if (alike > 1) added.name += " (" + std::to_string(alike) + ")";
  (added.kind == "error" ? suite.errors : suite.failures)++;
  suite.cases.push_back(std::move(added));
}

std::map<std::string, Suite> suites_of(const engine::Report& report) {
  std::map<std::string, Suite> suites;
  for (const engine::ReportedFile& file : report.files) {
    if (file.reported) suites[file.uri];
  }
  for (const std::size_t i : in_order(report)) {
    const engine::Finding& finding = report.findings[i];
    add(suites[report.files[finding.file].uri], case_of(report, finding));
  }
  for (const engine::Problem& problem : report.problems) add(suites[problem.uri], case_of(problem));
  if (report.interrupted) {
    add(suites["syncfree-lint"], {.name = "interrupted",
                                  .kind = "error",
                                  .type = "error",
                                  .message = interrupted_words(*report.interrupted),
                                  .lines = {}});
  }
  for (auto& [uri, suite] : suites) {
    if (suite.cases.empty())
      suite.cases.push_back({.name = "no findings", .kind = {}, .type = {}, .message = {}, .lines = {}});
  }
  return suites;
}

std::string counts_of(const Suite& suite) {
  return "tests=\"" + std::to_string(suite.cases.size()) + "\" failures=\"" + std::to_string(suite.failures) +
         "\" errors=\"" + std::to_string(suite.errors) + "\"";
}

void write_case(const std::string& uri, const Case& written, std::ostream& out) {
  out << "    <testcase name=\"" << xml(written.name) << "\" classname=\"" << xml(uri) << "\"";
  if (written.kind.empty()) {
    out << "/>\n";
    return;
  }
  out << ">\n      <" << written.kind << " type=\"" << written.type << "\" message=\"" << xml(written.message) << "\">";
  for (std::size_t i = 0; i < written.lines.size(); ++i) out << (i > 0 ? "\n" : "") << xml(written.lines[i]);
  out << "</" << written.kind << ">\n    </testcase>\n";
}

}  // namespace

void write_junit(const engine::Report& report, std::ostream& out) {
  const std::map<std::string, Suite> suites = suites_of(report);
  Suite all;
  for (const auto& [uri, suite] : suites) {
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.cases.resize(all.cases.size() + suite.cases.size());
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"syncfree-lint\" " << counts_of(all) << ">\n";
  for (const auto& [uri, suite] : suites) {
    out << "  <testsuite name=\"" << xml(uri) << "\" file=\"" << xml(uri) << "\" " << counts_of(suite) << ">\n";
    for (const Case& written : suite.cases) write_case(uri, written, out);
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace syncfree::report

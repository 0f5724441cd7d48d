#include "analyzer/report/gitlab.h"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/report/fingerprint.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

using Json = nlohmann::ordered_json;

/// In the format's words (info, minor, major, critical, blocker): an error stops a captured graph or waits without
/// bound, a warning costs each step.
std::string_view gitlab_severity(engine::Severity severity) {
  switch (severity) {
    case engine::Severity::kError:
      return "critical";
    case engine::Severity::kWarning:
      return "major";
    case engine::Severity::kNote:
      return "minor";
  }
  return {};
}

Json position(const source::Position& place) { return {{"line", place.line}, {"column", place.character_column}}; }

Json issue_of(const engine::Report& report, const engine::Finding& finding, const std::string& fingerprint) {
  const engine::ReportedFile& file = report.files[finding.file];
  const source::Position begin = file.lines->position(finding.range.begin);
  const source::Position end = file.lines->position(finding.range.end);
  std::string description = finding.message + " [" + levels_of(finding) + "]" + cell_note(file, finding.range);
  for (const engine::AlsoFound& also : finding.also) description += "; " + std::string(also.code) + ": " + also.message;
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (!remedy.hint.empty()) description += "; " + remedy_words(finding, remedy);
  }
  Json location = {{"path", file.uri},
                   {"lines", {{"begin", file_line(file, begin.line)}, {"end", file_line(file, end.line)}}}};
  if (file.notebook == nullptr) location["positions"] = {{"begin", position(begin)}, {"end", position(end)}};
  return {{"type", "issue"},
          {"check_name", finding.code},
          {"description", std::move(description)},
          {"categories", Json::array({"Performance"})},
          {"severity", gitlab_severity(finding.severity)},
          // GitLab takes findings of the same fingerprint for one, in whatever file.
          {"fingerprint", fingerprint_in_file(fingerprint, file.uri)},
          {"location", std::move(location)}};
}

}  // namespace

void write_gitlab(const engine::Report& report, std::ostream& out) {
  Json issues = Json::array();
  const std::vector<std::string> names = fingerprints(report);
  for (const std::size_t i : in_order(report)) issues.push_back(issue_of(report, report.findings[i], names[i]));
  out << issues.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace syncfree::report

#include "analyzer/report/rdjson.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "analyzer/engine/one_wait.h"
#include "analyzer/report/message_lines.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view severity_of(engine::Severity severity) {
  switch (severity) {
    case engine::Severity::kError:
      return "ERROR";
    case engine::Severity::kWarning:
      return "WARNING";
    case engine::Severity::kNote:
      return "INFO";
  }
  return {};
}

/// Of a notebook only the line: its columns are in a string of JSON.
Json position_json(const engine::ReportedFile& file, std::uint32_t offset) {
  const source::Position place = file.lines->position(offset);
  Json json = {{"line", file_line(file, place.line)}};
  if (file.notebook == nullptr) json["column"] = place.byte_column;
  return json;
}

Json range_json(const engine::ReportedFile& file, source::TextRange range) {
  return {{"start", position_json(file, range.begin)}, {"end", position_json(file, range.end)}};
}

Json location_json(const engine::ReportedFile& file, source::TextRange range) {
  return {{"path", file.uri}, {"range", range_json(file, range)}};
}

Json suggestions_json(const engine::ReportedFile& file, const engine::Finding& finding) {
  Json suggestions = Json::array();
  if (file.notebook != nullptr) return suggestions;
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (remedy.fix == nullptr || remedy.fix->applicability == fixes::Applicability::kSuggestion) continue;
    if (remedy.fix->edits.size() != 1) continue;
    const fixes::TextEdit& edit = remedy.fix->edits.front();
    suggestions.push_back({{"range", range_json(file, edit.range)}, {"text", edit.text}});
  }
  return suggestions;
}

Json diagnostic_of(const engine::Report& report, const engine::Finding& finding) {
  const engine::ReportedFile& file = report.files[finding.file];
  Json diagnostic = {{"message", whole_message(report, finding, "\n")},
                     {"location", location_json(file, finding.range)},
                     {"severity", severity_of(finding.severity)},
                     {"code", {{"value", finding.code}}}};
  if (Json suggestions = suggestions_json(file, finding); !suggestions.empty())
    diagnostic["suggestions"] = std::move(suggestions);
  for (const engine::Related& link : finding.chain) {
    diagnostic["related_locations"].push_back(
        {{"message", link.message}, {"location", location_json(report.files[link.file], link.range)}});
  }
  return diagnostic;
}

Json diagnostic_of(const engine::Problem& problem) {
  Json location = {{"path", problem.uri}};
  if (problem.line > 0) {
    location["range"]["start"]["line"] = problem.line;
    if (problem.column > 0) location["range"]["start"]["column"] = problem.column;
  }
  return {{"message", problem.message},
          {"location", std::move(location)},
          {"severity", problem.fatal ? "ERROR" : "WARNING"}};
}

}  // namespace

void write_rdjson(const engine::Report& report, std::ostream& out) {
  Json diagnostics = Json::array();
  for (const std::size_t i : in_order(report)) diagnostics.push_back(diagnostic_of(report, report.findings[i]));
  for (const engine::Problem& problem : report.problems) diagnostics.push_back(diagnostic_of(problem));
  if (report.interrupted) {
    diagnostics.push_back({{"message", "interrupted: " + interrupted_words(*report.interrupted)},
                           {"location", {{"path", "."}}},
                           {"severity", "ERROR"}});
  }
  const Json document = {{"source", {{"name", "syncfree-lint"}}}, {"diagnostics", std::move(diagnostics)}};
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace syncfree::report

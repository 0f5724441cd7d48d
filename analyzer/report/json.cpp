#include "analyzer/report/json.h"

#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/json_location.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"

namespace syncfree::report {
namespace {

using Json = nlohmann::ordered_json;

/// Counts up when a reader of the old form could stumble over the new one.
constexpr int kFormatVersion = 1;

Json related_json(const engine::Report& report, const std::vector<engine::Related>& places) {
  Json result = Json::array();
  for (const engine::Related& place : places) {
    result.push_back({{"message", place.message}, {"location", location_json(report.files[place.file], place.range)}});
  }
  return result;
}

Json fix_json(const engine::ReportedFile& file, const fixes::Fix& fix) {
  Json edits = Json::array();
  for (const fixes::TextEdit& edit : fix.edits) {
    edits.push_back({{"start", place_json(file, edit.range.begin)},
                     {"end", place_json(file, edit.range.end)},
                     {"text", edit.text}});
  }
  return {{"applicability", name_of(fix.applicability)},
          {"title", fix.title},
          {"waits_left", name_of(fix.waits_left)},
          {"edits", std::move(edits)}};
}

/// With the rule that proposes it.
Json remedy_json(const engine::ReportedFile& file, const engine::Remedy& remedy) {
  Json json = fix_json(file, *remedy.fix);
  json["code"] = remedy.code;
  return json;
}

/// All rewrites for the place, the surest first.
Json fixes_json(const engine::ReportedFile& file, const engine::Finding& finding) {
  Json result = Json::array();
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (remedy.fix != nullptr) result.push_back(remedy_json(file, remedy));
  }
  return result;
}

Json also_json(const engine::Report& report, const engine::Finding& finding) {
  Json result = Json::array();
  for (const engine::AlsoFound& also : finding.also) {
    const engine::RuleInfo* rule = engine::find_rule(also.code, report.rules);
    result.push_back({{"code", also.code},
                      {"name", rule != nullptr ? rule->name : ""},
                      {"dependency", name_of(also.dependency)},
                      {"message", also.message},
                      {"hint", also.hint},
                      {"related", related_json(report, also.related)}});
  }
  return result;
}

Json finding_json(const engine::Report& report, const engine::Finding& finding, const std::string& fingerprint) {
  const engine::RuleInfo* rule = engine::find_rule(finding.code, report.rules);
  const Json fixes = fixes_json(report.files[finding.file], finding);
  return {{"code", finding.code},
          {"name", rule != nullptr ? rule->name : ""},
          {"severity", name_of(finding.severity)},
          {"confidence", name_of(finding.confidence)},
          {"temperature", name_of(finding.temperature)},
          {"dependency", name_of(finding.dependency)},
          {"message", finding.message},
          {"reason", finding.reason},
          {"hint", finding.hint},
          {"fix", fixes.empty() ? Json() : fixes.front()},
          {"fixes", fixes},
          {"also", also_json(report, finding)},
          {"location", location_json(report.files[finding.file], finding.range)},
          {"function", finding.function},
          {"loop_depth", finding.loop_depth},
          {"chain", related_json(report, finding.chain)},
          {"related", related_json(report, finding.related)},
          {"fingerprint", fingerprint}};
}

Json problem_json(const engine::Problem& problem) {
  Json result = {{"path", problem.path}, {"message", problem.message}, {"fatal", problem.fatal}};
  if (problem.line > 0) result["line"] = problem.line;
  if (problem.column > 0) result["column"] = problem.column;
  return result;
}

Json summary_json(const engine::Report& report) {
  const Summary summary = summarize(report);
  return {
      {"findings", summary.findings},
      {"suppressed", summary.suppressed},
      {"in_baseline", summary.in_baseline},
      {"files", summary.files},
      {"hot", summary.count(engine::Temperature::kHot)},
      {"warm", summary.count(engine::Temperature::kWarm)},
      {"cold", summary.count(engine::Temperature::kCold)},
      {"hidden", {{"cold", report.hidden.cold}, {"possible", report.hidden.possible}, {"both", report.hidden.both}}},
      {"problems", report.problems.size()}};
}

/// What is said of each function that was asked about.
Json goal_json(const engine::Report& report) {
  Json functions = Json::array();
  for (const engine::GoalAnswer& answer : report.goal->functions) {
    Json unfollowed = Json::array();
    for (const engine::Related& call : answer.unfollowed)
      unfollowed.push_back({{"text", call.message}, {"location", location_json(report.files[call.file], call.range)}});
    functions.push_back({{"function", answer.function},
                         {"location", location_json(report.files[answer.file], answer.name_range)},
                         {"ready", answer.findings.empty()},
                         {"findings", answer.findings.size()},
                         {"followed", answer.reached},
                         {"not_followed", std::move(unfollowed)}});
  }
  return {{"name", name_of(report.goal->goal)}, {"functions", std::move(functions)}};
}

}  // namespace

void write_json(const engine::Report& report, std::ostream& out) {
  Json findings = Json::array();
  const std::vector<std::string> names = fingerprints(report);
  for (const std::size_t i : in_order(report)) findings.push_back(finding_json(report, report.findings[i], names[i]));
  Json problems = Json::array();
  for (const engine::Problem& problem : report.problems) problems.push_back(problem_json(problem));
  Json document = {{"format_version", kFormatVersion},
                   {"tool", {{"name", "syncfree-lint"}, {"version", report.version}}},
                   {"root", report.root},
                   {"findings", std::move(findings)},
                   {"problems", std::move(problems)},
                   {"summary", summary_json(report)}};
  if (report.goal) document["goal"] = goal_json(report);
  if (report.interrupted) {
    document["interrupted"] = {{"analysed", report.interrupted->analysed}, {"files", report.interrupted->files}};
  }
  // Paths need not be UTF-8; JSON must.
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_json_lines(const engine::Report& report, std::ostream& out) {
  const std::vector<std::string> names = fingerprints(report);
  for (const std::size_t i : in_order(report)) {
    out << finding_json(report, report.findings[i], names[i]).dump(-1, ' ', false, Json::error_handler_t::replace)
        << '\n';
  }
}

}  // namespace syncfree::report

#include "analyzer/report/sarif.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/engine/severity.h"
#include "analyzer/report/family.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/uri.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRoot = "%SRCROOT%";

/// One of the standard's names (SARIF 2.1.0, appendix I); it has none for CUDA.
std::string_view language_of(std::string_view path) {
  return path.ends_with(".py") || path.ends_with(".ipynb") ? "python" : "cplusplus";
}

/// The files that results speak of, numbered in the order of first mention.
class Artifacts {
 public:
  explicit Artifacts(const engine::Report& report) : report_(report) {}

  Json location(std::uint32_t file) {
    const auto [entry, is_new] = numbers_.try_emplace(file, order_.size());
    if (is_new) order_.push_back(file);
    Json result = plain_location(report_.files[file].uri);
    result["index"] = entry->second;
    return result;
  }

  Json list() const {
    Json result = Json::array();
    for (const std::uint32_t file : order_) {
      result.push_back({{"location", plain_location(report_.files[file].uri)},
                        {"sourceLanguage", language_of(report_.files[file].uri)}});
    }
    return result;
  }

  /// `path` is relative to the root unless it is absolute.
  static Json plain_location(std::string_view path) {
    if (std::filesystem::path(path).is_absolute()) return {{"uri", file_uri(path)}};
    return {{"uri", encode_path(path)}, {"uriBaseId", kRoot}};
  }

 private:
  const engine::Report& report_;
  std::map<std::uint32_t, std::size_t> numbers_;
  std::vector<std::uint32_t> order_;
};

/// Of a notebook the lines of its file: viewers show that.
Json region(const engine::ReportedFile& file, source::TextRange range) {
  const source::Position start = file.lines->position(range.begin);
  const source::Position end = file.lines->position(range.end);
  if (file.notebook != nullptr) {
    return {{"startLine", file_line(file, start.line)}, {"endLine", file_line(file, end.line)}};
  }
  return {{"startLine", start.line},
          {"startColumn", start.utf16_column},
          {"endLine", end.line},
          {"endColumn", end.utf16_column}};
}

Json physical_location(Artifacts& artifacts, const engine::Report& report, std::uint32_t file,
                       source::TextRange range) {
  return {{"artifactLocation", artifacts.location(file)}, {"region", region(report.files[file], range)}};
}

Json related_location(Artifacts& artifacts, const engine::Report& report, const engine::Related& place) {
  return {{"physicalLocation", physical_location(artifacts, report, place.file, place.range)},
          {"message", {{"text", place.message}}}};
}

Json code_flow(Artifacts& artifacts, const engine::Report& report, const engine::Finding& finding) {
  Json steps = Json::array();
  for (const engine::Related& link : finding.chain) {
    steps.push_back({{"location", related_location(artifacts, report, link)}});
  }
  const engine::Related last{.file = finding.file, .range = finding.range, .message = finding.message};
  steps.push_back({{"location", related_location(artifacts, report, last)}});
  return {{"threadFlows", Json::array({{{"locations", std::move(steps)}}})}};
}

std::string sentence(std::string text) {
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  return text;
}

std::string message_text(const engine::Report& report, const engine::Finding& finding) {
  std::string text = sentence(finding.message + cell_note(report.files[finding.file], finding.range));
  if (!finding.reason.empty()) text += " Why: " + sentence(finding.reason);
  for (const engine::AlsoFound& also : finding.also)
    text += " Also " + std::string(also.code) + ": " + sentence(also.message);
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (!remedy.hint.empty()) text += " Help: " + sentence(remedy_words(finding, remedy));
  }
  return text;
}

Json finding_location(Artifacts& artifacts, const engine::Report& report, const engine::Finding& finding) {
  Json location = {{"physicalLocation", physical_location(artifacts, report, finding.file, finding.range)}};
  if (!finding.function.empty()) {
    location["logicalLocations"] = Json::array({{{"fullyQualifiedName", finding.function}, {"kind", "function"}}});
  }
  return location;
}

/// Each replacement counts in the text as it was analysed.
Json fix_of(Artifacts& artifacts, const engine::Report& report, const engine::Finding& finding, const fixes::Fix& fix) {
  Json replacements = Json::array();
  for (const fixes::TextEdit& edit : fix.edits) {
    replacements.push_back({{"deletedRegion", region(report.files[finding.file], edit.range)},
                            {"insertedContent", {{"text", edit.text}}}});
  }
  const Json change = {{"artifactLocation", artifacts.location(finding.file)},
                       {"replacements", std::move(replacements)}};
  const std::string text =
      fix.title + " (" + std::string(name_of(fix.applicability)) + std::string(words_of(fix.waits_left)) + ")";
  Json json = {{"description", {{"text", text}}}, {"artifactChanges", Json::array({change})}};
  if (fix.waits_left != fixes::WaitsLeft::kNone) json["properties"] = {{"waitsLeft", name_of(fix.waits_left)}};
  return json;
}

Json suppression(const engine::Finding& finding) {
  if (finding.in_baseline) return {{"kind", "external"}, {"justification", "in the baseline"}};
  Json result = {{"kind", "inSource"}};
  if (!finding.suppression_reason.empty()) result["justification"] = finding.suppression_reason;
  return result;
}

/// With what other rules say of the place, and the places that they speak of.
std::vector<engine::Related> related_places(const engine::Finding& finding) {
  std::vector<engine::Related> places = finding.related;
  for (const engine::AlsoFound& also : finding.also) {
    places.push_back({finding.file, finding.range, std::string(also.code) + ": " + also.message});
    places.insert(places.end(), also.related.begin(), also.related.end());
  }
  return places;
}

/// A suggestion is not to be applied as it is. Of a notebook only lines can be named, not what to replace in them.
Json fixes_of(Artifacts& artifacts, const engine::Report& report, const engine::Finding& finding) {
  Json fixes = Json::array();
  if (report.files[finding.file].notebook != nullptr) return fixes;
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (remedy.fix != nullptr && remedy.fix->applicability > fixes::Applicability::kSuggestion)
      fixes.push_back(fix_of(artifacts, report, finding, *remedy.fix));
  }
  return fixes;
}

Json result_of(Artifacts& artifacts, const engine::Report& report, const engine::Finding& finding,
               const std::string& fingerprint) {
  Json result = {{"ruleId", finding.code}};
  const auto rule = std::ranges::find(report.rules, finding.code, &engine::RuleInfo::code);
  if (rule != report.rules.end()) result["ruleIndex"] = rule - report.rules.begin();
  result["level"] = name_of(finding.severity);
  result["message"] = {{"text", message_text(report, finding)}};
  result["locations"] = Json::array({finding_location(artifacts, report, finding)});
  for (const engine::Related& place : related_places(finding)) {
    Json location = related_location(artifacts, report, place);
    location["id"] = result.contains("relatedLocations") ? result["relatedLocations"].size() + 1 : 1;
    result["relatedLocations"].push_back(std::move(location));
  }
  if (!finding.chain.empty()) result["codeFlows"] = Json::array({code_flow(artifacts, report, finding)});
  result["partialFingerprints"] = {{"primaryLocationLineHash", fingerprint}};
  if (Json fixes = fixes_of(artifacts, report, finding); !fixes.empty()) result["fixes"] = std::move(fixes);
  if (finding.suppressed) result["suppressions"] = Json::array({suppression(finding)});
  result["properties"] = {{"confidence", name_of(finding.confidence)},
                          {"temperature", name_of(finding.temperature)},
                          {"dependency", name_of(finding.dependency)},
                          {"loopDepth", finding.loop_depth}};
  for (const engine::AlsoFound& also : finding.also) result["properties"]["alsoCodes"].push_back(also.code);
  return result;
}

/// In the words of code scanning, which knows no notes.
std::string_view problem_severity(engine::Severity severity) {
  return severity == engine::Severity::kNote ? "recommendation" : name_of(severity);
}

Json rule_of(const engine::RuleInfo& rule) {
  const Family* family = family_of(rule.code);
  const engine::Severity worst = engine::severity_of(rule, engine::Temperature::kHot);
  Json tags = Json::array({"performance", "gpu"});
  if (family != nullptr) tags.push_back(family->title);
  return {{"id", rule.code},
          {"name", rule.name},
          {"shortDescription", {{"text", rule.name}}},
          {"fullDescription", {{"text", rule.summary}}},
          {"help", {{"text", rule.page}, {"markdown", rule.page}}},
          {"defaultConfiguration", {{"level", name_of(worst)}}},
          {"properties",
           {{"tags", std::move(tags)}, {"precision", "high"}, {"problem.severity", problem_severity(worst)}}}};
}

Json notification_of(const engine::Problem& problem) {
  Json location = {{"artifactLocation", Artifacts::plain_location(problem.uri)}};
  if (problem.line > 0) {
    location["region"] = {{"startLine", problem.line}};
    if (problem.column > 0) location["region"]["startColumn"] = problem.column;
  }
  return {{"level", problem.fatal ? "error" : "warning"},
          {"message", {{"text", problem.message}}},
          {"locations", Json::array({{{"physicalLocation", std::move(location)}}})}};
}

Json driver_of(const engine::Report& report) {
  Json rules = Json::array();
  for (const engine::RuleInfo& rule : report.rules) rules.push_back(rule_of(rule));
  return {{"name", "syncfree-lint"},
          {"version", report.version},
          {"semanticVersion", report.version},
          {"rules", std::move(rules)}};
}

/// The findings that become results, in the order in which the report is read.
std::vector<std::size_t> kept_findings(const engine::Report& report, const SarifOptions& options) {
  std::vector<std::size_t> kept = worst_first(report);
  if (options.suppressed) {
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      if (report.findings[i].suppressed) kept.push_back(i);
    }
  }
  if (kept.size() > options.most_results) kept.resize(options.most_results);
  if (report.order == engine::Order::kPath) std::ranges::sort(kept);
  return kept;
}

Json notification_of_left_out(std::size_t left_out, std::size_t kept) {
  const std::string text = counted(left_out, "finding is", "findings are") + " left out, beyond the " +
                           std::to_string(kept) + " worst: code scanning takes no more results";
  return {{"level", "warning"}, {"message", {{"text", text}}}};
}

Json notifications_of(const engine::Report& report, const SarifOptions& options, std::size_t kept) {
  Json notifications = Json::array();
  for (const engine::Problem& problem : report.problems) notifications.push_back(notification_of(problem));
  const auto suppressed =
      static_cast<std::size_t>(std::ranges::count_if(report.findings, &engine::Finding::suppressed));
  const std::size_t wanted = report.findings.size() - (options.suppressed ? 0 : suppressed);
  if (report.interrupted) {
    const std::string text = "interrupted: " + interrupted_words(*report.interrupted);
    notifications.push_back({{"level", "error"}, {"message", {{"text", text}}}});
  }
  if (kept < wanted) notifications.push_back(notification_of_left_out(wanted - kept, kept));
  return notifications;
}

}  // namespace

void write_sarif(const engine::Report& report, std::ostream& out, const SarifOptions& options) {
  Artifacts artifacts(report);
  Json results = Json::array();
  const std::vector<std::string> names = fingerprints(report);
  const std::vector<std::size_t> kept = kept_findings(report, options);
  for (const std::size_t i : kept) results.push_back(result_of(artifacts, report, report.findings[i], names[i]));
  Json run = {
      {"tool", {{"driver", driver_of(report)}}},
      {"invocations", Json::array({{{"executionSuccessful", !report.interrupted},
                                    {"toolExecutionNotifications", notifications_of(report, options, kept.size())}}})},
      {"originalUriBaseIds", {{kRoot, {{"uri", directory_uri(report.root)}}}}},
      {"artifacts", artifacts.list()},
      {"columnKind", "utf16CodeUnits"},
      {"results", std::move(results)}};
  const Json document = {
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({std::move(run)})}};
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace syncfree::report

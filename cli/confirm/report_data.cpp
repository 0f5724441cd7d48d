// The formats for programs: JSON of its own, and SARIF through the writer that `check` uses.
#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "analyzer/engine/selection.h"
#include "analyzer/report/sarif.h"
#include "cli/confirm/ranks_report.h"
#include "cli/confirm/report.h"
#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;
constexpr std::string_view kUnfoundRule = "blocked-but-not-found";

OrderedJson position_json(const source::LineTable& lines, std::uint32_t offset) {
  const source::Position position = lines.position(offset);
  return {{"line", position.line}, {"column", position.character_column}};
}

/// The range's text up to the end of its line, by which it is known when lines above it have moved.
std::string source_line(const engine::ReportedFile& file, source::TextRange range) {
  const std::string_view text = std::string_view(file.text).substr(range.begin, range.size());
  return std::string(text.substr(0, text.find_first_of("\r\n")));
}

OrderedJson location_json(const Confirmation& confirmation, const Result& result) {
  if (!result.file) {
    return {{"path", result.frame.file}, {"line", result.frame.line}, {"function", result.frame.function}};
  }
  const engine::ReportedFile& file = confirmation.report.files[*result.file];
  return {{"path", file.path},
          {"uri", file.uri},
          {"source", source_line(file, result.range)},
          {"start", position_json(*file.lines, result.range.begin)},
          {"end", position_json(*file.lines, result.range.end)}};
}

OrderedJson tally_json(const Tally& tally) {
  return {{"visits", tally.visits},
          {"blocked", tally.blocked},
          {"blocked_ms", tally.blocked_ms},
          {"longest_ms", tally.longest_ms},
          {"gpu_idle_after_ms", tally.idle_ms}};
}

OrderedJson result_json(const Confirmation& confirmation, const Result& result) {
  OrderedJson json = {{"outcome", name_of(result.outcome)}, {"location", location_json(confirmation, result)}};
  if (result.finding) {
    const engine::Finding& finding = confirmation.report.findings[*result.finding];
    json["code"] = finding.code;
    json["confidence"] = name_of(finding.confidence);
    json["temperature"] = name_of(finding.temperature);
    json["message"] = finding.message;
    json["hint"] = finding.hint;
    json["suppressed"] = finding.suppressed;
  }
  if (!result.details.empty()) json["calls"] = result.details;
  if (!result.through.empty()) json["through"] = result.through;
  if (result.estimate.waits > 0) {
    json["estimate"] = {
        {"waits", result.estimate.waits}, {"wait_ms", result.estimate.wait_ms}, {"gain_ms", result.estimate.gain_ms}};
  }
  if (result.shares.empty()) return json;
  json["total"] = tally_json(result.total);
  for (const Share& share : result.shares) {
    OrderedJson part = {{"process", confirmation.recording.processes[share.process].name}};
    part.update(tally_json(share.tally));
    json["by_process"].push_back(std::move(part));
  }
  return json;
}

OrderedJson times_json(std::vector<double> times) {
  if (times.empty()) return nullptr;
  std::ranges::sort(times);
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  return {{"least", times.front()},
          {"lower_quartile", at(0.25)},
          {"median", at(0.5)},
          {"upper_quartile", at(0.75)},
          {"most", times.back()}};
}

/// Causes in milliseconds a step.
OrderedJson steps_json(const StepAnalysis& steps) {
  if (steps.steps == 0) return nullptr;
  const IdleCauses& causes = steps.causes;
  return {{"steps", steps.steps},
          {"step_ms", steps.step_ms},
          {"idle_ms", steps.idle_ms},
          {"idle_share", steps.idle_share()},
          {"least_idle_share", steps.least_idle},
          {"most_idle_share", steps.most_idle},
          {"bound", name_of(steps.bound)},
          {"run_ahead_ms", steps.run_ahead_ms},
          {"idle_causes_ms",
           {{"waits", causes.waits},
            {"data_loading", causes.loading},
            {"allocation", causes.allocation},
            {"garbage_collection", causes.collection},
            {"host_code", causes.code},
            {"launches", causes.launches},
            {"device", causes.device}}}};
}

OrderedJson figures_json(const RunFigures& figures) {
  const auto spread = [](const Spread& values) {
    return values.known ? OrderedJson{{"least", values.least}, {"middle", values.middle}, {"most", values.most}}
                        : OrderedJson(nullptr);
  };
  return {{"blocked", figures.blocked},
          {"blocked_ms", figures.blocked_ms},
          {"exit_status", figures.exit_status ? OrderedJson(*figures.exit_status) : OrderedJson(nullptr)},
          {"step_ms", spread(figures.step_ms)},
          {"idle_share", spread(figures.idle_share)}};
}

OrderedJson results_json(const std::vector<NameComparison>& comparisons) {
  OrderedJson results = OrderedJson::array();
  for (const NameComparison& each : comparisons) {
    results.push_back({{"name", each.name},
                       {"agreement", name_of(each.agreement)},
                       {"values", each.values},
                       {"differing", each.differing},
                       {"first", each.first},
                       {"reason", each.reason},
                       {"largest_difference", each.largest},
                       {"rtol", each.relative},
                       {"atol", each.absolute},
                       {"sampled", each.is_sample}});
  }
  return results;
}

OrderedJson comparison_json(const Comparison& comparison) {
  const auto places = [](const std::vector<BlockedPlace>& list) {
    OrderedJson result = OrderedJson::array();
    for (const BlockedPlace& place : list)
      result.push_back(
          {{"place", place.place}, {"code", place.code}, {"blocked", place.blocked}, {"blocked_ms", place.blocked_ms}});
    return result;
  };
  return {{"with", comparison.name},
          {"before", figures_json(comparison.before)},
          {"now", figures_json(comparison.now)},
          {"new", places(comparison.fresh)},
          {"gone", places(comparison.gone)},
          {"results", results_json(comparison.results)},
          {"results_differ", comparison.results_differ()}};
}

OrderedJson process_json(const Process& process, const StepAnalysis& steps) {
  return {{"name", process.name},
          {"results", process.results.empty() ? OrderedJson(nullptr) : kept_results_json(process.results)},
          {"problem", process.problem},
          {"limits", process.limits},
          {"steps_observed", process.steps},
          {"steps_seen", process.steps_seen},
          {"step_source", process.step_source},
          {"step_ms", process.median_step_ms()},
          {"observed_step_ms", times_json(process.observed_ms.empty() ? process.timeline_ms : process.observed_ms)},
          {"unobserved_step_ms", times_json(process.unobserved_ms)},
          {"timeline", steps_json(steps)},
          {"overhead", process.unobserved_ms.empty() ? OrderedJson(nullptr) : OrderedJson(process.overhead())}};
}

}  // namespace

void write_json(const Confirmation& confirmation, std::ostream& out) {
  OrderedJson results = OrderedJson::array(), processes = OrderedJson::array();
  for (const Result& result : confirmation.joined.results) results.push_back(result_json(confirmation, result));
  for (std::size_t i = 0; i < confirmation.recording.processes.size(); ++i)
    processes.push_back(process_json(confirmation.recording.processes[i], confirmation.joined.steps[i]));
  OrderedJson document = {{"format_version", kFormatVersion},
                          {"tool", {{"name", "syncfree-lint"}, {"version", confirmation.report.version}}},
                          {"root", confirmation.report.root},
                          {"figures_are", confirmation.joined.per_step ? "per step" : "of the whole run"},
                          {"processes", std::move(processes)},
                          {"results", std::move(results)}};
  if (confirmation.joined.ranks.steps > 0) document["ranks"] = ranks_json(confirmation);
  if (confirmation.exit_status) document["exit_status"] = *confirmation.exit_status;
  if (confirmation.comparison != nullptr) document["comparison"] = comparison_json(*confirmation.comparison);
  if (!confirmation.failures.empty()) document["failures"] = confirmation.failures;
  out << document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
}

void write_sarif(const Confirmation& confirmation, std::ostream& out) {
  engine::Report report = confirmation.report;
  report.findings.clear();
  for (const Result& result : confirmation.joined.results) {
    if (!result.file) continue;  // code that no file of the report holds
    engine::Finding finding;
    if (result.finding) finding = confirmation.report.findings[*result.finding];
    finding.code = result.finding ? finding.code : kUnfoundRule;
    finding.file = *result.file;
    finding.range = result.range;
    finding.message = message_of(confirmation, result);
    const bool blocked = result.total.blocked > 0;
    finding.message +=
        blocked ? " [" + measured(confirmation, result) + "]" : " [" + std::string(name_of(result.outcome)) + "]";
    finding.severity = blocked ? engine::Severity::kWarning : engine::Severity::kNote;
    report.findings.push_back(std::move(finding));
  }
  report::write_sarif(report, out);
}

}  // namespace syncfree::confirm

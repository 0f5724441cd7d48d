#include "driver/outside_findings.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/engine/quote.h"
#include "analyzer/engine/severity.h"
#include "driver/finding_order.h"

namespace syncfree::driver {
namespace {

/// The report's finding at a wait; null if it is not there, or the user does not want to hear of it.
const engine::Finding* find(const engine::ReachedWait& wait, const engine::Report& report) {
  const auto wanted = std::tuple(wait.file, wait.range.begin, wait.range.end, wait.code);
  const auto found = std::ranges::lower_bound(report.findings, wanted, {}, order);
  if (found == report.findings.end() || order(*found) != wanted || found->suppressed) return nullptr;
  return &*found;
}

/// As the source calls it: "run" for the second overload "run (2)", "CHECK" for "CHECK (macro)".
std::string without_number(const std::string& function) { return function.substr(0, function.rfind(" (")); }

/// A call in a capture that leads to a wait fails there; elsewhere the same function only waits. Null: it is none.
const engine::RuleInfo* rule_of_capture(const engine::OutsideCall& call, const engine::ReachedWait& wait,
                                        std::string_view code, const engine::Report& report) {
  if (!call.captured || wait.joins_graph) return nullptr;
  const auto rule = std::ranges::find_if(report.rules, &engine::RuleInfo::for_captures);
  return rule == report.rules.end() || rule->code == code ? nullptr : &*rule;
}

/// A call may lead to many waits, of which one is told in words.
void put_in_words(engine::Finding& finding, const engine::Finding& there, bool fails, const engine::OutsideCall& call,
                  const engine::Report& report) {
  finding.message = "`" + engine::quote(report.files[call.file].text.substr(call.range.begin, call.range.size())) +
                    "` leads to `" +
                    (there.function.empty() ? std::string("the top level") : without_number(there.function)) +
                    "`, where " + there.message;
  if (fails) finding.message += "; here a CUDA graph is captured, so the capture fails";
  finding.reason = there.reason;
  finding.hint = fails ? "call it before the capture, or after it" : there.hint;
  finding.function = call.function;
  finding.related.push_back({there.file, there.range, "waits here"});
  if (finding.temperature == engine::Temperature::kHot) finding.chain = call.chain;
}

}  // namespace

std::optional<engine::Finding> finding_at_call(const engine::OutsideCall& call, const engine::Report& report,
                                               const std::function<bool(const engine::Finding&)>& is_wanted) {
  std::optional<engine::Finding> worst;
  const auto own = std::ranges::lower_bound(
      report.findings, std::tuple(call.file, call.range.begin, call.range.end), {},
      [](const engine::Finding& finding) { return std::tuple(finding.file, finding.range.begin, finding.range.end); });
  // What blocks by itself is reported there already.
  if (own != report.findings.end() && own->file == call.file && own->range == call.range) return std::nullopt;
  const engine::Finding* told = nullptr;  // the wait that `worst` leads to
  bool fails = false;
  const auto weight = [](const engine::Finding& each) {
    return std::tuple(!each.suppressed, each.temperature, each.confidence);
  };
  engine::Finding finding;
  finding.file = call.file;
  finding.range = call.range;
  finding.loop_depth = call.loop_depth;
  for (const engine::ReachedWait& wait : call.waits) {
    const engine::Finding* there = find(wait, report);
    if (there == nullptr) continue;
    finding.temperature = wait.cold ? engine::Temperature::kCold : std::min(call.temperature, there->temperature);
    finding.confidence = wait.perhaps ? engine::Confidence::kPossible : there->confidence;
    finding.suppressed = false;
    finding.suppression_reason.clear();
    // It cannot be worse, whatever else is said of it.
    if (worst && weight(finding) <= weight(*worst)) continue;
    const engine::RuleInfo* captured = rule_of_capture(call, wait, there->code, report);
    finding.code = captured == nullptr ? there->code : captured->code;
    finding.dependency = captured == nullptr ? there->dependency : captured->dependency;
    if (!is_wanted(finding)) continue;
    for (const auto& [code, reason] : call.suppressed) {
      if (code != finding.code) continue;
      finding.suppressed = true;
      finding.suppression_reason = reason;
    }
    if (worst && weight(finding) <= weight(*worst)) continue;
    worst = finding;
    told = there;
    fails = captured != nullptr;
  }
  if (!worst) return worst;
  worst->severity = engine::severity_of(*engine::rule_of(worst->code, report.rules), worst->temperature);
  put_in_words(*worst, *told, fails, call, report);
  return worst;
}

void join_calls(std::vector<engine::Finding>& at_calls) {
  std::ranges::stable_sort(at_calls, [](const engine::Finding& a, const engine::Finding& b) {
    return a.temperature != b.temperature ? a.temperature > b.temperature : order(a) < order(b);
  });
  using Wait = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string_view>;
  std::map<Wait, std::size_t> kept_of;
  std::vector<engine::Finding> kept;
  for (engine::Finding& finding : at_calls) {
    const engine::Related& wait = finding.related.front();
    const Wait place(wait.file, wait.range.begin, wait.range.end, finding.code);
    const auto known = finding.suppressed ? kept_of.end() : kept_of.find(place);
    if (known != kept_of.end()) {
      kept[known->second].related.push_back({finding.file, finding.range, "also called here"});
      continue;
    }
    if (!finding.suppressed) kept_of.emplace(place, kept.size());
    kept.push_back(std::move(finding));
  }
  at_calls = std::move(kept);
}

}  // namespace syncfree::driver

#include "analyzer/engine/one_wait.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace syncfree::engine {
namespace {

using FindingSite = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

FindingSite place_of(const Finding& finding) { return {finding.file, finding.range.begin, finding.range.end}; }

/// It relates the wait to what is around it; what waits there another finding says.
bool looks_around(const Finding& finding, std::span<const RuleInfo> rules) {
  const auto rule = std::ranges::find(rules, finding.code, &RuleInfo::code);
  return rule != rules.end() && rule->match == nullptr && rule->match_flow != nullptr;
}

bool can_join(const Finding& a, const Finding& b) {
  return place_of(a) == place_of(b) && a.suppressed == b.suppressed && a.in_baseline == b.in_baseline;
}

void take_in(Finding& finding, Finding&& other) {
  finding.confidence = std::max(finding.confidence, other.confidence);
  finding.severity = std::max(finding.severity, other.severity);
  finding.loop_depth = std::max(finding.loop_depth, other.loop_depth);
  if (other.temperature > finding.temperature) {
    finding.temperature = other.temperature;
    finding.chain = std::move(other.chain);
  }
  finding.also.push_back({.code = other.code,
                          .message = std::move(other.message),
                          .hint = std::move(other.hint),
                          .dependency = other.dependency,
                          .related = std::move(other.related),
                          .fix = std::move(other.fix)});
}

int rank_of(const fixes::Fix* fix) { return fix == nullptr ? -1 : static_cast<int>(fix->applicability); }

const fixes::Fix* pointer(const std::optional<fixes::Fix>& fix) { return fix ? &*fix : nullptr; }

}  // namespace

void join_same_waits(std::vector<Finding>& findings, std::span<const RuleInfo> rules) {
  std::vector<Finding> joined;
  joined.reserve(findings.size());
  for (auto first = findings.begin(); first != findings.end();) {
    const auto last = std::find_if(first, findings.end(), [&](const auto& other) { return !can_join(*first, other); });
    const auto main = std::find_if(first, last, [&](const auto& finding) { return !looks_around(finding, rules); });
    Finding& kept = joined.emplace_back(std::move(main == last ? *first : *main));
    const auto kept_at = main == last ? first : main;
    for (auto other = first; other != last; ++other) {
      if (other != kept_at) take_in(kept, std::move(*other));
    }
    std::ranges::stable_sort(kept.also, std::greater{},
                             [](const AlsoFound& also) { return rank_of(pointer(also.fix)); });
    first = last;
  }
  findings = std::move(joined);
}

void suppress_same_waits(std::span<Finding> findings) {
  std::map<FindingSite, const Finding*> silenced;
  for (const Finding& finding : findings) {
    if (finding.suppressed) silenced.emplace(place_of(finding), &finding);
  }
  for (Finding& finding : findings) {
    const auto at = finding.suppressed ? silenced.end() : silenced.find(place_of(finding));
    if (at == silenced.end()) continue;
    finding.suppressed = true;
    finding.suppression_reason = at->second->suppression_reason;
  }
}

std::vector<Remedy> remedies_of(const Finding& finding) {
  std::vector<Remedy> remedies;
  for (const AlsoFound& also : finding.also) remedies.push_back({also.code, also.hint, pointer(also.fix)});
  remedies.push_back({finding.code, finding.hint, pointer(finding.fix)});
  std::ranges::stable_sort(remedies, std::greater{}, [](const Remedy& remedy) { return rank_of(remedy.fix); });
  for (auto remedy = remedies.begin(); remedy != remedies.end(); ++remedy) {
    const bool shown_before = std::any_of(remedies.begin(), remedy, [&](const Remedy& before) {
      return before.fix != nullptr && remedy->fix != nullptr && before.fix->edits == remedy->fix->edits;
    });
    if (shown_before) remedy->fix = nullptr;
  }
  std::erase_if(remedies, [](const Remedy& remedy) { return remedy.hint.empty() && remedy.fix == nullptr; });
  return remedies;
}

bool speaks_for(const Finding& finding, std::string_view code) {
  return finding.code == code || std::ranges::any_of(finding.also, [&](const auto& also) { return also.code == code; });
}

}  // namespace syncfree::engine

#include "analyzer/plan/remedy.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"

namespace syncfree::plan {
namespace {

using engine::RemedyKind;

engine::Dependency dependency_of(const engine::Finding& finding, std::string_view code) {
  const auto also = std::ranges::find(finding.also, code, &engine::AlsoFound::code);
  return also == finding.also.end() ? finding.dependency : also->dependency;
}

RemedyKind kind_of(const Material& material, std::string_view code, engine::Dependency dependency) {
  const auto row = std::ranges::lower_bound(material.remedies, code, {}, &engine::RuleRemedy::code);
  if (row == material.remedies.end() || row->code != code) return RemedyKind::kLeave;
  return dependency == engine::Dependency::kTrue ? row->if_needed : row->if_unneeded;
}

/// What its words ask for; nothing if they say no more than the rule.
std::optional<RemedyKind> kind_by_words(const Material& material, std::string_view advice) {
  const auto row = std::ranges::find_if(
      material.advice, [&](const engine::AdviceKind& each) { return advice.find(each.phrase) != advice.npos; });
  return row == material.advice.end() ? std::nullopt : std::optional(row->kind);
}

Remains remains_after(RemedyKind kind) {
  switch (kind) {
    case RemedyKind::kCoalesce:
      return Remains::kFewer;
    case RemedyKind::kDelay:
    case RemedyKind::kOffThePath:
      return Remains::kElsewhere;
    case RemedyKind::kLeave:
      return Remains::kTheWait;
    default:
      return Remains::kNothing;
  }
}

Action action_of(const engine::Remedy& remedy) {
  if (remedy.fix == nullptr) return Action::kByHand;
  switch (remedy.fix->applicability) {
    case fixes::Applicability::kSafe:
      return Action::kSafe;
    case fixes::Applicability::kUnsafe:
      return Action::kUnsafe;
    case fixes::Applicability::kSuggestion:
      return Action::kByHand;
  }
  return Action::kByHand;
}

Remains remains_of(const Material& material, std::string_view code) {
  const engine::RuleInfo* rule = engine::find_rule(code, material.report.rules);
  switch (rule == nullptr ? engine::GoodFormWaits::kNone : rule->good_form_waits) {
    case engine::GoodFormWaits::kNone:
      return Remains::kNothing;
    case engine::GoodFormWaits::kFewer:
      return Remains::kFewer;
    case engine::GoodFormWaits::kElsewhere:
      return Remains::kElsewhere;
  }
  return Remains::kNothing;
}

void leave(Entry& entry, std::string reason) {
  entry.kind = RemedyKind::kLeave;
  entry.action = Action::kLeave;
  entry.remains = Remains::kTheWait;
  entry.advice = std::move(reason);
}

}  // namespace

bool speaks_of_wait(const Material& material, const engine::Finding& finding) {
  return kind_of(material, finding.code, finding.dependency) != RemedyKind::kNone;
}

void choose_remedy(const Material& material, Entry& entry) {
  const engine::Finding& finding = material.report.findings[entry.finding];
  std::vector<engine::Remedy> remedies = engine::remedies_of(finding);
  std::erase_if(remedies, [&](const engine::Remedy& remedy) {
    return kind_of(material, remedy.code, dependency_of(finding, remedy.code)) == RemedyKind::kNone;
  });
  const bool is_needed = finding.dependency == engine::Dependency::kTrue;
  if (remedies.empty()) {
    leave(entry, is_needed ? "the host needs this value here (true dependency), and no form without the wait is known"
                           : "no form without the wait is known");
    return;
  }
  const engine::Remedy& best = remedies.front();
  const engine::Dependency dependency = dependency_of(finding, best.code);
  entry.action = action_of(best);
  entry.advice = best.fix != nullptr ? best.fix->title : std::string(best.hint);
  const auto by_words = kind_by_words(material, entry.advice);
  entry.kind = by_words.value_or(kind_of(material, best.code, dependency));
  entry.remains = by_words ? remains_after(*by_words) : remains_of(material, best.code);
  const bool is_fix = entry.action == Action::kSafe || entry.action == Action::kUnsafe;
  if (entry.kind == RemedyKind::kLeave && !is_fix) {
    leave(entry, is_needed ? "later code needs the finished work (true dependency)" : std::string(best.hint));
  } else if (entry.times.chance == Chance::kSeldom && !is_fix) {
    leave(entry, "it runs seldom, so a change gains next to nothing");
  } else if (is_needed && entry.remains == Remains::kElsewhere) {
    entry.caution =
        "true dependency: the host needs the value, so the wait can move and be rarer, and does not go away";
  } else if (is_needed && entry.remains == Remains::kFewer) {
    entry.caution = "true dependency: the host needs the value, so a wait stays";
  } else if (is_needed && !is_fix) {
    entry.caution = "true dependency: the host needs the value unless the decision moves to the GPU as well";
  }
}

}  // namespace syncfree::plan

// Events made by hand, and what the whole rule table says to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/event.h"
#include "rules/rule_table.h"

namespace syncfree::rules::testing {

inline constexpr std::string_view kText = "the.source(text)";

/// The codes of all rules that match, with "?" after a match that is not sure: "SF402?". More than one is a fault,
/// since the engine would report the first only.
inline std::string matched(const engine::Event& event, std::string_view text = kText) {
  std::string codes;
  for (const engine::RuleInfo& rule : rule_table()) {
    if (rule.match == nullptr) continue;
    const auto match = rule.match(event, {text});
    if (!match) continue;
    if (!codes.empty()) codes += ' ';
    codes += rule.code;
    if (match->sure != values::Truth::kYes) codes += '?';
  }
  return codes;
}

/// The words of the first match.
inline engine::Match words_of(const engine::Event& event, std::string_view text = kText) {
  for (const engine::RuleInfo& rule : rule_table()) {
    if (rule.match == nullptr) continue;
    if (auto match = rule.match(event, {text})) return *match;
  }
  return {};
}

inline engine::Event event_of(engine::EventKind kind, const values::Value& operand = {}) {
  engine::Event event{.kind = kind};
  event.blocks = values::Truth::kYes;
  event.evidence = values::Evidence::kSeen;
  event.places = values::Place::kCuda;
  event.operands[0] = operand;
  return event;
}

/// A call of `operation` that the catalog files under `rule`.
class CallEvent {
 public:
  CallEvent(std::string_view rule, std::string_view operation, const values::Value& operand = {})
      : event_(event_of(engine::EventKind::kCall, operand)) {
    block_.rule = rule;
    block_.reason = "a reason";
    operation_.name = operation;
    event_.block = &block_;
    event_.operation = &operation_;
  }
  CallEvent(const CallEvent&) = delete;
  CallEvent& operator=(const CallEvent&) = delete;

  engine::Event* operator->() { return &event_; }
  const engine::Event& operator*() const { return event_; }
  catalog::Block& block() { return block_; }

 private:
  catalog::Block block_;
  catalog::Operator operation_;
  engine::Event event_;
};

}  // namespace syncfree::rules::testing

// A rule: its page, and the function that turns an event into a finding's words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/engine/event.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/flow_rule.h"
#include "analyzer/fixes/edit.h"
#include "analyzer/model/binding_index.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/mention_index.h"
#include "analyzer/model/symbol.h"
#include "analyzer/model/word_index.h"

namespace syncfree::engine {

/// What a matcher knows beside the event: the text of the source, for messages that quote it.
struct MatchContext {
  std::string_view text;  ///< of the event's range, cut to a readable length
};

struct Match {
  std::string message;
  std::string hint;
  std::optional<Dependency> dependency;  ///< when the case decides it; otherwise the rule's own
  values::Truth sure =
      values::Truth::kYes;  ///< of the rule's own condition; below kSometimes the finding is a possible one
};

using Matcher = std::optional<Match> (*)(const Event&, const MatchContext&);

/// What a rule knows beside the event when it proposes a rewrite.
struct FixContext {
  const model::Module& module;
  const model::SymbolTable& symbols;
  const model::Location& location;  ///< of the event's expression, which is there
  model::Locator& locator;
  model::WordIndex& words;  ///< of the module's text
  model::BindingIndex& bindings;
  model::MentionIndex& mentions;
  const FunctionView& view;  ///< of the function around it
};

/// Nothing where no rewrite is right.
using Proposer = std::optional<fixes::Proposal> (*)(const Event&, const FixContext&);
using FlowProposer = std::optional<fixes::Proposal> (*)(const FunctionView&, const FlowMatch&, const FixContext&);

enum class FixSafety : std::uint8_t { kNone, kSuggestion, kUnsafe, kSafe };
enum class GoodFormWaits : std::uint8_t { kNone, kFewer, kElsewhere };
/// What the host gets for its wait; kWork: nothing but that queued work is done.
enum class WaitsFor : std::uint8_t { kOther, kValue, kValueOrTensor, kShape, kWork };

/// One entry of the constant rule table, generated from rules/*.md at build time.
struct RuleInfo {
  std::string_view code;
  std::string_view name;
  std::string_view summary;
  Dependency dependency;
  FixSafety fix;
  GoodFormWaits good_form_waits;
  double cost;  ///< the share of a training step that such a wait adds each time, as gpu_validation/costs.json measured
  std::span<const std::string_view> languages;
  std::string_view page;                ///< Markdown after the front matter
  Matcher match;                        ///< of single events; null if there is none
  FlowMatcher match_flow;               ///< of what happens in a function; null if there is none
  Proposer propose = nullptr;           ///< of what the matcher found; null for a rule that rewrites nothing
  FlowProposer propose_flow = nullptr;  ///< the same for `match_flow`
  WaitsFor waits_for = WaitsFor::kOther;
  bool completes_work = true;                  ///< what was queued before has run after such a wait; false: not always
  bool short_when_idle = false;                ///< where the GPU has nothing to do, next to nothing is waited for
  bool remedied_by_device = false;             ///< `device=` takes the wait away, which the host does not need
  bool for_captures = false;                   ///< reported in place of every other rule while a CUDA graph is captured
  bool for_comments = false;                   ///< about the comments that silence findings
  bool at_any_temperature = false;             ///< wrong however seldom it runs: reported at every temperature
  Severity severity_hot = Severity::kWarning;  ///< in the step path
  Severity severity_elsewhere = Severity::kNote;
};

/// The rule with exactly this code; null if there is none.
inline const RuleInfo* rule_of(std::string_view code, std::span<const RuleInfo> rules) {
  const auto found = std::ranges::find(rules, code, &RuleInfo::code);
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace syncfree::engine

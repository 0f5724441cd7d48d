// Obstacles to a goal in one context.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/goal_parts.h"
#include "analyzer/engine/judging/module_judge.h"

namespace syncfree::engine {

/// Of one context.
struct GoalLook {
  std::vector<Finding> findings;              ///< without a chain
  std::vector<source::TextRange> unfollowed;  ///< calls of which nobody knows what they run
};

/// `KERNELS[name](x)`: one of several functions runs, and nobody sees which.
bool is_one_of_many(const FunctionView& view, const model::Expression* call);

class GoalJudge {
 public:
  /// All must outlive this.
  GoalJudge(const JudgedProject& project, Goal goal, const GoalFacts& facts)
      : project_(project), goal_(goal), facts_(facts) {}

  /// `view` and `parts`: of the context. `always`: no condition stands on the way to it.
  GoalLook look(std::uint32_t context, const FunctionView& view, const GoalParts& parts, bool always) const;
  /// A call at `range` of a function whose decorator says that the goal stops there.
  std::optional<Finding> stopped_by_decorator(std::uint32_t context, source::TextRange range, std::uint32_t code) const;

 private:
  using Places = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // ranges
  void look_at_events(std::uint32_t context, const FunctionView& view, const GoalParts& parts, GoalLook& look) const;
  void look_at_calls(std::uint32_t context, const FunctionView& view, const GoalParts& parts, bool always,
                     GoalLook& look, Places& told) const;
  bool decides_by_data(const FunctionView& view, const model::Expression& condition) const;
  bool stops(const FunctionView& view, const Event& event, const RuleInfo& rule, std::string_view operation) const;
  const OperatorGoal* fact_of(std::string_view operation) const;
  Finding finding_at(std::uint32_t context, source::TextRange range) const;
  std::string words_of(std::string_view reason) const;

  const JudgedProject& project_;
  Goal goal_;
  const GoalFacts& facts_;
};

}  // namespace syncfree::engine

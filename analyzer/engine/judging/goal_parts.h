// Which parts of a function run on the way to a goal: what a condition, a seldom case or the goal itself leaves out.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/context/run_order.h"
#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/dead_parts.h"

namespace syncfree::engine {

class GoalParts {
 public:
  /// `view` must outlive this.
  GoalParts(const FunctionView& view, Goal goal);

  /// It never runs, see DeadParts.
  bool is_dead(source::TextRange range) const { return dead_.hold(range); }
  /// Only every N steps, or before an error, unless the call decides it. Of ranges of expressions.
  bool is_seldom(source::TextRange range) const;
  /// Only where some condition holds.
  bool is_conditional(source::TextRange range) const;

 private:
  std::uint32_t scope_of(source::TextRange range) const;
  bool is_decided(source::TextRange condition) const;

  const FunctionView& view_;
  DeadParts dead_;
  context::RunOrder order_;
  std::unordered_map<std::uint64_t, std::uint32_t> scopes_;  // by range
};

}  // namespace syncfree::engine

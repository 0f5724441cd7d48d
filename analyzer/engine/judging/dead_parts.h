// Which parts of a function never run on the way to a goal: while a CUDA graph is captured,
// `torch.cuda.is_current_stream_capturing()` is true, and so on.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/goal_answers.h"

namespace syncfree::engine {

/// What the values that the inference saw make of a condition, each time the same.
std::optional<bool> observed_truth(const FunctionView& view, const model::Expression& condition);

class DeadParts {
 public:
  /// `view` must outlive this.
  DeadParts(const FunctionView& view, Goal goal);

  bool hold(source::TextRange range) const;

 private:
  void add_operands(const ConditionAnswers& answers, const model::Expression& expression);

  const FunctionView& view_;
  std::vector<bool> dead_;                   // by block; empty: none is
  std::vector<source::TextRange> operands_;  // parts of conditions
};

}  // namespace syncfree::engine

// Which parts of a function never run on the way to a goal: while a CUDA graph is captured,
// `torch.cuda.is_current_stream_capturing()` is true, and so on.
#pragma once

#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/goal_answers.h"

namespace syncfree::engine {

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

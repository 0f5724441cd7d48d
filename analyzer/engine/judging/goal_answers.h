// Whether a condition holds while a goal is pursued: while a CUDA graph is captured,
// `torch.cuda.is_current_stream_capturing()` is true, and so is what asks it.
#pragma once

#include <optional>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/goal.h"
#include "analyzer/model/binding_index.h"

namespace syncfree::engine {

class ConditionAnswers {
 public:
  /// All must outlive this. `function`: null for the body of the module.
  ConditionAnswers(const FunctionView& view, Goal goal, const model::Module& module, const model::Function* function);

  /// Nothing where that depends.
  std::optional<bool> of(const model::Expression& condition) const;

 private:
  std::optional<bool> of_call(const model::Call& call) const;
  std::optional<bool> of_variable(model::Symbol variable) const;

  const FunctionView& view_;
  Goal goal_;
  const model::Module& module_;
  const model::Function* function_;
  mutable model::BindingIndex bindings_;
};

/// The module asks a function that answers by the goal. Tests of a tensor's kind, which are many, are not meant.
bool asks_for_a_goal(const model::Module& module);

}  // namespace syncfree::engine

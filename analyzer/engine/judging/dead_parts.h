// Which parts of a function never run on the way to a goal: while a CUDA graph is captured,
// `torch.cuda.is_current_stream_capturing()` is true, and so on.
#pragma once

#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/goal.h"

namespace syncfree::engine {

class DeadParts {
 public:
  /// `view` must outlive this.
  DeadParts(const FunctionView& view, Goal goal);

  /// The module asks a function that answers by the goal. Tests of a tensor's kind, which are many, are not meant.
  static bool are_asked_for(const model::Module& module);

  bool hold(source::TextRange range) const;

 private:
  const FunctionView& view_;
  std::vector<bool> dead_;  // by block; empty: none is
};

}  // namespace syncfree::engine

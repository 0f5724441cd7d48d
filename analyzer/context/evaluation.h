// What evaluates and what answers: loops over batches whose rounds evaluate, what runs without gradients alone.
#pragma once

#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/shapes.h"

namespace syncfree::context {

/// `for batch in loader: self.eval_step(batch)`, where that method begins with `self.model.eval()`: marks such loops as
/// without gradients. A method that does nothing stands for those that override it.
void mark_evaluation_loops(const inference::Project& project, Shapes& shapes, const CallLinks& links,
                           const std::vector<bool>& trains);

/// Marks as inference what only runs without gradients: all its calls stand where there are none. By code, whether that
/// is so of what did not say it itself.
std::vector<bool> mark_evaluated(Shapes& shapes, const CallLinks& links);

/// A method that, as its name says too, computes an answer without gradients from what it is given: `select_action`,
/// `predict`, `__call__`. A framework or a user calls it as often as there are questions.
bool answers(const inference::Project& project, const inference::FunctionInfo& info, const CodeShape& shape);

}  // namespace syncfree::context

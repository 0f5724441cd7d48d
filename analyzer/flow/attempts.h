// `try … except`, where the handler is no error but another way to do the same.
#pragma once

#include "analyzer/model/statement.h"

namespace syncfree::flow {

/// A handler seldom runs, unless the attempt is which form a variable has: `try: a, b, c = batch`.
inline bool is_seldom_handled(const model::Try& attempt) {
  const auto* first = attempt.body.empty() ? nullptr : attempt.body.front()->get_if<model::Assign>();
  return first == nullptr || first->value == nullptr || first->value->kind != model::ExpressionKind::kName ||
         first->targets.size() != 1 || first->targets.front()->kind != model::ExpressionKind::kSequence;
}

}  // namespace syncfree::flow

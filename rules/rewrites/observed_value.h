// What the analysis saw as the value of an expression.
#pragma once

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Null where nothing was evaluated.
inline const values::Value* value_of(const model::Expression& expression, const engine::FixContext& context) {
  return context.view.observation().value_of(expression);
}

}  // namespace syncfree::rules

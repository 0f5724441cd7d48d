// What an expression is for other callers of the same function: a line has to be right for all of them.
#pragma once

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Does `holds` for the expression's value in some context in which its function runs.
template <class Holds>
bool for_some_caller(const model::Expression& expression, const engine::FixContext& context, Holds&& holds) {
  const auto& analysis = context.view.analysis();
  const auto& world = analysis.world;
  const std::uint32_t code = world.contexts[context.view.context()].key.code;
  // The body of a module is nobody's to call.
  const bool is_module = (code & inference::kModuleBody) != 0;
  std::uint32_t left = is_module ? 1 : world.contexts_of_code[code];
  if (left <= 1) {
    const values::Value* value = context.view.observation().value_of(expression);
    return value != nullptr && holds(*value);
  }
  for (std::uint32_t i = 0; i < world.contexts.size() && left > 0; ++i) {
    // Contexts of earlier rounds that nothing leads to any more say nothing.
    if (world.contexts[i].key.code != code || !analysis.live[i]) continue;
    --left;
    const engine::FunctionView view = context.view.elsewhere(i);
    const values::Value* value = view.observation().value_of(expression);
    if (value != nullptr && holds(*value)) return true;
  }
  return false;
}

}  // namespace syncfree::rules

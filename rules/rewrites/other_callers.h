// What an expression is for other callers of the same function: a line has to be right for all of them.
#pragma once

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// All contexts in which the function around runs; none where there is just this one.
inline std::span<const std::uint32_t> several_contexts(const engine::FixContext& context) {
  const auto& analysis = context.view.analysis();
  const std::uint32_t code = analysis.world.contexts[context.view.context()].key.code;
  // The body of a module is nobody's to call.
  const bool is_module = (code & inference::kModuleBody) != 0;
  const auto contexts = is_module ? std::span<const std::uint32_t>{} : analysis.live_contexts.of(code);
  return contexts.size() <= 1 ? std::span<const std::uint32_t>{} : contexts;
}

/// Does `holds` for the expression's value in some context in which its function runs.
template <class Holds>
bool for_some_caller(const model::Expression& expression, const engine::FixContext& context, Holds&& holds) {
  const auto contexts = several_contexts(context);
  if (contexts.empty()) {
    const values::Value* value = context.view.observation().value_of(expression);
    return value != nullptr && holds(*value);
  }
  for (const std::uint32_t other : contexts) {
    const engine::FunctionView view = context.view.elsewhere(other);
    const values::Value* value = view.observation().value_of(expression);
    if (value != nullptr && holds(*value)) return true;
  }
  return false;
}

}  // namespace syncfree::rules

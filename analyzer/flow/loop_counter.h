// The number of a loop's round.
#pragma once

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/statement.h"

namespace syncfree::flow {

/// `i` of `for i in range(n)` and of `for i, x in enumerate(xs)`, with what shows progress around them; null for
/// another loop.
inline const model::Expression* counter_of(const model::For& loop, const model::SymbolTable& symbols) {
  const model::Expression* iterable = loop.iterable;
  for (const auto* call = iterable->get_if<model::Call>(); call != nullptr; call = iterable->get_if<model::Call>()) {
    const std::string_view name = last_name(*call, symbols);
    const auto* several = loop.target->get_if<model::Sequence>();
    const bool numbers = name == "enumerate" && several != nullptr && !several->elements.empty();
    if (name == "range" || numbers) {
      const model::Expression* counter = numbers ? several->elements[0] : loop.target;
      return counter->kind == model::ExpressionKind::kName ? counter : nullptr;
    }
    if (call->arguments.empty()) break;
    iterable = call->arguments.front().value;
  }
  return nullptr;
}

}  // namespace syncfree::flow

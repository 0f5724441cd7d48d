// Loops over the keys of a mapping.
#pragma once

#include <string_view>

#include "analyzer/flow/filled_once.h"

namespace syncfree::inference {

struct MappingLoop {
  const model::Expression* mapping = nullptr;  ///< `x`, `x.y`; null: it is no such loop
  model::Symbol key;                           ///< the variable that holds it; none if a pattern does
  model::Symbol value;                         ///< the same of what the key leads to; none where nobody asks for it
};

/// The variable of a target that is one.
inline model::Symbol variable_of(const model::Expression& target) {
  const auto* name = target.get_if<model::Name>();
  return name == nullptr ? model::Symbol{} : name->name;
}

/// `for k in x`, `for k in list(x)`, `for k in x.keys()`, `for k, v in x.items()`. What is gone over without a method
/// may be a sequence, too.
inline MappingLoop mapping_loop(const model::For& loop, const model::SymbolTable& symbols) {
  const model::Expression* iterable = loop.iterable;
  if (const auto* copy = iterable->get_if<model::Call>(); copy != nullptr && copy->arguments.size() == 1) {
    const auto* maker = copy->callee->get_if<model::Name>();
    if (maker != nullptr && symbols.text(maker->name) == "list") iterable = copy->arguments.front().value;
  }
  if (flow::is_variable(*iterable)) return {iterable, variable_of(*loop.target), {}};
  const auto* call = iterable->get_if<model::Call>();
  const auto* view = call == nullptr || !call->arguments.empty() ? nullptr : call->callee->get_if<model::Attribute>();
  if (view == nullptr || !flow::is_variable(*view->object)) return {};
  const std::string_view name = symbols.text(view->name);
  if (name == "keys") return {view->object, variable_of(*loop.target), {}};
  const auto* pair = loop.target->get_if<model::Sequence>();
  if (name != "items" || pair == nullptr || pair->elements.size() != 2) return {};
  return {view->object, variable_of(*pair->elements[0]), variable_of(*pair->elements[1])};
}

struct CountingLoop {
  model::Symbol counter;                    ///< none: it is no such loop
  model::Symbol value;                      ///< of `enumerate`: what the number leads to
  const model::Expression* list = nullptr;  ///< what is counted; null for `range(count)`
};

/// `for i in range(len(x))`, `for i in range(count)` and `for i, y in enumerate(x)`; not `range(3)`.
inline CountingLoop counting_loop(const model::For& loop, const model::SymbolTable& symbols) {
  const auto* call = loop.iterable->get_if<model::Call>();
  const auto* counts = call == nullptr || call->arguments.size() != 1 ? nullptr : call->callee->get_if<model::Name>();
  if (counts == nullptr) return {};
  const model::Expression& counted = *call->arguments.front().value;
  if (symbols.text(counts->name) == "range") {
    if (counted.kind == model::ExpressionKind::kConstant) return {};
    const auto* length = counted.get_if<model::Call>();
    const auto* asks = length == nullptr ? nullptr : length->callee->get_if<model::Name>();
    const bool is_length = asks != nullptr && symbols.text(asks->name) == "len" && length->arguments.size() == 1;
    return {variable_of(*loop.target), {}, is_length ? length->arguments.front().value : nullptr};
  }
  const auto* pair = loop.target->get_if<model::Sequence>();
  if (symbols.text(counts->name) != "enumerate" || pair == nullptr || pair->elements.size() != 2) return {};
  return {variable_of(*pair->elements[0]), variable_of(*pair->elements[1]), &counted};
}

}  // namespace syncfree::inference

// What a gradient meets on its way back: masks, and operators that wait there.
#pragma once

#include <algorithm>
#include <span>

#include "analyzer/catalog/operator.h"
#include "analyzer/catalog/place.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/arguments.h"
#include "analyzer/model/expression.h"

namespace syncfree::inference {

/// Is what `is_such` speaks of among the arguments?
template <class IsSuch>
bool any_argument(const values::Value* self, std::span<const ArgumentValue> arguments, const IsSuch& is_such) {
  return (self != nullptr && is_such(*self)) ||
         std::ranges::any_of(arguments, [&](const ArgumentValue& argument) { return is_such(argument.value); });
}

/// Results of other kinds carry no gradient.
inline bool may_carry_gradient(const values::Value& result) {
  return result.only(values::Kind::kTensor) && result.elements.has(values::Element::kFloating);
}

/// What is detached carries none either.
inline bool carries_gradient(const catalog::Operator& operation, const values::Value& result) {
  return may_carry_gradient(result) && !operation.name.ends_with(".detach");
}

/// What a call gives goes back through what it was given. Contexts do not tell apart what is differentiated through a
/// mask, so this holds for functions of the project, too.
inline void note_way_back(const values::Value* self, std::span<const ArgumentValue> arguments, values::Value& result) {
  result.read_back |= any_argument(self, arguments, catalog::goes_through_mask);
  result.waits_back |= any_argument(self, arguments, catalog::waits_back);
}

/// `delta.detach()`, `x.data`
inline bool is_detached(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.empty() && flow::last_name(*call->callee, symbols) == "detach";
  const auto* attribute = expression.get_if<model::Attribute>();
  return attribute != nullptr && symbols.text(attribute->name) == "data";
}

}  // namespace syncfree::inference

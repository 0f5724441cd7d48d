// The values that conditions and results speak of.
#pragma once

#include "analyzer/catalog/evaluate.h"
#include "analyzer/catalog/operator.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"

namespace syncfree::catalog {

/// What an object of a catalog class kept of its constructor's arguments under `name`; null if nothing is known.
const values::Value* kept_field(const values::Value& object, std::string_view name);

/// The operand's value; null if it was not given. Of a `*name` parameter, the first value.
inline const values::Value* value_of(const Operand& operand, const BoundArguments& arguments) {
  if (operand.parameter < 0) return nullptr;
  const auto index = static_cast<std::size_t>(operand.parameter);
  if (index >= arguments.by_parameter.size()) return nullptr;
  const values::Value* value = arguments.by_parameter[index];
  if (operand.field.empty() || value == nullptr) return value;
  return kept_field(*value, operand.field);
}

/// Calls `visit` with every value of the operand: one, or all that `*name` took.
template <class Visit>
void for_each_value(const Operator& operation, const Operand& operand, const BoundArguments& arguments, Visit visit) {
  const values::Value* value = value_of(operand, arguments);
  if (value != nullptr) visit(*value);
  if (operand.parameter < 0 || !operand.field.empty()) return;
  if (operation.parameters[static_cast<std::size_t>(operand.parameter)].stars != 1) return;
  for (const values::Value* more : arguments.extra) {
    if (more != value) visit(*more);
  }
}

/// Calls `visit` with every argument.
template <class Visit>
void for_each_argument(const BoundArguments& arguments, Visit visit) {
  for (const values::Value* value : arguments.by_parameter) {
    if (value != nullptr) visit(*value);
  }
  for (const values::Value* value : arguments.extra) visit(*value);
}

}  // namespace syncfree::catalog

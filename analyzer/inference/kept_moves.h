// What an object moves and keeps, read off the text: `self.table = self.table.to(x.device)`.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// Calls `visit(target, value)` for each target, of `a, b = c, d` one by one; the value is null where it is not known
/// which part of it the target gets.
template <class Visit>
void for_each_stored_part(const model::Assign& assign, const Visit& visit) {
  const auto* values = assign.value == nullptr ? nullptr : assign.value->get_if<model::Sequence>();
  for (const model::Expression* target : assign.targets) {
    const auto* targets = target->get_if<model::Sequence>();
    if (targets == nullptr) {
      visit(*target, assign.value);
      continue;
    }
    const bool is_matched = values != nullptr && values->elements.size() == targets->elements.size();
    for (std::size_t i = 0; i < targets->elements.size(); ++i)
      visit(*targets->elements[i], is_matched ? values->elements[i] : nullptr);
  }
}

/// `name` of `self.name`; no symbol for another expression.
inline model::Symbol own_attribute(const model::Expression& expression, model::Symbol self) {
  const auto* attribute = expression.get_if<model::Attribute>();
  const auto* object = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  return object != nullptr && object->name == self ? attribute->name : model::Symbol();
}

/// The value is the attribute itself, moved; also if it is there: `self.mask.to(x.device) if self.mask is not None else
/// None`.
inline bool is_moved_self(const model::Expression& value, model::Symbol self, model::Symbol attribute,
                          const model::SymbolTable& symbols) {
  if (const auto* choice = value.get_if<model::Conditional>()) {
    const auto* none = choice->else_value->get_if<model::Constant>();
    const bool is_kept = (none != nullptr && none->constant == model::ConstantKind::kNone) ||
                         own_attribute(*choice->else_value, self) == attribute;
    return is_kept && is_moved_self(*choice->then_value, self, attribute, symbols);
  }
  const auto* call = value.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || own_attribute(*method->object, self) != attribute) return false;
  const std::string_view name = symbols.text(method->name);
  return name == "to" || name == "cuda" || name == "type_as";
}

}  // namespace syncfree::inference

// `self.name = make(…)`: attributes that hold what a call gave.
#pragma once

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

/// Calls `visit(name)` for each attribute that the block stores the result of a call in, whatever its object.
template <class Visit>
void for_each_stored_call(model::Block block, const Visit& visit) {
  for (const model::Statement* statement : block) {
    const auto* assign = statement->get_if<model::Assign>();
    if (assign != nullptr && assign->value != nullptr && assign->value->kind == model::ExpressionKind::kCall) {
      for (const model::Expression* target : assign->targets) {
        if (const auto* attribute = target->get_if<model::Attribute>()) visit(attribute->name);
      }
      continue;
    }
    model::for_each_part(
        *statement, [](const model::Expression*) {}, [&](model::Block inner) { for_each_stored_call(inner, visit); });
  }
}

inline bool stores_call(model::Block block, model::Symbol name) {
  bool found = false;
  for_each_stored_call(block, [&](model::Symbol stored) { found |= stored == name; });
  return found;
}

}  // namespace syncfree::inference

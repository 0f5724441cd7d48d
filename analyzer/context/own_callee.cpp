#include "analyzer/context/own_callee.h"

#include <algorithm>

#include "analyzer/flow/step_calls.h"

namespace syncfree::context {

flow::Callee own_callees(const model::Function* function, const model::SymbolTable& symbols) {
  if (function == nullptr || function->owner == nullptr || function->parameters.empty()) return {};
  return [function, &symbols](const model::Expression& asked) -> const model::Function* {
    const auto* call = asked.get_if<model::Call>();
    const auto* method = (call == nullptr ? &asked : call->callee)->get_if<model::Attribute>();
    const auto* object = method == nullptr ? nullptr : method->object->get_if<model::Name>();
    if (object == nullptr || object->name != function->parameters.front().name) return nullptr;
    for (const model::Statement* statement : function->owner->body) {
      const auto* found = statement->get_if<model::Function>();
      if (found == nullptr || found->name != method->name) continue;
      const bool is_property = std::ranges::any_of(found->decorators, [&](const model::Expression* decorator) {
        return flow::last_name(*decorator, symbols).ends_with("property");
      });
      return is_property == (call == nullptr) ? found : nullptr;
    }
    return nullptr;
  };
}

}  // namespace syncfree::context

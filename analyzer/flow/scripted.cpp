#include "analyzer/flow/scripted.h"

#include <algorithm>
#include <string_view>

#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

bool is_scripted(const model::Function& function, const model::SymbolTable& symbols) {
  return std::ranges::any_of(function.decorators, [&](const model::Expression* decorator) {
    const std::string_view name = last_name(*decorator, symbols);
    if (name == "script" || name == "script_method") return true;
    const auto* part = decorator->get_if<model::Attribute>();
    return name == "export" && part != nullptr && last_name(*part->object, symbols) == "jit";
  });
}

}  // namespace syncfree::flow

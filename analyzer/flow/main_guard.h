// What a Python file does when it is run and not imported.
#pragma once

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/statement.h"

namespace syncfree::flow {

/// `if __name__ == "__main__":` of a module's body; null if it has none.
inline const model::If* main_guard(model::Block body, const model::SymbolTable& symbols) {
  for (const model::Statement* statement : body) {
    const auto* branch = statement->get_if<model::If>();
    const auto* test = branch == nullptr ? nullptr : branch->condition->get_if<model::Comparison>();
    if (test != nullptr && last_name(*test->operands.front(), symbols) == "__name__") return branch;
  }
  return nullptr;
}

}  // namespace syncfree::flow

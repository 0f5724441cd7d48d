#include "analyzer/model/returns.h"

#include "analyzer/model/walk.h"

namespace syncfree::model {

bool returns(Block body) {
  bool found = false;
  for (const Statement* statement : body) {
    if (statement->kind == StatementKind::kFunction || statement->kind == StatementKind::kClass) continue;
    found = found || statement->kind == StatementKind::kReturn;
    for_each_part(*statement, [](const Expression*) {}, [&](Block inner) { found = found || returns(inner); });
  }
  return found;
}

}  // namespace syncfree::model

#include "analyzer/flow/does_nothing.h"

#include <algorithm>

#include "analyzer/model/expression.h"

namespace syncfree::flow {

bool does_nothing(model::Block body) {
  return std::ranges::all_of(body, [](const model::Statement* statement) {
    const auto* alone = statement->get_if<model::ExpressionStatement>();
    return statement->kind == model::StatementKind::kPass || statement->kind == model::StatementKind::kRaise ||
           (alone != nullptr && alone->value->kind == model::ExpressionKind::kConstant);
  });
}

}  // namespace syncfree::flow

#include "analyzer/flow/seldom.h"

namespace syncfree::flow {

namespace {

using model::Expression;

/// `return True`
bool gives(const model::Statement& statement, model::ConstantKind wanted) {
  const auto* answer = statement.get_if<model::Return>();
  const auto* value =
      answer == nullptr || answer->value == nullptr ? nullptr : answer->value->get_if<model::Constant>();
  return value != nullptr && value->constant == wanted;
}

}  // namespace

const Expression* short_answer(const model::Function& function) {
  constexpr std::size_t kShort = 2;  // a docstring before it, or a test
  if (function.body.empty()) return nullptr;
  // `if step % self.every == 0: …; return True`, and then `return False`
  if (function.body.size() >= kShort && gives(*function.body.back(), model::ConstantKind::kFalse)) {
    const std::size_t before = function.body.size() - 2;
    const auto* test = function.body[before]->get_if<model::If>();
    const bool is_first = before == 0 || (before == 1 && function.body[0]->kind == model::StatementKind::kExpression);
    const bool is_test = test != nullptr && is_first && test->otherwise.empty() && !test->then.empty() &&
                         gives(*test->then.back(), model::ConstantKind::kTrue);
    return is_test ? test->condition : nullptr;
  }
  if (function.body.size() > kShort) return nullptr;
  const auto* answer = function.body.back()->get_if<model::Return>();
  // A variable of the function says nothing of a test.
  const bool is_test =
      answer != nullptr && answer->value != nullptr && answer->value->kind != model::ExpressionKind::kName;
  return is_test ? answer->value : nullptr;
}

}  // namespace syncfree::flow

#include "analyzer/flow/for_nothing.h"

#include <algorithm>
#include <array>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

using model::ComparisonOperator;
using model::Expression;

bool is_zero(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kInteger && constant->integer == 0;
}

namespace {

/// `len(x)`
bool measures(const Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.size() == 1 && call->callee->kind == model::ExpressionKind::kName &&
         last_name(*call, symbols) == "len";
}

/// The outcome says that there are no elements.
bool says_empty(const Expression& part, bool holds, const model::SymbolTable& symbols) {
  if (measures(part, symbols)) return !holds;
  const auto* comparison = part.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return false;
  if (!measures(*comparison->operands[0], symbols) || !is_zero(*comparison->operands[1])) return false;
  switch (comparison->operators[0]) {
    case ComparisonOperator::kEqual:
      return holds;
    case ComparisonOperator::kGreater:
    case ComparisonOperator::kNotEqual:
      return !holds;
    default:
      return false;
  }
}

/// `torch.tensor(0.0, device=device)`
bool is_fixed(const Expression& value, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 3> kMakers = {"tensor", "as_tensor", "new_tensor"};
  const Expression* made = &value;
  const auto* call = made->get_if<model::Call>();
  // `torch.tensor(0.0).to(device)`
  if (call != nullptr && (last_name(*call, symbols) == "to" || last_name(*call, symbols) == "cuda")) {
    const auto* method = call->callee->get_if<model::Attribute>();
    call = method == nullptr ? nullptr : method->object->get_if<model::Call>();
  }
  return call != nullptr && is_among(kMakers, last_name(*call, symbols)) && !call->arguments.empty() &&
         call->arguments.front().value->kind == model::ExpressionKind::kConstant;
}

}  // namespace

bool is_for_nothing(model::Block block, const Expression& condition, bool positive, const model::SymbolTable& symbols) {
  const bool is_only_fixed = !block.empty() && std::ranges::all_of(block, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    const auto* answer = statement->get_if<model::Return>();
    const Expression* value = assign != nullptr ? assign->value : answer != nullptr ? answer->value : nullptr;
    return value != nullptr && is_fixed(*value, symbols);
  });
  return is_only_fixed && follows(condition, positive,
                                  [&](const Expression& part, bool holds) { return says_empty(part, holds, symbols); });
}

}  // namespace syncfree::flow

#include "analyzer/flow/used_up.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/filled_once.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

namespace {

using model::Expression;

// What takes the first or the last element away.
constexpr std::array<std::string_view, 4> kTaking = {"pop", "popleft", "pop_back", "pop_front"};
constexpr std::array<std::string_view, 2> kEnds = {"front", "back"};

/// `marks` of `marks[0]`, `marks[-1]`, `marks.back()`; null for another expression.
const Expression* list_of_end(const Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>()) {
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_end = method != nullptr && call->arguments.empty() && is_among(kEnds, last_name(*call, symbols));
    return is_end ? method->object : nullptr;
  }
  const auto* element = expression.get_if<model::Subscript>();
  if (element == nullptr) return nullptr;
  const auto* negative = element->index->get_if<model::Unary>();
  const auto* place = (negative == nullptr ? *element->index : *negative->operand).get_if<model::Constant>();
  const bool is_end = place != nullptr && place->constant == model::ConstantKind::kInteger &&
                      place->integer == (negative == nullptr ? 0 : 1);
  return is_end ? element->object : nullptr;
}

bool takes_from(model::Block block, const Expression& list, const model::SymbolTable& symbols) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* alone = statement->get_if<model::ExpressionStatement>();
    const auto* assign = statement->get_if<model::Assign>();
    const Expression* value = alone != nullptr ? alone->value : assign != nullptr ? assign->value : nullptr;
    const auto* call = value == nullptr ? nullptr : value->get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    return method != nullptr && is_among(kTaking, symbols.text(method->name)) && is_variable(*method->object) &&
           is_same_variable(*method->object, list);
  });
}

}  // namespace

const Expression* used_up(model::Block block, const Expression& condition, const model::SymbolTable& symbols) {
  if (const auto* boolean = condition.get_if<model::Boolean>()) {
    if (!boolean->is_and) return nullptr;
    for (const Expression* operand : boolean->operands) {
      if (const Expression* list = used_up(block, *operand, symbols)) return list;
    }
    return nullptr;
  }
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operands.size() != 2) return nullptr;
  for (const Expression* operand : comparison->operands) {
    const Expression* list = list_of_end(*operand, symbols);
    if (list != nullptr && is_variable(*list) && takes_from(block, *list, symbols)) return list;
  }
  return nullptr;
}

bool Seldom::uses_up(model::Block block, const Expression& condition) const {
  const Expression* list = used_up(block, condition, *symbols_);
  return list != nullptr && outlives_call(*list);
}

}  // namespace syncfree::flow

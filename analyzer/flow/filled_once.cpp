#include "analyzer/flow/filled_once.h"

#include <algorithm>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::ComparisonOperator;
using model::Expression;

bool is_variable(const Expression& expression) {
  return expression.kind == model::ExpressionKind::kName || expression.kind == model::ExpressionKind::kAttribute;
}

bool is_same_variable(const Expression& a, const Expression& b) {
  if (const auto* name = a.get_if<model::Name>()) {
    const auto* other = b.get_if<model::Name>();
    return other != nullptr && other->name == name->name;
  }
  const auto* attribute = a.get_if<model::Attribute>();
  const auto* other = b.get_if<model::Attribute>();
  return attribute != nullptr && other != nullptr && attribute->name == other->name &&
         is_same_variable(*attribute->object, *other->object);
}

namespace {

/// `x` of `len(x)`.
const Expression* measured(const Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.size() == 1 && last_name(*call, symbols) == "len"
             ? call->arguments.front().value
             : nullptr;
}

/// Stores an attribute of the object: `self.table = …`, `self.register_buffer("table", …)`.
bool stores(const model::Statement& statement, const Expression& object, std::string_view attribute,
            const model::SymbolTable& symbols) {
  if (const auto* assign = statement.get_if<model::Assign>()) {
    return std::ranges::any_of(assign->targets, [&](const Expression* target) {
      const auto* stored = target->get_if<model::Attribute>();
      return stored != nullptr && symbols.text(stored->name) == attribute && is_same_variable(*stored->object, object);
    });
  }
  const auto* only = statement.get_if<model::ExpressionStatement>();
  const auto* call = only == nullptr ? nullptr : only->value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || call->arguments.empty() || !symbols.text(method->name).starts_with("register_"))
    return false;
  const auto* name = call->arguments.front().value->get_if<model::Constant>();
  return name != nullptr && name->text == attribute && is_same_variable(*method->object, object);
}

}  // namespace

const Expression* lacking_table(const model::Comparison& comparison, bool positive, const model::SymbolTable& symbols) {
  if (comparison.operators.size() != 1) return nullptr;
  const ComparisonOperator operation = comparison.operators[0];
  if (operation == (positive ? ComparisonOperator::kNotIn : ComparisonOperator::kIn)) return comparison.operands[1];
  const auto* zero = comparison.operands[1]->get_if<model::Constant>();
  const bool is_zero = zero != nullptr && zero->constant == model::ConstantKind::kInteger && zero->integer == 0;
  const ComparisonOperator empty = positive ? ComparisonOperator::kEqual : ComparisonOperator::kNotEqual;
  return is_zero && operation == empty ? measured(*comparison.operands[0], symbols) : nullptr;
}

bool fills(model::Block block, const Expression& table) {
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* assign = statement->get_if<model::Assign>();
    bool found = assign != nullptr && std::ranges::any_of(assign->targets, [&](const Expression* target) {
                   const auto* entry = target->get_if<model::Subscript>();
                   return entry != nullptr && is_same_variable(*entry->object, table);
                 });
    model::for_each_part(
        *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || fills(inner, table); });
    return found;
  });
}

const Expression* asked_table(const Expression& value, const model::SymbolTable& symbols) {
  const auto* call = value.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const bool asks = method != nullptr && call->arguments.size() == 1 && symbols.text(method->name) == "get";
  return asks && is_variable(*method->object) ? method->object : nullptr;
}

const model::Name* missing_value(const Expression& condition, bool positive) {
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return nullptr;
  const auto* none = comparison->operands[1]->get_if<model::Constant>();
  const bool is_none = none != nullptr && none->constant == model::ConstantKind::kNone &&
                       comparison->operators[0] == (positive ? ComparisonOperator::kIs : ComparisonOperator::kIsNot);
  return is_none ? comparison->operands[0]->get_if<model::Name>() : nullptr;
}

const Expression* completed_object(model::Block block, const Expression& condition, bool positive,
                                   const model::SymbolTable& symbols) {
  if (const auto* negated = condition.get_if<model::Unary>();
      negated != nullptr && negated->operation == model::UnaryOperator::kNot)
    return completed_object(block, *negated->operand, !positive, symbols);
  const auto* call = condition.get_if<model::Call>();
  if (positive || call == nullptr || call->arguments.size() != 2 || last_name(*call, symbols) != "hasattr")
    return nullptr;
  const Expression* object = call->arguments[0].value;
  const auto* attribute = call->arguments[1].value->get_if<model::Constant>();
  if (attribute == nullptr || !is_variable(*object)) return nullptr;
  const bool completes = std::ranges::any_of(
      block, [&](const model::Statement* each) { return stores(*each, *object, attribute->text, symbols); });
  return completes ? object : nullptr;
}

}  // namespace syncfree::flow

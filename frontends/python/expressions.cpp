// Names, constants and operators. Chains, displays and strings have files of their own.
#include <algorithm>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::ComparisonOperator;
using model::ConstantKind;

namespace {

constexpr int offset_from(Syntax kind, Syntax first) { return static_cast<int>(kind) - static_cast<int>(first); }

ComparisonOperator comparison_operator(Syntax token) {
  if (token == Syntax::kLessGreater) return ComparisonOperator::kNotEqual;
  return static_cast<ComparisonOperator>(
      std::clamp(offset_from(token, Syntax::kEqualEqual), 0, static_cast<int>(ComparisonOperator::kNotIn)));
}

}  // namespace

/// The grammar reads a parenthesized target as a tuple pattern of one element.
bool Lowering::is_in_parentheses() {
  switch (cursor_.kind()) {
    case Syntax::kParenthesized:
    case Syntax::kParenthesizedListSplat:
      return true;
    case Syntax::kTuplePattern:
      return is_single_in_parentheses();
    default:
      return false;
  }
}

/// Whether the node is one element in parentheses, with no comma after it.
bool Lowering::is_single_in_parentheses() {
  cursor_.enter();
  const bool has_element = cursor_.next() && cursor_.kind() != Syntax::kCloseParenthesis;
  const bool is_single = has_element && cursor_.next() && cursor_.kind() == Syntax::kCloseParenthesis;
  cursor_.leave();
  return is_single;
}

/// Parentheses are no nodes of the model, and may be nested to any depth.
const model::Expression* Lowering::expression() {
  if (!is_in_parentheses()) return operand();
  std::uint32_t parentheses = 0;
  while (is_in_parentheses() && cursor_.enter()) {
    ++parentheses;
    cursor_.next();
  }
  const Expression* inner = operand();
  for (; parentheses > 0; --parentheses) {
    while (cursor_.next()) {
    }
    cursor_.leave();
  }
  return inner;
}

const model::Expression* Lowering::operand() {
  if (is_too_deep()) return too_deep();
  if (const TextRange* spoilt = spoilt_line(cursor_.range())) return unknown(*spoilt);
  enter_level();
  const Expression* result = nullptr;
  switch (cursor_.kind()) {
    case Syntax::kIdentifier:
      result = name();
      break;
    case Syntax::kAttribute:
    case Syntax::kCall:
    case Syntax::kSubscript:
    case Syntax::kBinaryOperator:
      result = chain();
      break;
    case Syntax::kInteger:
    case Syntax::kFloat:
    case Syntax::kString:
    case Syntax::kConcatenatedString:
    case Syntax::kTrue:
    case Syntax::kFalse:
    case Syntax::kNone:
    case Syntax::kEllipsis:
      result = literal();
      break;
    case Syntax::kUnaryOperator:
    case Syntax::kNotOperator:
    case Syntax::kBooleanOperator:
    case Syntax::kComparisonOperator:
    case Syntax::kConditional:
      result = operation();
      break;
    case Syntax::kTuple:
    case Syntax::kTuplePattern:
    case Syntax::kExpressionList:
    case Syntax::kPatternList:
    case Syntax::kList:
    case Syntax::kListPattern:
    case Syntax::kSet:
    case Syntax::kDictionary:
    case Syntax::kListComprehension:
    case Syntax::kSetComprehension:
    case Syntax::kDictionaryComprehension:
    case Syntax::kGenerator:
      result = display();
      break;
    case Syntax::kLambda:
      result = lambda();
      break;
    case Syntax::kSlice:
      result = slice();
      break;
    case Syntax::kListSplat:
    case Syntax::kListSplatPattern:
      result = starred(1);
      break;
    case Syntax::kDictionarySplat:
    case Syntax::kDictionarySplatPattern:
      result = starred(2);
      break;
    case Syntax::kAwait:
      result = await();
      break;
    case Syntax::kYield:
      result = yield();
      break;
    case Syntax::kNamedExpression:
      result = named();
      break;
    default:
      result = annotation();
      break;
  }
  leave_level();
  return result;
}

const model::Expression* Lowering::operation() {
  switch (cursor_.kind()) {
    case Syntax::kUnaryOperator:
      return unary(false);
    case Syntax::kNotOperator:
      return unary(true);
    case Syntax::kBooleanOperator:
      return boolean();
    case Syntax::kComparisonOperator:
      return comparison();
    case Syntax::kConditional:
      return conditional();
    default:
      return unknown(cursor_.range());
  }
}

const model::Expression* Lowering::literal() {
  switch (cursor_.kind()) {
    case Syntax::kInteger:
    case Syntax::kFloat:
      return number();
    case Syntax::kString:
      return string();
    case Syntax::kConcatenatedString:
      return concatenated_string();
    case Syntax::kTrue:
      return constant(ConstantKind::kTrue);
    case Syntax::kFalse:
      return constant(ConstantKind::kFalse);
    case Syntax::kNone:
      return constant(ConstantKind::kNone);
    case Syntax::kEllipsis:
      return constant(ConstantKind::kEllipsis);
    default:
      return unknown(cursor_.range());
  }
}

const model::Expression* Lowering::too_deep() {
  const TextRange range = cursor_.range();
  if (!told_too_deep_) add_problem(range, "nested too deeply: what lies deeper is not analyzed");
  told_too_deep_ = true;
  return unknown(range);
}

const model::Expression* Lowering::unknown(TextRange range) { return make_expression<model::Unknown>(range); }

const model::Expression* Lowering::name() {
  auto* node = make_expression<model::Name>(cursor_.range());
  node->name = symbol_of(node->range);
  return node;
}

const model::Expression* Lowering::number() {
  auto* node = make_expression<model::Constant>(cursor_.range());
  const Number number = read_number(text_of(node->range));
  node->constant = number.kind == NumberKind::kInteger ? ConstantKind::kInteger
                   : number.kind == NumberKind::kFloat ? ConstantKind::kFloat
                                                       : ConstantKind::kComplex;
  node->integer = number.integer;
  node->number = number.value;
  return node;
}

const model::Expression* Lowering::constant(ConstantKind kind) {
  auto* node = make_expression<model::Constant>(cursor_.range());
  node->constant = kind;
  return node;
}

const model::Expression* Lowering::unary(bool is_not) {
  auto* node = make_expression<model::Unary>(cursor_.range());
  cursor_.enter();
  node->operation = is_not                                  ? model::UnaryOperator::kNot
                    : cursor_.kind() == Syntax::kMinusToken ? model::UnaryOperator::kNegate
                    : cursor_.kind() == Syntax::kPlusToken  ? model::UnaryOperator::kPlus
                                                            : model::UnaryOperator::kInvert;
  cursor_.next();
  node->operand = expression();
  cursor_.leave();
  return node;
}

/// Which operator the boolean node has.
Syntax Lowering::boolean_operator() {
  cursor_.enter();
  cursor_.next();
  const Syntax operation = cursor_.kind();
  cursor_.leave();
  return operation;
}

/// `a and b and c` is nested to the left in the tree, and one node with three operands in the model.
const model::Expression* Lowering::boolean() {
  auto* node = make_expression<model::Boolean>(cursor_.range());
  Gather<const Expression*> operands(scratch_.expressions);
  const Syntax operation = boolean_operator();
  node->is_and = operation == Syntax::kAndToken;
  std::uint32_t levels = 0;
  do {
    cursor_.enter();
    ++levels;
  } while (cursor_.kind() == Syntax::kBooleanOperator && boolean_operator() == operation);
  operands.push(expression());
  for (; levels > 0; --levels) {
    cursor_.next();  // to the operator
    cursor_.next();
    operands.push(expression());
    cursor_.leave();
  }
  node->operands = operands.keep(arena_);
  return node;
}

const model::Expression* Lowering::comparison() {
  auto* node = make_expression<model::Comparison>(cursor_.range());
  Gather<const Expression*> operands(scratch_.expressions);
  Gather<ComparisonOperator> operators(scratch_.comparison_operators);
  bool is_operand = true;
  cursor_.each_child([&] {
    if (is_operand) {
      operands.push(expression());
    } else {
      operators.push(comparison_operator(cursor_.kind()));
    }
    is_operand = !is_operand;
  });
  node->operands = operands.keep(arena_);
  node->operators = operators.keep(arena_);
  return node;
}

const model::Expression* Lowering::conditional() {
  auto* node = make_expression<model::Conditional>(cursor_.range());
  cursor_.enter();
  node->then_value = expression();
  cursor_.next();  // if
  cursor_.next();
  node->condition = expression();
  cursor_.next();  // else
  cursor_.next();
  node->else_value = expression();
  cursor_.leave();
  return node;
}

const model::Expression* Lowering::slice() {
  auto* node = make_expression<model::Slice>(cursor_.range());
  const Expression** const parts[] = {&node->start, &node->stop, &node->step};
  std::size_t part = 0;
  cursor_.each_child([&] {
    if (cursor_.kind() == Syntax::kColonToken) {
      part = std::min<std::size_t>(part + 1, 2);
    } else {
      *parts[part] = expression();
    }
  });
  return node;
}

const model::Expression* Lowering::starred(std::uint8_t stars) {
  auto* node = make_expression<model::Starred>(cursor_.range());
  node->stars = stars;
  cursor_.enter();
  cursor_.next();  // past the stars
  node->value = expression();
  cursor_.leave();
  return node;
}

const model::Expression* Lowering::yield() {
  auto* node = make_expression<model::Yield>(cursor_.range());
  scratch_.scopes.mark_yield();
  cursor_.enter();
  while (cursor_.next()) {
    if (cursor_.kind() == Syntax::kFromToken) {
      node->is_from = true;
    } else {
      node->value = expression();
    }
  }
  cursor_.leave();
  return node;
}

const model::Expression* Lowering::named() {
  auto* node = make_expression<model::Named>(cursor_.range());
  cursor_.enter();
  node->target = target(Binding::kYes);
  cursor_.next();  // to the operator
  cursor_.next();
  node->value = expression();
  cursor_.leave();
  return node;
}

}  // namespace syncfree::python

// Names, operators, calls, subscripts and sequences.
#include <algorithm>

#include "frontends/python/lowering.h"

namespace syncfree::python {

using model::BinaryOperator;
using model::ComparisonOperator;
using model::ComprehensionKind;
using model::ConstantKind;
using model::SequenceKind;

namespace {

/// Expressions whose first child is an operand of the same kind in `a.b(c)[d] + e`: they may be nested very deeply to
/// the left.
constexpr bool is_link(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kCall || kind == Syntax::kSubscript ||
         kind == Syntax::kBinaryOperator;
}

constexpr int distance(Syntax kind, Syntax first) { return static_cast<int>(kind) - static_cast<int>(first); }

BinaryOperator binary_operator(Syntax token) {
  return static_cast<BinaryOperator>(
      std::clamp(distance(token, Syntax::kPlusToken), 0, static_cast<int>(BinaryOperator::kBitXor)));
}

ComparisonOperator comparison_operator(Syntax token) {
  if (token == Syntax::kLessGreater) return ComparisonOperator::kNotEqual;
  return static_cast<ComparisonOperator>(
      std::clamp(distance(token, Syntax::kEqualEqual), 0, static_cast<int>(ComparisonOperator::kNotIn)));
}

/// A star that was blanked out lies before the sequence's node.
void include_first(model::Sequence& sequence) {
  if (!sequence.elements.empty())
    sequence.range.begin = std::min(sequence.range.begin, sequence.elements.front()->range.begin);
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
      result = number();
      break;
    case Syntax::kString:
      result = string();
      break;
    case Syntax::kConcatenatedString:
      result = concatenated_string();
      break;
    case Syntax::kTrue:
      result = constant(ConstantKind::kTrue);
      break;
    case Syntax::kFalse:
      result = constant(ConstantKind::kFalse);
      break;
    case Syntax::kNone:
      result = constant(ConstantKind::kNone);
      break;
    case Syntax::kEllipsis:
      result = constant(ConstantKind::kEllipsis);
      break;
    case Syntax::kUnaryOperator:
      result = unary(false);
      break;
    case Syntax::kNotOperator:
      result = unary(true);
      break;
    case Syntax::kBooleanOperator:
      result = boolean();
      break;
    case Syntax::kComparisonOperator:
      result = comparison();
      break;
    case Syntax::kConditional:
      result = conditional();
      break;
    case Syntax::kTuple:
    case Syntax::kTuplePattern:
    case Syntax::kExpressionList:
    case Syntax::kPatternList:
      result = sequence(SequenceKind::kTuple);
      break;
    case Syntax::kList:
    case Syntax::kListPattern:
      result = sequence(SequenceKind::kList);
      break;
    case Syntax::kSet:
      result = sequence(SequenceKind::kSet);
      break;
    case Syntax::kDictionary:
      result = dictionary();
      break;
    case Syntax::kListComprehension:
      result = comprehension(ComprehensionKind::kList);
      break;
    case Syntax::kSetComprehension:
      result = comprehension(ComprehensionKind::kSet);
      break;
    case Syntax::kDictionaryComprehension:
      result = comprehension(ComprehensionKind::kDictionary);
      break;
    case Syntax::kGenerator:
      result = comprehension(ComprehensionKind::kGenerator);
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

const model::Expression* Lowering::too_deep() {
  const TextRange range = cursor_.range();
  if (!told_too_deep_) add_problem(range, "nested too deeply: what lies deeper is not analyzed");
  told_too_deep_ = true;
  return unknown(range);
}

const model::Expression* Lowering::unknown(TextRange range) { return make_expression<model::Unknown>(range); }

/// `a.b(c)[d] + e` is a chain of links to the left; it is walked down and up again without recursion.
const model::Expression* Lowering::chain() {
  std::vector<Expression*>& links = scratch_.chain;
  const std::size_t base = links.size();
  const std::uint32_t depth = depth_;
  do {
    links.push_back(open_link());
    ++depth_;
    cursor_.enter();
  } while (is_link(cursor_.kind()) && depth_ < max_depth_);
  const Expression* left = expression();
  // The grammar lets a star bind tighter than what follows it: `*a + b` is not the sum of `*a` and b.
  const auto* star = left->get_if<model::Starred>();
  if (star != nullptr) left = star->value;
  while (links.size() > base) {
    Expression* link = links.back();
    links.pop_back();
    --depth_;
    if (star != nullptr) link->range.begin = left->range.begin;
    left = close_link(link, left);
    cursor_.leave();
  }
  depth_ = depth;
  if (star == nullptr) return left;
  auto* whole = make_expression<model::Starred>({star->range.begin, left->range.end});
  whole->stars = star->stars;
  whole->value = left;
  return whole;
}

model::Expression* Lowering::open_link() {
  const TextRange range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kAttribute:
      return make_expression<model::Attribute>(range);
    case Syntax::kCall:
      return make_expression<model::Call>(range);
    case Syntax::kSubscript:
      return make_expression<model::Subscript>(range);
    default:
      return make_expression<model::Binary>(range);
  }
}

/// The cursor is on the link's first child, which was lowered to `left`.
const model::Expression* Lowering::close_link(Expression* link, const Expression* left) {
  cursor_.next();
  switch (link->kind) {
    case model::ExpressionKind::kAttribute: {
      auto& attribute = static_cast<model::Attribute&>(*link);
      attribute.object = left;
      cursor_.next();  // past the dot
      attribute.name_range = cursor_.range();
      attribute.name = symbol_of(attribute.name_range);
      break;
    }
    case model::ExpressionKind::kCall: {
      auto& call = static_cast<model::Call&>(*link);
      call.callee = left;
      close_call(call);
      break;
    }
    case model::ExpressionKind::kSubscript: {
      auto& subscript = static_cast<model::Subscript&>(*link);
      subscript.object = left;
      close_subscript(subscript);
      break;
    }
    default: {
      auto& binary = static_cast<model::Binary&>(*link);
      binary.left = left;
      binary.operation = binary_operator(cursor_.kind());
      cursor_.next();
      binary.right = expression();
      break;
    }
  }
  return link;
}

void Lowering::close_call(model::Call& call) {
  call.arguments_range = cursor_.range();
  if (cursor_.kind() == Syntax::kGenerator) {
    model::Argument argument{};
    argument.value = bare_generator();
    argument.range = argument.value->range;
    call.arguments = arena_.copy(std::span<const model::Argument>(&argument, 1));
    return;
  }
  call.arguments = arguments();
}

/// Of a call or a class.
std::span<const model::Argument> Lowering::arguments() {
  Gather<model::Argument> gathered(scratch_.arguments);
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kOpenParenthesis:
      case Syntax::kCloseParenthesis:
      case Syntax::kCommaToken:
        break;
      default:
        gathered.push(argument());
    }
  });
  return gathered.keep(arena_);
}

model::Argument Lowering::argument() {
  model::Argument argument{};
  argument.range = cursor_.range();
  switch (cursor_.kind()) {
    case Syntax::kKeywordArgument:
      cursor_.enter();
      argument.keyword = symbol_of(cursor_.range());
      cursor_.next();  // to the equals sign
      cursor_.next();
      argument.value = expression();
      cursor_.leave();
      return argument;
    case Syntax::kListSplat:
    case Syntax::kDictionarySplat:
      argument.stars = cursor_.kind() == Syntax::kListSplat ? 1 : 2;
      cursor_.enter();
      cursor_.next();  // past the stars
      argument.value = expression();
      cursor_.leave();
      return argument;
    default:
      break;
  }
  argument.value = expression();
  if (const auto* starred = argument.value->get_if<model::Starred>()) {
    argument.stars = starred->stars;
    argument.value = starred->value;
  }
  return argument;
}

/// The cursor is on the opening bracket.
void Lowering::close_subscript(model::Subscript& subscript) {
  Gather<const Expression*> indices(scratch_.expressions);
  TextRange range;
  bool has_comma = false;
  while (cursor_.next() && cursor_.kind() != Syntax::kCloseBracket) {
    range.end = cursor_.end();
    if (cursor_.kind() == Syntax::kCommaToken) {
      has_comma = true;
      continue;
    }
    if (indices.size() == 0) range.begin = cursor_.begin();
    indices.push(element());
  }
  if (indices.size() == 1 && !has_comma && indices.items().front()->kind != model::ExpressionKind::kStarred) {
    subscript.index = indices.items().front();
    return;
  }
  auto* tuple = make_expression<model::Sequence>(range);
  tuple->sequence = SequenceKind::kTuple;
  tuple->elements = indices.keep(arena_);
  include_first(*tuple);
  subscript.index = tuple;
}

const model::Expression* Lowering::name() {
  auto* node = make_expression<model::Name>(cursor_.range());
  node->name = symbol_of(node->range);
  return node;
}

const model::Expression* Lowering::number() {
  auto* node = make_expression<model::Constant>(cursor_.range());
  const Number number = read_number(text_of(node->range));
  node->constant = number.kind == Number::Kind::kInteger ? ConstantKind::kInteger
                   : number.kind == Number::Kind::kFloat ? ConstantKind::kFloat
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

const model::Expression* Lowering::sequence(SequenceKind kind) {
  auto* node = make_expression<model::Sequence>(cursor_.range());
  node->sequence = kind;
  Gather<const Expression*> elements(scratch_.expressions);
  cursor_.each_child([&] {
    switch (cursor_.kind()) {
      case Syntax::kOpenParenthesis:
      case Syntax::kCloseParenthesis:
      case Syntax::kOpenBracket:
      case Syntax::kCloseBracket:
      case Syntax::kOpenBrace:
      case Syntax::kCloseBrace:
      case Syntax::kCommaToken:
        break;
      default:
        elements.push(element());
    }
  });
  node->elements = elements.keep(arena_);
  include_first(*node);
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

/// The grammar reads `await a ** b` as the await of a power; in Python it is a power of the awaited.
const model::Expression* Lowering::await() {
  const TextRange range = cursor_.range();
  cursor_.enter();
  cursor_.next();  // past the keyword
  if (cursor_.kind() != Syntax::kBinaryOperator) {
    auto* node = make_expression<model::Await>(range);
    node->value = expression();
    cursor_.leave();
    return node;
  }
  auto* power = make_expression<model::Binary>(range);
  auto* node = make_expression<model::Await>(range);
  power->left = node;
  cursor_.enter();
  node->range.end = cursor_.end();
  node->value = expression();
  cursor_.next();
  power->operation = binary_operator(cursor_.kind());
  cursor_.next();
  power->right = expression();
  cursor_.leave();
  cursor_.leave();
  return power;
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

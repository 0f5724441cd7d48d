// Expressions: operators, assignments, conditions, casts.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

using syntax::Operator;

struct Arithmetic {
  Operator written;
  model::BinaryOperator operation;
};
using enum model::BinaryOperator;
constexpr std::array kArithmetic = {
    Arithmetic{Operator::kBitOr, kBitOr},       Arithmetic{Operator::kBitXor, kBitXor},
    Arithmetic{Operator::kBitAnd, kBitAnd},     Arithmetic{Operator::kLeftShift, kLeftShift},
    Arithmetic{Operator::kAdd, kAdd},           Arithmetic{Operator::kSubtract, kSubtract},
    Arithmetic{Operator::kMultiply, kMultiply}, Arithmetic{Operator::kDivide, kDivide},
    Arithmetic{Operator::kModulo, kModulo},     Arithmetic{Operator::kRightShift, kRightShift},
};
struct Compared {
  Operator written;
  model::ComparisonOperator operation;
};
using enum model::ComparisonOperator;
constexpr std::array kCompared = {
    Compared{Operator::kEqual, kEqual},         Compared{Operator::kNotEqual, kNotEqual},
    Compared{Operator::kLess, kLess},           Compared{Operator::kGreater, kGreater},
    Compared{Operator::kLessEqual, kLessEqual}, Compared{Operator::kGreaterEqual, kGreaterEqual},
};
// Chains nest in the model as deep as they are long; longer ones are generated data.
constexpr int kLongestChain = 400;

}  // namespace

Reader::Typed Reader::expression(const syntax::Expression& read) {
  using enum syntax::ExpressionKind;
  switch (read.kind) {
    case kMissing:
      return {unknown(read.as<syntax::Missing>().range)};
    case kComma:
      return comma(read.as<syntax::Comma>());
    case kAssignment:
      return assignment(read.as<syntax::Assignment>());
    case kConditional:
      return conditional(read.as<syntax::Conditional>());
    case kChain:
      return chain(read.as<syntax::Chain>());
    case kPrefix:
      return prefix(read.as<syntax::Prefix>());
    case kSizeof:
      return size_of(read.as<syntax::Sizeof>());
    case kCast:
      return cast(read.as<syntax::Cast>());
    case kPostfix:
      return postfix(read.as<syntax::Postfix>());
    case kLiteral:
      return literal(read);
    case kWord:
      return word(token(read.begin));
    case kGroup:
      return group(read.as<syntax::Group>());
    case kBraces:
      return braced(read.as<syntax::Braces>());
    case kLambda:
      return lambda(read.as<syntax::Lambda>());
    case kNamedCast:
      return named_cast(read.as<syntax::NamedCast>());
    case kName:
      return qualified_name(read.as<syntax::Name>());
  }
  return {unknown(range_of(read.begin, read.end))};
}

/// The last one is its value.
Reader::Typed Reader::comma(const syntax::Comma& read) {
  Typed value;
  for (const syntax::Expression* item : read.items) {
    if (value.node != nullptr) add_expression(value.node);
    value = expression(*item);
  }
  return value;
}

Reader::Typed Reader::assignment(const syntax::Assignment& read) {
  const Typed target = expression(*read.target);
  const Typed value = expression(*read.value);
  return store(target, value, range_of(read.begin, read.end), read.is_augmented);
}

bool Reader::is_tensor_list(const Expression& value) {
  const auto* named = value.get_if<model::Name>();
  if (named == nullptr) return false;
  const std::string_view text = symbols_.text(named->name);
  if (const Type* variable = find_variable(text)) return *variable == Type::kTensorList;
  const auto field = fields_.find(text);
  return field != fields_.end() && field->second == Type::kTensorList;
}

/// A variable of the function that holds a number of the host.
bool Reader::is_number(const Typed& target) {
  if (!target.is_assignable) return false;
  const Type* variable = find_variable(symbols_.text(target.node->as<model::Name>().name));
  return variable != nullptr && *variable == Type::kNumber;
}

Reader::Typed Reader::store(Typed target, Typed value, TextRange range, bool augmented) {
  if (augmented) {
    if (target.is_assignable && target.type == Type::kTensor) return {value.node, Type::kTensor};
    if (is_number(target) && !in_test_) {
      auto* update = make_statement<model::AugmentedAssign>(range);
      update->target = target.node;
      update->value = number_from(value);
      bind(target.node);
      sink_->push_back(update);
      return {target.node, Type::kNumber};
    }
    add_expression(target.node);
    return value;
  }
  if (const auto* field = target.node->get_if<model::Attribute>(); field != nullptr && value.node != nullptr) {
    if (uses_torch_) open_member(field->name);
    const auto* parameters = field->object->get_if<model::Name>();
    if (parameters != nullptr && symbols_.text(field->name) == "kind")
      copy_kinds_[symbols_.text(parameters->name)] = value.node;
  }
  if (target.type == Type::kHostVector || target.type == Type::kDeviceVector) {
    if (value.type == Type::kHostVector || value.type == Type::kDeviceVector) {
      return construct(target.type, {{.value = value, .range = value.node->range}}, range);
    }
  }
  if (target.is_assignable) {
    if (is_number(target) && !in_test_) {
      add_assignment(target.node, number_from(value), range);
      return {target.node, Type::kNumber};
    }
    Type* variable = find_variable(symbols_.text(target.node->as<model::Name>().name));
    if (variable != nullptr && (*variable == Type::kNumber || *variable == Type::kPointer)) return value;
    if (variable != nullptr && *variable == Type::kUnknown) *variable = value.type;
    if (in_test_) {
      bind(target.node);
      auto* node = make_expression<model::Named>(range);
      node->target = target.node;
      node->value = value.node;
      return {node, target.type};
    }
    add_assignment(target.node, value.node, range, target.type);
    return target;
  }
  if (target.node->kind == model::ExpressionKind::kSequence) {  // std::tie(a, b) = …
    add_assignment(target.node, value.node, range);
    return value;
  }
  // An element of a list of tensors is another tensor from now on, which copies nothing.
  if (const auto* element = target.node->get_if<model::Subscript>();
      element != nullptr && is_tensor_list(*element->object)) {
    add_expression(element->index);
    return {value.node, Type::kTensor};
  }
  // A tensor's element takes the value on the device: `x[0] = 1` fills, `x[0] = y` copies.
  if (const auto* element = target.node->get_if<model::Subscript>();
      element != nullptr && target.type == Type::kTensor) {
    const bool copies = value.type == Type::kTensor;
    const Expression* method =
        attribute(target.node, copies ? "copy_" : "fill_", target.node->range, target.node->range);
    return {call(method, {{.value = value, .range = value.node->range}}, range, range), Type::kTensor};
  }
  add_expression(target.node);
  return value;
}

/// `t.defined() ? t.to(d) : t`: what is undefined is no tensor anywhere.
bool Reader::gives_if_defined(const syntax::Conditional& read) const {
  const auto [begin, end] = std::pair(read.condition->begin, read.condition->end);
  const bool asks = end == begin + 5 && token(begin).is_name() && token(begin + 1).is(".") &&
                    token(begin + 2).is("defined") && token(begin + 3).is("(");
  const auto [other, behind] = std::pair(read.otherwise->begin, read.otherwise->end);
  return asks && behind == other + 1 && token(other).text == token(begin).text;
}

Reader::Typed Reader::conditional(const syntax::Conditional& read) {
  const Typed condition = expression(*read.condition);
  const Typed then = read.then == nullptr ? condition : expression(*read.then);
  if (read.otherwise == nullptr) return then;
  const Typed otherwise = expression(*read.otherwise);
  if (gives_if_defined(read)) return then;
  auto* node = make_expression<model::Conditional>(joined(condition.node->range, range_of(read.question, read.end)));
  // Which value it is depends on the call; the function may be given either.
  std::unordered_set<std::string_view> given = std::exchange(given_, {});
  node->condition = tested(condition);
  given_ = std::move(given);
  node->then_value = then.node;
  node->else_value = otherwise.node;
  // `c ? t : t.to(d)`: both are of one type, which one of them shows.
  const Type shown = then.type == Type::kUnknown ? otherwise.type : then.type;
  return {node, otherwise.type == Type::kUnknown || otherwise.type == shown ? shown : Type::kUnknown};
}

/// `x.device().type() == at::kCPU` is `!x.is_cuda()`; null for what asks something else.
const model::Expression* Reader::asks_gpu(const Expression& asked, model::ComparisonOperator operation,
                                          const Expression& kind, TextRange range) {
  const auto* type = asked.get_if<model::Attribute>();
  const auto* device = type == nullptr ? nullptr : type->object->get_if<model::Attribute>();
  if (device == nullptr || symbols_.text(type->name) != "type" || symbols_.text(device->name) != "device")
    return nullptr;
  const std::string_view named = kind.as<model::Constant>().text;
  const bool is_equal = operation == model::ComparisonOperator::kEqual;
  if ((!is_equal && operation != model::ComparisonOperator::kNotEqual) || (named != "cpu" && named != "cuda"))
    return nullptr;
  const Expression* on_gpu = attribute(device->object, "is_cuda", range, range);
  return is_equal == (named == "cuda") ? on_gpu : not_of(on_gpu);
}

/// The right side of `a && b` or `a || b`: what stands before it in the model, as assignments in it do, depends on `a`.
Reader::Typed Reader::second_operand(const Typed& first, bool is_and, const syntax::Expression& read) {
  Statements before;
  Statements* outer = std::exchange(sink_, &before);
  const Typed second = expression(read);
  sink_ = outer;
  if (before.empty()) return second;
  const TextRange range = joined(before.front()->range, before.back()->range);
  const bool is_variable =
      first.node->kind == model::ExpressionKind::kName || first.node->kind == model::ExpressionKind::kAttribute;
  const Expression* condition = is_variable ? tested(first) : call(library("cxx.test", range), {}, range, range);
  auto* statement = make_statement<model::If>(range);
  statement->condition = is_variable && !is_and ? not_of(condition) : condition;
  statement->then = module_.arena.copy(before);
  sink_->push_back(statement);
  return second;
}

Reader::Typed Reader::chain(const syntax::Chain& read) {
  Typed left = expression(*read.first);
  int length = 0;
  for (const syntax::Chain::Link& link : read.links) {
    if (length++ == kLongestChain) {
      add_expression(left.node);
      left = {unknown(left.node->range)};
      length = 1;
    }
    const bool is_and = link.operation == Operator::kAnd;
    if (is_and || link.operation == Operator::kOr) {
      const Typed right = second_operand(left, is_and, *link.value);
      const Expression* operands[] = {tested(left), tested(right)};
      auto* node = make_expression<model::Boolean>(joined(left.node->range, right.node->range));
      node->is_and = is_and;
      node->operands = module_.arena.copy(std::span<const Expression* const>(operands));
      left = {node, Type::kNumber};
    } else {
      left = two_operands(left, link.operation, expression(*link.value));
    }
  }
  return left;
}

/// Of arithmetic and comparisons.
Reader::Typed Reader::two_operands(Typed left, Operator operation, Typed right) {
  // With a tensor on one side the result is one too, whatever the other side is.
  if (left.type == Type::kTensor && right.type == Type::kUnknown) right.node = host_number(right.node);
  const bool is_output = operation == Operator::kLeftShift;
  if (right.type == Type::kTensor && left.type == Type::kUnknown && !is_output) left.node = host_number(left.node);
  if (const auto compared = std::ranges::find(kCompared, operation, &Compared::written); compared != kCompared.end())
    return compare(left, compared->operation, right);
  if (is_output && right.type == Type::kTensor && left.type != Type::kTensor && left.type != Type::kNumber) {
    const TextRange range = right.node->range;  // std::cout << x
    add_expression(call(name("print", range), {{.value = right, .range = range}}, range, range));
    left.type = Type::kUnknown;
    return left;
  }
  auto* node = make_expression<model::Binary>(joined(left.node->range, right.node->range));
  node->operation = std::ranges::find(kArithmetic, operation, &Arithmetic::written)->operation;
  node->left = left.node;
  node->right = right.node;
  const bool points =
      left.type == Type::kDeviceIterator || left.type == Type::kHostIterator || left.type == Type::kPointer;
  if (points) return {node, left.type};
  if (left.type == Type::kTensor || right.type == Type::kTensor) return {node, Type::kTensor};
  return {node, left.type == Type::kNumber && right.type == Type::kNumber ? Type::kNumber : Type::kUnknown};
}

Reader::Typed Reader::compare(Typed left, model::ComparisonOperator operation, Typed right) {
  const TextRange range = joined(left.node->range, right.node->range);
  // `x.device().type() == at::kCUDA` and `x.device() == at::kCPU` ask where it is.
  const bool device = right.type == Type::kDevice && right.node->kind == model::ExpressionKind::kConstant;
  const auto* place = left.node->get_if<model::Attribute>();
  const Expression* asked = left.node;
  if (device && place != nullptr && symbols_.text(place->name) == "device")
    asked = attribute(left.node, "type", left.node->range, range);
  const Expression* on_gpu = device ? asks_gpu(*asked, operation, *right.node, range) : nullptr;
  return {on_gpu != nullptr ? on_gpu : comparison(asked, operation, right.node, range),
          left.type == Type::kTensor ? Type::kTensor : Type::kNumber};
}

Reader::Typed Reader::dereferenced(const syntax::Prefix& read) {
  const Typed operand = expression(*read.operand);
  if (operand.type == Type::kDeviceIterator) {
    const TextRange range = range_of(read.begin, read.end);
    return {call(library("thrust.read_element", range), {{.value = operand, .range = operand.node->range}}, range, {})};
  }
  // `*optional` is the tensor that it holds.
  const bool is_kept = operand.type == Type::kTensor || operand.type == Type::kLoader;
  return {operand.node, is_kept ? operand.type : Type::kUnknown};
}

/// `&x` of a tensor: what it leads to is read as the tensor.
bool Reader::is_tensor_address(const Typed& value) {
  const auto* variable = value.node->get_if<model::Name>();
  if (value.type != Type::kPointer || variable == nullptr) return false;
  const Type* type = find_variable(symbols_.text(variable->name));
  return type != nullptr && *type == Type::kTensor;
}

/// An address reads nothing: `&v[0]`.
Reader::Typed Reader::addressed(const syntax::Prefix& read) {
  const Typed operand = expression(*read.operand);
  const auto* element = operand.node->get_if<model::Call>();
  const auto* callee = element == nullptr ? nullptr : element->callee->get_if<model::Attribute>();
  if (callee != nullptr && symbols_.text(callee->name) == "read_element")
    return {element->arguments.front().value, Type::kPointer};
  return {operand.node, Type::kPointer};
}

Reader::Typed Reader::prefix(const syntax::Prefix& read) {
  const Token& symbol = token(read.begin);
  if (read.operand == nullptr) return {unknown(symbol.range)};
  if (symbol.is("*")) return dereferenced(read);
  if (symbol.is("&") || symbol.is("&&")) return addressed(read);
  const Typed operand = expression(*read.operand);
  if (symbol.is("new") || symbol.is("delete")) return {operand.node, Type::kPointer};
  const bool is_not = symbol.is("!") || symbol.is("not");
  const bool is_sign = symbol.is("-") || symbol.is("+") || symbol.is("~");
  if (!is_not && !is_sign) return operand;
  auto* node = make_expression<model::Unary>(range_of(read.begin, read.end));
  node->operation = is_not           ? model::UnaryOperator::kNot
                    : symbol.is("-") ? model::UnaryOperator::kNegate
                    : symbol.is("+") ? model::UnaryOperator::kPlus
                                     : model::UnaryOperator::kInvert;
  node->operand = is_not ? tested(operand) : operand.node;
  return {node, is_not ? Type::kNumber : operand.type};
}

Reader::Typed Reader::size_of(const syntax::Sizeof& read) {
  if (read.operand != nullptr) expression(*read.operand);
  const TextRange range = range_of(read.begin, read.end);
  return {call(library("cxx.number", range), {}, range, {}), Type::kNumber};
}

Reader::Typed Reader::cast(const syntax::Cast& read) {
  const std::span<const Token> written = tokens_.slice(read.type_begin, read.type_end);
  const Type type = written_type(written);
  const Typed operand = expression(*read.operand);
  return {.node = operand.node, .type = type == Type::kUnknown ? operand.type : type, .held = class_of_type(written)};
}

}  // namespace syncfree::cxx

// Expressions, by precedence climbing.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/cxx/among.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

struct BinarySymbol {
  std::string_view text;
  int precedence;
  model::BinaryOperator operation;
};
using enum model::BinaryOperator;
constexpr std::array kBinarySymbols = {
    BinarySymbol{"|", 4, kBitOr},      BinarySymbol{"^", 5, kBitXor},  BinarySymbol{"&", 6, kBitAnd},
    BinarySymbol{"<<", 9, kLeftShift}, BinarySymbol{"+", 10, kAdd},    BinarySymbol{"-", 10, kSubtract},
    BinarySymbol{"*", 11, kMultiply},  BinarySymbol{"/", 11, kDivide}, BinarySymbol{"%", 11, kModulo},
};
struct ComparisonSymbol {
  std::string_view text;
  int precedence;
  model::ComparisonOperator operation;
};
using enum model::ComparisonOperator;
constexpr std::array kComparisonSymbols = {
    ComparisonSymbol{"==", 7, kEqual},  ComparisonSymbol{"!=", 7, kNotEqual},  ComparisonSymbol{"<", 8, kLess},
    ComparisonSymbol{">", 8, kGreater}, ComparisonSymbol{"<=", 8, kLessEqual}, ComparisonSymbol{">=", 8, kGreaterEqual},
};
constexpr std::array<std::string_view, 10> kAssignments = {
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::array<std::string_view, 22> kBuiltinTypes = {
    "int",      "long",    "short",    "char",    "float",     "double",   "bool",     "void",
    "unsigned", "signed",  "size_t",   "int64_t", "int32_t",   "uint32_t", "uint64_t", "int8_t",
    "uint8_t",  "int16_t", "uint16_t", "uint",    "ptrdiff_t", "uintptr_t"};
// Chains nest in the model as deep as they are long; longer ones are generated data.
constexpr int kLongestChain = 400;
constexpr int kAnd = 3;
constexpr int kOr = 2;

}  // namespace

Reader::Typed Reader::expression(std::size_t end) {
  if (at_ >= end) return {unknown(look().range)};
  Typed value = assignment(end);
  while (at_ < end && look().is(",")) {
    ++at_;
    add_expression(value.node);
    value = assignment(end);
  }
  return value;
}

Reader::Typed Reader::assignment(std::size_t end) {
  struct Leave {
    std::uint32_t& depth;
    ~Leave() { --depth; }
  };
  ++depth_;
  const Leave leave{depth_};
  const std::size_t begin = at_;
  if (depth_ > limits_.max_depth) {
    tell_too_deep(look().range);
    at_ = std::max(at_ + 1, find(at_, end, {",", ";"}));
    return {unknown(range_of(begin, at_))};
  }
  Typed target = conditional(end);
  if (at_ >= end) return target;
  const bool plain = look().is("=");
  bool augmented = among(kAssignments, look().text) && look().kind == TokenKind::kPunctuation;
  if (!plain && !augmented && look().is(">") && token(at_ + 1).is(">=") && at_ + 1 < end) {
    ++at_;
    augmented = true;
  }
  if (!plain && !augmented) return target;
  ++at_;
  const Typed value = look().is("{") ? braced(end) : assignment(end);
  return store(target, value, range_of(begin, at_), augmented);
}

bool Reader::is_tensor_list(const Expression& value) {
  const auto* named = value.get_if<model::Name>();
  if (named == nullptr) return false;
  const std::string_view text = symbols_.text(named->name);
  if (const Type* variable = find_variable(text)) return *variable == Type::kTensorList;
  const auto field = fields_.find(text);
  return field != fields_.end() && field->second == Type::kTensorList;
}

Reader::Typed Reader::store(Typed target, Typed value, TextRange range, bool augmented) {
  if (augmented) {
    if (target.is_assignable && target.type == Type::kTensor) return {value.node, Type::kTensor};
    add_expression(target.node);
    return value;
  }
  if (const auto* field = target.node->get_if<model::Attribute>(); field != nullptr && value.node != nullptr) {
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

Reader::Typed Reader::conditional(std::size_t end) {
  Typed condition = binary(end, kOr);
  if (at_ >= end || !look().is("?")) return condition;
  const std::size_t begin = at_++;
  Typed then = look().is(":") ? condition : assignment(end);
  if (!accept(":")) return then;
  const Typed otherwise = assignment(end);
  auto* node = make_expression<model::Conditional>(joined(condition.node->range, range_of(begin, at_)));
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
Reader::Typed Reader::second_operand(const Typed& first, bool is_and, std::size_t end) {
  Statements before;
  Statements* outer = std::exchange(sink_, &before);
  const Typed second = binary(end, (is_and ? kAnd : kOr) + 1);
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

Reader::Typed Reader::binary(std::size_t end, int least) {
  Typed left = unary(end);
  for (int length_so_far = 0; at_ < end; ++length_so_far) {
    if (length_so_far == kLongestChain) {
      add_expression(left.node);
      left = {unknown(left.node->range)};
      length_so_far = 0;
    }
    const Token& symbol = look();
    if (symbol.kind != TokenKind::kPunctuation && !symbol.is("and") && !symbol.is("or")) return left;
    int precedence = 0;
    const BinarySymbol* arithmetic = nullptr;
    const ComparisonSymbol* compared = nullptr;
    std::size_t length = 1;
    if (symbol.is("&&") || symbol.is("and"))
      precedence = kAnd;
    else if (symbol.is("||") || symbol.is("or"))
      precedence = kOr;
    else if (symbol.is(">") && token(at_ + 1).is(">") && at_ + 1 < end &&
             token(at_ + 1).range.begin == symbol.range.end) {
      precedence = 9;
      length = 2;
    } else {
      for (const BinarySymbol& entry : kBinarySymbols) {
        if (entry.text == symbol.text) arithmetic = &entry;
      }
      for (const ComparisonSymbol& entry : kComparisonSymbols) {
        if (entry.text == symbol.text) compared = &entry;
      }
      if (arithmetic != nullptr) precedence = arithmetic->precedence;
      if (compared != nullptr) precedence = compared->precedence;
    }
    if (precedence == 0 || precedence < least) return left;
    at_ += length;
    const bool is_logical = precedence == kAnd || precedence == kOr;
    Typed right = is_logical ? second_operand(left, precedence == kAnd, end) : binary(end, precedence + 1);
    // With a tensor on one side the result is one too, whatever the other side is.
    if (!is_logical && left.type == Type::kTensor && right.type == Type::kUnknown) right.node = host_number(right.node);
    if (!is_logical && right.type == Type::kTensor && left.type == Type::kUnknown && !symbol.is("<<")) {
      left.node = host_number(left.node);
    }
    const TextRange range = joined(left.node->range, right.node->range);
    if (precedence == kAnd || precedence == kOr) {
      const Expression* operands[] = {tested(left), tested(right)};
      auto* node = make_expression<model::Boolean>(range);
      node->is_and = precedence == kAnd;
      node->operands = module_.arena.copy(std::span<const Expression* const>(operands));
      left = {node, Type::kNumber};
    } else if (compared != nullptr) {
      // `x.device().type() == at::kCUDA` and `x.device() == at::kCPU` ask where it is.
      const bool device = right.type == Type::kDevice && right.node->kind == model::ExpressionKind::kConstant;
      const auto* place = left.node->get_if<model::Attribute>();
      const Expression* asked = left.node;
      if (device && place != nullptr && symbols_.text(place->name) == "device")
        asked = attribute(left.node, "type", left.node->range, range);
      const Expression* on_gpu = device ? asks_gpu(*asked, compared->operation, *right.node, range) : nullptr;
      left = {on_gpu != nullptr ? on_gpu : comparison(asked, compared->operation, right.node, range),
              left.type == Type::kTensor ? Type::kTensor : Type::kNumber};
    } else {
      if (symbol.is("<<") && right.type == Type::kTensor && left.type != Type::kTensor &&
          left.type != Type::kNumber) {  // std::cout << x
        add_expression(call(name("print", right.node->range), {{.value = right, .range = right.node->range}},
                            right.node->range, right.node->range));
        left.type = Type::kUnknown;
        continue;
      }
      auto* node = make_expression<model::Binary>(range);
      node->operation = arithmetic != nullptr ? arithmetic->operation : kRightShift;
      node->left = left.node;
      node->right = right.node;
      const bool iterator =
          left.type == Type::kDeviceIterator || left.type == Type::kHostIterator || left.type == Type::kPointer;
      left = {node, iterator                                                    ? left.type
                    : left.type == Type::kTensor || right.type == Type::kTensor ? Type::kTensor
                    : left.type == Type::kNumber && right.type == Type::kNumber ? Type::kNumber
                                                                                : Type::kUnknown};
    }
  }
  return left;
}

bool Reader::is_cast(std::size_t open, std::size_t close) const {
  if (close <= open + 1) return false;
  bool builtin = false;
  bool points = false;
  for (std::size_t i = open + 1; i < close; ++i) {
    const Token& here = token(i);
    if (here.is("<")) {
      const std::size_t end = template_end(i, close);
      if (end == 0) return false;
      i = end;
    } else if (here.is_name()) {
      builtin |= among(kBuiltinTypes, here.text) || here.is("const");
      if (points) return false;
    } else if (here.is("*") || here.is("&")) {
      if (i == open + 1) return false;
      points = true;
    } else if (!here.is("::")) {
      return false;
    }
  }
  const Token& next = token(close + 1);
  const bool operand = next.is_name() || next.kind == TokenKind::kNumber || next.is("(");
  if (builtin || points)
    return operand || next.is("-") || next.is("&") || next.is("*") || next.is("~") || next.is("!") || next.is("{");
  // `(scalar_t)x`; `(a)(b)` is a call.
  return next.is_name() || next.kind == TokenKind::kNumber;
}

Reader::Typed Reader::dereferenced(std::size_t end) {
  const std::size_t begin = at_;
  ++at_;
  const Typed operand = unary(end);
  if (operand.type == Type::kDeviceIterator) {
    return {call(library("thrust.read_element", range_of(begin, at_)),
                 {{.value = operand, .range = operand.node->range}}, range_of(begin, at_), {})};
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
Reader::Typed Reader::addressed(std::size_t end) {
  ++at_;
  const Typed operand = unary(end);
  const auto* read = operand.node->get_if<model::Call>();
  const auto* callee = read == nullptr ? nullptr : read->callee->get_if<model::Attribute>();
  if (callee != nullptr && symbols_.text(callee->name) == "read_element")
    return {read->arguments.front().value, Type::kPointer};
  return {operand.node, Type::kPointer};
}

Reader::Typed Reader::unary(std::size_t end) {
  if (at_ >= end) return {unknown(look().range)};
  const std::size_t begin = at_;
  const Token& symbol = look();
  if (++depth_ > limits_.max_depth) {
    tell_too_deep(look().range);
    --depth_;
    at_ = std::max(at_ + 1, find(at_, end, {",", ";"}));
    return {unknown(range_of(begin, at_))};
  }
  struct Leave {
    std::uint32_t& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  if (symbol.is("!") || symbol.is("not")) {
    ++at_;
    const Typed operand = unary(end);
    auto* node = make_expression<model::Unary>(range_of(begin, at_));
    node->operation = model::UnaryOperator::kNot;
    node->operand = tested(operand);
    return {node, Type::kNumber};
  }
  if (symbol.is("-") || symbol.is("+") || symbol.is("~")) {
    ++at_;
    const Typed operand = unary(end);
    auto* node = make_expression<model::Unary>(range_of(begin, at_));
    node->operation = symbol.is("-")   ? model::UnaryOperator::kNegate
                      : symbol.is("+") ? model::UnaryOperator::kPlus
                                       : model::UnaryOperator::kInvert;
    node->operand = operand.node;
    return {node, operand.type};
  }
  if (symbol.is("++") || symbol.is("--")) {
    ++at_;
    return unary(end);
  }
  if (symbol.is("*")) return dereferenced(end);
  if (symbol.is("&") || symbol.is("&&")) return addressed(end);
  if (symbol.is("sizeof") || symbol.is("alignof") || symbol.is("decltype") || symbol.is("typeid")) {
    ++at_;
    while (look().is("...")) ++at_;
    if (look().is("("))
      at_ = std::min(closing(at_, end) + 1, end);
    else
      unary(end);
    return {call(library("cxx.number", range_of(begin, at_)), {}, range_of(begin, at_), {}), Type::kNumber};
  }
  if (symbol.is("co_await") || symbol.is("throw")) {
    ++at_;
    return at_ < end ? unary(end) : Typed{unknown(symbol.range)};
  }
  if (symbol.is("new") || symbol.is("delete")) {
    ++at_;
    while (look().is("[") && at_ < end) at_ = closing(at_, end) + 1;
    if (look().is("(") && symbol.is("new")) at_ = closing(at_, end) + 1;
    if (at_ < end) return {unary(end).node, Type::kPointer};
    return {unknown(symbol.range)};
  }
  if (symbol.is("(") && is_cast(at_, closing(at_, end))) {
    const std::size_t close = closing(at_, end);
    const Type type = written_type({&tokens_[at_ + 1], close - at_ - 1});
    at_ = close + 1;
    const Typed operand = unary(end);
    return {operand.node, type == Type::kUnknown ? operand.type : type};
  }
  return postfix(end);
}

}  // namespace syncfree::cxx

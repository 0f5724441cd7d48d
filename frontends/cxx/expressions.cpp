// Expressions, by precedence climbing.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

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

template <class Words>
bool among(const Words& words, std::string_view text) {
  return std::ranges::find(words, text) != words.end();
}

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

Reader::Typed Reader::store(Typed target, Typed value, TextRange range, bool augmented) {
  if (augmented) {
    if (target.is_assignable && target.type == Type::kTensor) return {value.node, Type::kTensor};
    add_expression(target.node);
    return value;
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
    add_assignment(target.node, value.node, range, target.type == Type::kTensor);
    return target;
  }
  if (target.node->kind == model::ExpressionKind::kSequence) {  // std::tie(a, b) = …
    add_assignment(target.node, value.node, range);
    return value;
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
  node->condition = tested(condition);
  node->then_value = then.node;
  node->else_value = otherwise.node;
  return {node, then.type == otherwise.type || otherwise.type == Type::kUnknown ? then.type : Type::kUnknown};
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
    const Typed right = binary(end, precedence + 1);
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
      left = {comparison(asked, compared->operation, right.node, range),
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

Reader::Typed Reader::unary(std::size_t end) {
  if (at_ >= end) return {unknown(look().range)};
  const std::size_t begin = at_;
  const Token& symbol = look();
  if (++depth_ > limits_.max_depth) {
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
  if (symbol.is("*")) {
    ++at_;
    const Typed operand = unary(end);
    if (operand.type == Type::kDeviceIterator) {
      return {call(library("thrust.read_element", range_of(begin, at_)),
                   {{.value = operand, .range = operand.node->range}}, range_of(begin, at_), {})};
    }
    return {operand.node, Type::kUnknown};
  }
  if (symbol.is("&") || symbol.is("&&")) {  // an address reads nothing: `&v[0]`
    ++at_;
    const Typed operand = unary(end);
    const auto* read = operand.node->get_if<model::Call>();
    const auto* callee = read == nullptr ? nullptr : read->callee->get_if<model::Attribute>();
    if (callee != nullptr && symbols_.text(callee->name) == "read_element")
      return {read->arguments.front().value, Type::kPointer};
    return {operand.node, Type::kPointer};
  }
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
    const Type type = read_type({&tokens_[at_ + 1], close - at_ - 1});
    at_ = close + 1;
    const Typed operand = unary(end);
    return {operand.node, type == Type::kUnknown ? operand.type : type};
  }
  return postfix(end);
}

// Index of the `>` that closes template arguments opened at `open`; 0 if these are none.
std::size_t Reader::template_end(std::size_t open, std::size_t end) const {
  constexpr std::size_t kLongest = 400;
  int depth = 0;
  for (std::size_t i = open; i < end && i < open + kLongest; ++i) {
    const Token& here = token(i);
    if (here.is("<"))
      ++depth;
    else if (here.is(">")) {
      if (--depth == 0) return i;
    } else if (here.is("(") || here.is("[") || here.is("{")) {
      const std::size_t close = closing(i, end);
      if (close >= end) return 0;
      i = close;
    } else if (here.is(";") || here.is("&&") || here.is("||") || here.is("<<") || here.is("<<<") || here.is("}") ||
               here.is(")") || here.is("]") || here.is("?") || here.is("+=") ||
               (here.is("=") && token(i + 1).kind == TokenKind::kString)) {
      return 0;
    }
  }
  return 0;
}

std::vector<Reader::Argument> Reader::arguments(std::size_t close) {
  std::vector<Argument> given;
  while (at_ < close) {
    const std::size_t before = at_;
    if (accept(",")) continue;
    const std::size_t begin = at_;
    const Typed value = look().is("{") ? braced(close) : assignment(close);
    while (look().is("...") && at_ < close) ++at_;
    given.push_back({.value = value, .range = range_of(begin, at_)});
    if (at_ < close && !look().is(",")) {  // not understood: read on after it
      const std::size_t next = find(at_, close, {","});
      while (at_ < next) {
        const std::size_t stuck = at_;
        add_expression(assignment(next).node);
        resynchronize(stuck);
      }
    }
    resynchronize(before);
  }
  at_ = close;
  return given;
}

Reader::Typed Reader::braced(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = closing(at_, end);
  ++at_;
  const std::vector<Argument> given = arguments(close);
  at_ = std::min(close + 1, end);
  if (given.size() == 1 &&
      (given.front().value.type == Type::kDevice || given.front().value.type == Type::kElementType))
    return given.front().value;
  std::vector<const Expression*> elements;
  for (const Argument& argument : given) elements.push_back(argument.value.node);
  const bool tensors = !given.empty() && given.front().value.type == Type::kTensor;
  return {sequence(model::SequenceKind::kList, elements, range_of(begin, at_)),
          tensors ? Type::kTensorList : Type::kUnknown};
}

Reader::Typed Reader::literal() {
  const Token& here = look();
  ++at_;
  if (here.kind == TokenKind::kString) {
    bool is_whole = true;
    for (; look().kind == TokenKind::kString; ++at_) is_whole = false;
    const std::string_view content = here.text.starts_with('"') && here.text.size() >= 2
                                         ? here.text.substr(1, here.text.size() - 2)
                                         : std::string_view();
    const bool is_device = is_whole && (content == "cpu" || content == "cuda" || content.starts_with("cuda:"));
    return {text(is_device ? content : std::string_view(), here.range), is_device ? Type::kDevice : Type::kUnknown};
  }
  auto* node = make_expression<model::Constant>(here.range);
  node->constant = model::ConstantKind::kInteger;
  const bool hexadecimal = here.text.starts_with("0x") || here.text.starts_with("0X");
  if (here.kind == TokenKind::kNumber && !hexadecimal && here.text.find_first_of(".eE") != std::string_view::npos) {
    node->constant = model::ConstantKind::kFloat;
    std::from_chars(here.text.data(), here.text.data() + here.text.size(), node->number);
  } else if (here.kind == TokenKind::kNumber) {
    const std::string_view digits = hexadecimal ? here.text.substr(2) : here.text;
    std::from_chars(digits.data(), digits.data() + digits.size(), node->integer, hexadecimal ? 16 : 10);
    node->number = static_cast<double>(node->integer);
  }
  return {node, Type::kNumber};
}

Reader::Typed Reader::primary(std::size_t end) {
  const Token& here = look();
  const std::size_t begin = at_;
  if (here.kind == TokenKind::kNumber || here.kind == TokenKind::kString || here.kind == TokenKind::kCharacter)
    return literal();
  if (here.is("(")) {
    const std::size_t close = closing(at_, end);
    ++at_;
    const Typed inner = at_ < close ? expression(close) : Typed{unknown(here.range)};
    while (at_ < close) {
      const std::size_t stuck = at_;
      add_expression(expression(close).node);
      resynchronize(stuck);
    }
    at_ = std::min(close + 1, end);
    return inner;
  }
  if (here.is("[")) return lambda(end);
  if (here.is("{")) return braced(end);
  if (here.is("true") || here.is("false")) {
    ++at_;
    return {boolean(here.is("true"), here.range), Type::kNumber};
  }
  if (here.is("nullptr") || here.is("NULL")) {
    ++at_;
    auto* node = make_expression<model::Constant>(here.range);
    node->constant = model::ConstantKind::kNone;
    return {node, Type::kPointer};
  }
  if (here.is("this")) {
    ++at_;
    return {name("this", here.range), Type::kPointer};
  }
  if (here.is("static_cast") || here.is("reinterpret_cast") || here.is("const_cast") || here.is("dynamic_cast")) {
    ++at_;
    Type type = Type::kUnknown;
    if (look().is("<")) {
      const std::size_t close = template_end(at_, end);
      if (close != 0) {
        type = read_type({&tokens_[at_ + 1], close - at_ - 1});
        at_ = close + 1;
      }
    }
    if (!look().is("(")) return {unknown(here.range)};
    const Typed operand = primary(end);
    return {operand.node, type == Type::kUnknown ? operand.type : type};
  }
  if (here.is_name() || here.is("::")) return qualified_name(end);
  ++at_;
  return {unknown(range_of(begin, at_))};
}

Reader::Typed Reader::lambda(std::size_t end) {
  const std::size_t begin = at_;
  at_ = closing(at_, end) + 1;
  const std::size_t head = at_;
  scopes_.emplace_back();
  if (look().is("<")) {
    if (const std::size_t close = template_end(at_, end); close != 0) at_ = close + 1;
  }
  std::vector<model::Parameter> given;
  if (look().is("(")) {
    const std::size_t close = closing(at_, end);
    parameters(at_, close, given);
    at_ = std::min(close + 1, end);
  }
  const std::size_t open = find(at_, end, {"{", ",", ";", ")"});
  if (!token(open).is("{") || open >= end) {
    at_ = std::max(open, begin + 1);
    scopes_.pop_back();
    return {unknown(range_of(begin, at_))};
  }
  const std::size_t close = closing(open, end);
  if (!is_device_code(head, open)) {
    Statements body;
    Statements* outer = std::exchange(sink_, &body);
    for (const model::Parameter& parameter : given) {
      if (parameter.annotation == nullptr) continue;
      add_assignment(name(symbols_.text(parameter.name), parameter.range), unknown(parameter.range), parameter.range,
                     true);
    }
    at_ = open + 1;
    ++lambda_depth_;
    const int switches = std::exchange(switch_depth_, 0);
    statements(close);
    switch_depth_ = switches;
    --lambda_depth_;
    sink_ = outer;
    hoisted_block(module_.arena.copy(body), range_of(begin, close + 1));
  }
  at_ = std::min(close + 1, end);
  scopes_.pop_back();
  return {call(library("cxx.items", range_of(begin, at_)), {}, range_of(begin, at_), {})};
}

// The body of a lambda, where it is written: it runs there, later, or never.
void Reader::hoisted_block(model::Block body, TextRange range) {
  auto* statement = make_statement<model::If>(range);
  statement->condition = call(library("cxx.test", range), {}, range, {});
  statement->then = body;
  sink_->push_back(statement);
}

Reader::Typed Reader::postfix(std::size_t end) {
  const std::size_t begin = at_;
  Typed value = primary(end);
  for (int links = 0; at_ < end; ++links) {
    if (links == kLongestChain) {
      add_expression(value.node);
      value = {unknown(value.node->range)};
      links = 0;
    }
    const Token& here = look();
    if (here.is(".") || here.is("->")) {
      ++at_;
      value = member(value, begin, end);
    } else if (here.is("[")) {
      const std::size_t close = closing(at_, end);
      ++at_;
      const Typed index = at_ < close ? expression(close) : Typed{unknown(here.range)};
      at_ = std::min(close + 1, end);
      const TextRange range = range_of(begin, at_);
      if (value.type == Type::kDeviceVector || value.type == Type::kDeviceIterator) {
        const Expression* object = value.node;
        value = {call(library("thrust.read_element", range),
                      {{.value = {object}, .range = range}, {.value = index, .range = range}}, range, range)};
        continue;
      }
      auto* node = make_expression<model::Subscript>(range);
      node->object = value.node;
      node->index = index.node;
      const bool tensor = value.type == Type::kTensor || value.type == Type::kTensorList;
      value = {node, tensor ? Type::kTensor : Type::kUnknown};
    } else if (here.is("(")) {
      const std::size_t close = closing(at_, end);
      const std::size_t open = at_++;
      const std::vector<Argument> given = arguments(close);
      at_ = std::min(close + 1, end);
      value = {call(value.node, given, range_of(begin, at_), range_of(open, at_))};
    } else if (here.is("++") || here.is("--") || here.is("...")) {
      ++at_;
    } else {
      return value;
    }
  }
  return value;
}

}  // namespace syncfree::cxx

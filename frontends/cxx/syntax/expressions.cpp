// Expressions, by precedence climbing.
#include <algorithm>
#include <array>

#include "frontends/cxx/syntax/parser.h"
#include "frontends/cxx/syntax/words.h"

namespace syncfree::cxx::syntax {

namespace {

struct OperatorSymbol {
  std::string_view text;
  int precedence;
  Operator operation;
};
using enum Operator;
constexpr int kLoosest = 2;
constexpr std::array kOperators = {
    OperatorSymbol{"||", 2, kOr},           OperatorSymbol{"or", 2, kOr},        OperatorSymbol{"&&", 3, kAnd},
    OperatorSymbol{"and", 3, kAnd},         OperatorSymbol{"|", 4, kBitOr},      OperatorSymbol{"^", 5, kBitXor},
    OperatorSymbol{"&", 6, kBitAnd},        OperatorSymbol{"==", 7, kEqual},     OperatorSymbol{"!=", 7, kNotEqual},
    OperatorSymbol{"<", 8, kLess},          OperatorSymbol{">", 8, kGreater},    OperatorSymbol{"<=", 8, kLessEqual},
    OperatorSymbol{">=", 8, kGreaterEqual}, OperatorSymbol{"<<", 9, kLeftShift}, OperatorSymbol{"+", 10, kAdd},
    OperatorSymbol{"-", 10, kSubtract},     OperatorSymbol{"*", 11, kMultiply},  OperatorSymbol{"/", 11, kDivide},
    OperatorSymbol{"%", 11, kModulo},
};
constexpr OperatorSymbol kTwoGreater{">>", 9, kRightShift};

constexpr std::array<std::string_view, 10> kAssignments = {
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::array<std::string_view, 22> kBuiltinTypes = {
    "int",      "long",    "short",    "char",    "float",     "double",   "bool",     "void",
    "unsigned", "signed",  "size_t",   "int64_t", "int32_t",   "uint32_t", "uint64_t", "int8_t",
    "uint8_t",  "int16_t", "uint16_t", "uint",    "ptrdiff_t", "uintptr_t"};

/// Null for what is no operator between two operands.
const OperatorSymbol* operator_of(const Token& symbol) {
  if (symbol.kind != TokenKind::kPunctuation && !symbol.is("and") && !symbol.is("or")) return nullptr;
  const auto found = std::ranges::find(kOperators, symbol.text, &OperatorSymbol::text);
  return found == kOperators.end() ? nullptr : &*found;
}

}  // namespace

const Expression* Parser::missing(std::size_t begin, source::TextRange range) {
  auto* node = make<Missing>(begin);
  node->range = range;
  return node;
}

/// What nests too deeply, up to one of `texts`.
const Expression* Parser::too_deep_until(std::size_t begin, std::initializer_list<std::string_view> texts,
                                         std::size_t end) {
  tell_too_deep();
  at_ = std::max(at_ + 1, tokens_.find(at_, end, texts));
  return missing(begin, tokens_.range_of(begin, at_));
}

Expressions Parser::rest_of(std::size_t end, const Expression* (Parser::*read)(std::size_t)) {
  std::vector<const Expression*> rest;
  while (at_ < end) {
    const std::size_t before = at_;
    rest.push_back((this->*read)(end));
    resynchronize(before);
  }
  return arena_.copy(rest);
}

const Expression* Parser::expression_between(std::size_t begin, std::size_t end) {
  at_ = begin;
  return expression(end);
}

const Expression* Parser::expression(std::size_t end) {
  if (at_ >= end) return missing(at_, look().range);
  const std::size_t begin = at_;
  const Expression* first = assignment(end);
  if (at_ >= end || !look().is(",")) return first;
  std::vector<const Expression*> items = {first};
  while (at_ < end && look().is(",")) {
    ++at_;
    items.push_back(assignment(end));
  }
  auto* node = make<Comma>(begin);
  node->items = arena_.copy(items);
  return node;
}

const Expression* Parser::assignment(std::size_t end) {
  struct Leave {
    std::uint32_t& depth;
    ~Leave() { --depth; }
  };
  ++depth_;
  const Leave leave{depth_};
  const std::size_t begin = at_;
  if (depth_ > limits_.max_depth) return too_deep_until(begin, {",", ";"}, end);
  const Expression* target = conditional(end);
  if (at_ >= end) return target;
  const bool plain = look().is("=");
  bool augmented = among(kAssignments, look().text) && look().kind == TokenKind::kPunctuation;
  if (!plain && !augmented && look().is(">") && look(1).is(">=") && at_ + 1 < end) {
    ++at_;
    augmented = true;
  }
  if (!plain && !augmented) return target;
  ++at_;
  const Expression* value = look().is("{") ? braced(end) : assignment(end);
  auto* node = make<Assignment>(begin);
  node->target = target;
  node->value = value;
  node->is_augmented = augmented;
  return node;
}

const Expression* Parser::conditional(std::size_t end) {
  const std::size_t begin = at_;
  const Expression* condition = binary(end, kLoosest);
  if (at_ >= end || !look().is("?")) return condition;
  const std::size_t question = at_++;
  const Expression* then = look().is(":") ? nullptr : assignment(end);
  const Expression* otherwise = accept(":") ? assignment(end) : nullptr;
  auto* node = make<Conditional>(begin);
  node->question = static_cast<Index>(question);
  node->condition = condition;
  node->then = then;
  node->otherwise = otherwise;
  return node;
}

const Expression* Parser::binary(std::size_t end, int least) {
  const std::size_t begin = at_;
  const Expression* first = unary(end);
  std::vector<Chain::Link> links;
  while (at_ < end) {
    const Token& symbol = look();
    const bool is_shift = symbol.is(">") && look(1).is(">") && at_ + 1 < end && look(1).range.begin == symbol.range.end;
    const OperatorSymbol* found = is_shift ? &kTwoGreater : operator_of(symbol);
    if (found == nullptr || found->precedence < least) break;
    at_ += is_shift ? 2 : 1;
    links.push_back({.operation = found->operation, .value = binary(end, found->precedence + 1)});
  }
  if (links.empty()) return first;
  auto* node = make<Chain>(begin);
  node->first = first;
  node->links = arena_.copy(links);
  return node;
}

bool Parser::is_cast(std::size_t open, std::size_t close) const {
  if (close <= open + 1) return false;
  bool builtin = false;
  bool points = false;
  for (std::size_t i = open + 1; i < close; ++i) {
    const Token& here = tokens_[i];
    if (here.is("<")) {
      const std::size_t end = tokens_.template_end(i, close);
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
  const Token& next = tokens_[close + 1];
  const bool operand = next.is_name() || next.kind == TokenKind::kNumber || next.is("(");
  if (builtin || points)
    return operand || next.is("-") || next.is("&") || next.is("*") || next.is("~") || next.is("!") || next.is("{");
  // `(scalar_t)x`; `(a)(b)` is a call.
  return next.is_name() || next.kind == TokenKind::kNumber;
}

const Expression* Parser::unary(std::size_t end) {
  if (at_ >= end) return missing(at_, look().range);
  struct Leave {
    std::uint32_t& depth;
    ~Leave() { --depth; }
  };
  ++depth_;
  const Leave leave{depth_};
  const std::size_t begin = at_;
  if (depth_ > limits_.max_depth) return too_deep_until(begin, {",", ";"}, end);
  constexpr std::array<std::string_view, 14> kPrefixes = {"!", "not", "-",  "+",        "~",     "++",  "--",
                                                          "*", "&",   "&&", "co_await", "throw", "new", "delete"};
  constexpr std::array<std::string_view, 4> kSizes = {"sizeof", "alignof", "decltype", "typeid"};
  const Token& symbol = look();
  if (symbol.kind != TokenKind::kString && among(kPrefixes, symbol.text)) return prefixed(end);
  if (symbol.kind != TokenKind::kString && among(kSizes, symbol.text)) return size_of(end);
  if (symbol.is("(") && is_cast(at_, tokens_.closing(at_, end))) {
    const std::size_t close = tokens_.closing(at_, end);
    at_ = close + 1;
    const Expression* operand = unary(end);
    auto* node = make<Cast>(begin);
    node->type_begin = static_cast<Index>(begin + 1);
    node->type_end = static_cast<Index>(close);
    node->operand = operand;
    return node;
  }
  return postfix(end);
}

const Expression* Parser::prefixed(std::size_t end) {
  const std::size_t begin = at_++;
  const Token& symbol = tokens_[begin];
  const bool makes = symbol.is("new") || symbol.is("delete");
  if (makes) {
    while (look().is("[") && at_ < end) at_ = tokens_.closing(at_, end) + 1;
    if (look().is("(") && symbol.is("new")) at_ = tokens_.closing(at_, end) + 1;
  }
  const bool may_lack = makes || symbol.is("co_await") || symbol.is("throw");
  const Expression* operand = may_lack && at_ >= end ? nullptr : unary(end);
  auto* node = make<Prefix>(begin);
  node->operand = operand;
  return node;
}

const Expression* Parser::size_of(std::size_t end) {
  const std::size_t begin = at_++;
  while (look().is("...")) ++at_;
  const Expression* operand = nullptr;
  if (look().is("("))
    at_ = std::min(tokens_.closing(at_, end) + 1, end);
  else
    operand = unary(end);
  auto* node = make<Sizeof>(begin);
  node->operand = operand;
  return node;
}

}  // namespace syncfree::cxx::syntax

// Declarations of variables: which statements are some.
#include <array>

#include "frontends/cxx/syntax/parser.h"
#include "frontends/cxx/syntax/words.h"

namespace syncfree::cxx::syntax {

namespace {

constexpr std::array<std::string_view, 22> kTypeWords = {
    "auto",         "const",    "constexpr", "static", "unsigned", "signed", "int",    "long",
    "float",        "double",   "bool",      "char",   "void",     "short",  "size_t", "struct",
    "thread_local", "volatile", "typename",  "extern", "register", "inline"};
/// Words before a type.
constexpr std::array<std::string_view, 10> kSpecifiers = {"const",  "static",       "constexpr", "volatile", "typename",
                                                          "struct", "thread_local", "extern",    "register", "inline"};
constexpr std::array<std::string_view, 14> kNotTypes = {"return",   "delete", "new",    "throw",     "else",
                                                        "case",     "goto",   "sizeof", "co_return", "co_await",
                                                        "co_yield", "not",    "and",    "operator"};

bool is_star(const Token& token) { return token.is("*") || token.is("&") || token.is("&&"); }

}  // namespace

/// The first name that a declaration at this place declares: words and qualified names and template arguments, `*&`,
/// name; `end` for none. `bindings` is set to the `[` of a structured binding.
std::size_t Parser::first_declared(std::size_t end, std::size_t& bindings) const {
  bool has_type = false;
  bool type_word = false;
  std::size_t i = at_;
  while (i < end) {
    const Token& here = tokens_[i];
    if (here.is("::")) {
      ++i;
      continue;
    }
    if (here.is("[") && type_word) {
      bindings = i;
      return end;
    }
    if (!here.is_name()) return end;
    const bool after_colons = i > at_ && tokens_[i - 1].is("::");
    if (!after_colons && has_type && !among(kTypeWords, here)) return i;
    type_word |= among(kTypeWords, here);
    has_type = has_type || !among(kSpecifiers, here.text);
    ++i;
    if (tokens_[i].is("<") && i < end) {
      const std::size_t close = tokens_.template_end(i, end);
      if (close == 0) return end;
      i = close + 1;
    }
    while (i < end && (is_star(tokens_[i]) || tokens_[i].is("const"))) ++i;
  }
  return end;
}

/// Followed by one of `= ; , ( { [`. `a * b = …` is none, `a * b(c)` hardly: taken as declarations, as everywhere.
const Variables* Parser::variables(std::size_t end) {
  const std::size_t begin = at_;
  if ((!look().is_name() && !look().is("::")) || among(kNotTypes, look())) return nullptr;
  std::size_t open = end;
  const std::size_t called = first_declared(end, open);
  if (open != end) return bindings(open, end);
  if (called == end) return nullptr;
  const Token& after = tokens_[called + 1];
  const bool at_end = called + 1 >= end;
  if (!at_end && !after.is("=") && !after.is(",") && !after.is("(") && !after.is("{") && !after.is("[") &&
      !after.is(":"))
    return nullptr;
  at_ = called;
  // `T *a, b`: the stars are those of each name.
  while (at_ > begin && is_star(tokens_[at_ - 1])) --at_;
  const std::size_t type_end = at_;
  std::vector<Variables::Variable> read;
  while (at_ < end) {
    const std::size_t before = at_;
    read.push_back(variable(end));
    if (!accept(",")) break;
    resynchronize(before);
  }
  auto* node = make<Variables>(begin);
  node->end = static_cast<Index>(end);
  node->type_end = static_cast<Index>(type_end);
  node->first = static_cast<Index>(called);
  node->variables = arena_.copy(read);
  node->bindings_open = kNoToken;
  return node;
}

/// `auto [a, b] = value`
const Variables* Parser::bindings(std::size_t open, std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = tokens_.closing(open, end);
  const Token& behind = tokens_[close + 1];
  if (!behind.is("=") && !behind.is("{") && !behind.is(":")) return nullptr;
  at_ = close + 2;
  const Expression* value = expression(end);
  auto* node = make<Variables>(begin);
  node->end = static_cast<Index>(end);
  node->bindings_open = static_cast<Index>(open);
  node->bindings_close = static_cast<Index>(close);
  node->value = value;
  return node;
}

Variables::Variable Parser::variable(std::size_t end) {
  using Initial = Variables::Initial;
  Variables::Variable read{.points = look().is("*"), .name = kNoToken, .end = 0, .sizes = {}};
  while (is_star(look())) ++at_;
  if (!look().is_name()) return read;
  read.name = static_cast<Index>(at_++);
  std::vector<const Expression*> sizes;
  while (look().is("[") && at_ < end) {
    const std::size_t close = tokens_.closing(at_, end);
    ++at_;
    sizes.push_back(at_ < close ? expression(close) : nullptr);
    at_ = close + 1;
  }
  read.sizes = arena_.copy(sizes);
  if (at_ >= end || look().is(",")) {
    read.initial = Initial::kNothing;
  } else if (accept("=")) {
    read.initial = Initial::kValue;
    read.value = assignment(end);
  } else if (look().is("(") || look().is("{")) {
    read.initial = look().is("{") ? Initial::kBraces : Initial::kParentheses;
    const std::size_t close = tokens_.closing(at_, end);
    ++at_;
    read.given = arguments(close);
    at_ = std::min(close + 1, end);
  } else {
    read.initial = Initial::kOther;
  }
  read.end = static_cast<Index>(at_);
  return read;
}

}  // namespace syncfree::cxx::syntax

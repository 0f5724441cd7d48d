// Declarations of variables: which statements are some, and what their initialisers assign.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

constexpr std::array<std::string_view, 22> kTypeWords = {
    "auto",         "const",    "constexpr", "static", "unsigned", "signed", "int",    "long",
    "float",        "double",   "bool",      "char",   "void",     "short",  "size_t", "struct",
    "thread_local", "volatile", "typename",  "extern", "register", "inline"};
constexpr std::array<std::string_view, 14> kNotTypes = {"return",   "delete", "new",    "throw",     "else",
                                                        "case",     "goto",   "sizeof", "co_return", "co_await",
                                                        "co_yield", "not",    "and",    "operator"};

template <class Words>
bool among(const Words& words, const Token& token) {
  return token.is_name() && std::ranges::find(words, token.text) != words.end();
}

}  // namespace

// The name that `[from, end)` declares: `const at::Tensor& x`; `end` if it declares nothing.
std::size_t Reader::declarator_name(std::size_t from, std::size_t end) const {
  std::size_t called = end;
  int words = 0;
  for (std::size_t i = from; i < end; ++i) {
    const Token& here = token(i);
    if (here.is("<")) {
      const std::size_t close = template_end(i, end);
      if (close == 0) return end;
      i = close;
    } else if (here.is("[") || here.is("(")) {
      if (words >= 2 || called != end) break;
      i = closing(i, end);
    } else if (here.is_name()) {
      if (i > from && token(i - 1).is("::")) {
        called = end;
        continue;
      }
      ++words;
      if (words >= 2) called = i;
    } else if (!here.is("*") && !here.is("&") && !here.is("&&") && !here.is("::") && !here.is("...")) {
      break;
    }
  }
  return called;
}

bool Reader::declaration_statement(std::size_t end) {
  // [words and qualified names and template arguments] [*&] name, then one of `= ; , ( { [`.
  const std::size_t begin = at_;
  if (!look().is_name() && !look().is("::")) return false;
  if (among(kNotTypes, look())) return false;
  std::size_t i = begin;
  bool has_type = false;
  bool type_word = false;
  std::size_t called = end;
  while (i < end) {
    const Token& here = token(i);
    if (here.is("::")) {
      ++i;
      continue;
    }
    if (here.is("[") && type_word) {  // auto [a, b] = …
      const std::size_t close = closing(i, end);
      if (!token(close + 1).is("=") && !token(close + 1).is("{") && !token(close + 1).is(":")) return false;
      std::vector<const Expression*> targets;
      for (std::size_t part = i + 1; part < close; ++part) {
        if (!token(part).is_name()) continue;
        declare(token(part).text, seen_value(part, Type::kUnknown));
        targets.push_back(name(token(part).text, token(part).range));
      }
      at_ = close + 2;
      const Typed value = expression(end);
      add_assignment(sequence(model::SequenceKind::kTuple, targets, range_of(i, close + 1)), value.node,
                     range_of(begin, end));
      return true;
    }
    if (!here.is_name()) break;
    const bool after_colons = i > begin && token(i - 1).is("::");
    if (!after_colons && has_type && !among(kTypeWords, here)) {
      called = i;
      break;
    }
    type_word |= among(kTypeWords, here);
    has_type = has_type || (!here.is("const") && !here.is("static") && !here.is("constexpr") && !here.is("volatile") &&
                            !here.is("typename") && !here.is("struct") && !here.is("thread_local") &&
                            !here.is("extern") && !here.is("register") && !here.is("inline"));
    ++i;
    if (token(i).is("<") && i < end) {
      const std::size_t close = template_end(i, end);
      if (close == 0) return false;
      i = close + 1;
    }
    while (i < end && (token(i).is("*") || token(i).is("&") || token(i).is("&&") || token(i).is("const"))) ++i;
  }
  if (called >= end && !(called == end - 1)) {
    if (called == end) return false;
  }
  const Token& after = token(called + 1);
  const bool at_end = called + 1 >= end;
  if (!at_end && !after.is("=") && !after.is(",") && !after.is("(") && !after.is("{") && !after.is("[") &&
      !after.is(":"))
    return false;
  // `a * b = …` is none, `a * b(c)` hardly: taken as declarations, as everywhere.
  const std::span<const Token> written(&tokens_[begin], called - begin);
  at_ = called;
  // `T *a, b`: the stars are those of each name.
  while (at_ > begin && (token(at_ - 1).is("*") || token(at_ - 1).is("&") || token(at_ - 1).is("&&"))) --at_;
  const Type type = written_type({&tokens_[begin], at_ - begin});
  while (at_ < end) {
    const std::size_t before = at_;
    const bool points = look().is("*");
    while (look().is("*") || look().is("&") || look().is("&&")) ++at_;
    const Token called_here = look();
    declarator(points ? pointer_to(type) : type, written, end);
    if (!points && called_here.is_name() && type == Type::kUnknown)
      add_destructor(called_here.text, written, called_here.range);
    if (!accept(",")) break;
    resynchronize(before);
  }
  return true;
}

// One variable: its initialiser is an assignment in the model.
void Reader::declarator(Type type, std::span<const Token> written, std::size_t end) {
  if (!look().is_name()) return;
  const std::size_t called = at_++;
  const std::string_view variable = token(called).text;
  type = seen_value(called, type);
  const bool is_auto = std::ranges::any_of(written, [](const Token& token) { return token.is("auto"); });
  declare(variable, type, is_auto && look().is("=") ? class_of_value(end) : class_of_type(written));
  if (is_auto && !scopes_.empty()) scopes_.back()[variable].is_guessed = true;
  const Expression* target = name(variable, token(called).range);
  while (look().is("[") && at_ < end) {
    const std::size_t close = closing(at_, end);
    ++at_;
    if (at_ < close) add_expression(expression(close).node);
    at_ = close + 1;
    type = Type::kPointer;
    declare(variable, type);
  }
  if (at_ >= end || look().is(",")) {
    if (type == Type::kTensor) {
      add_assignment(target, unknown(token(called).range), range_of(called, at_), type);
      if (place_ == FilePlace::kCpu) assert_place(target, false, token(called).range);
    }
    return;
  }
  Typed value;
  const bool reference = token(called - 1).is("&") || token(called - 1).is("&&");  // of what is there: nothing is made
  const std::size_t initial = at_ + 1;
  if (accept("=")) {
    if (!reference && (type == Type::kDeviceVector || type == Type::kHostVector)) {
      const std::size_t begin = at_;
      const Typed source = assignment(end);
      value = construct(type, {{.value = source, .range = range_of(begin, at_)}}, range_of(called, at_));
    } else {
      value = assignment(end);
    }
  } else if (look().is("(") || look().is("{")) {
    const std::size_t close = closing(at_, end);
    const bool braces = look().is("{");
    ++at_;
    std::vector<Argument> given = arguments(close);
    at_ = std::min(close + 1, end);
    if (type == Type::kUnknown) add_constructor(held_by(variable), given, range_of(called, at_));
    if (type == Type::kDeviceGuard) return take_guard(given, range_of(called, at_));
    if (type == Type::kDeviceVector || type == Type::kHostVector) {
      value = construct(type, std::move(given), range_of(called, at_));
    } else if ((type == Type::kDevice && given.size() == 2) ||
               (given.size() == 1 &&
                (type == Type::kTensor || type == Type::kDevice || type == Type::kOptions || !braces))) {
      value = given.front().value;
    } else {
      for (const Argument& argument : given) add_expression(argument.value.node);
      if (type == Type::kOptions) value = {no_device(token(called).range), type};
    }
  } else {
    return;
  }
  if (value.node == nullptr) return;
  if (type == Type::kNumber) value = converted(value, value.type, value.node->range);
  if (makes_pinned(*value.node)) pinned_.insert(variable);
  if (is_auto && type == Type::kUnknown) declare(variable, value.type);
  // A number made from something is no tensor, whatever it was made from.
  const bool is_constant = value.node->kind == model::ExpressionKind::kConstant;
  const bool is_kept = !changed_.contains(variable) || value.type == Type::kDevice || value.type == Type::kOptions;
  if (is_constant && !is_kept) value.node = unknown(value.node->range);
  if ((type == Type::kNumber && !(is_constant && is_kept)) || (type == Type::kPointer && !is_tensor_address(value))) {
    add_expression(value.node);
    const char* unknown_value = type == Type::kNumber ? "cxx.number" : "cxx.pointer";
    add_assignment(target, call(library(unknown_value, {}), {}, {}, {}), range_of(called, at_));
    return;
  }
  const bool is_result = value.type == Type::kUnknown && value.node->kind == model::ExpressionKind::kCall;
  add_assignment(target, value.node, range_of(called, at_), type);
  if (type == Type::kTensor && is_result) unplaced_.insert(variable);
  if (is_auto && lambda_.begin == initial && lambda_.close + 1 == at_) local_function(variable, token(called).range);
}

/// `CUDAGuard guard(x.device())`: whoever makes a device current has a tensor there.
void Reader::take_guard(const std::vector<Argument>& given, TextRange range) {
  const auto* device = given.empty() ? nullptr : given.front().value.node->get_if<model::Attribute>();
  if (device != nullptr && symbols_.text(device->name) == "device") assert_place(device->object, true, range);
}

}  // namespace syncfree::cxx

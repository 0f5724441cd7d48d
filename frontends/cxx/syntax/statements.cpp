// Statements of function bodies.
#include <algorithm>
#include <array>

#include "frontends/cxx/syntax/parser.h"

namespace syncfree::cxx::syntax {

Statements Parser::statements() {
  at_ = 0;
  return statements(tokens_.size());
}

Statements Parser::statements(std::size_t end) {
  std::vector<const Statement*> read;
  while (at_ < end) {
    const std::size_t before = at_;
    if (const Statement* one = statement(end)) read.push_back(one);
    resynchronize(before);
  }
  at_ = end;
  return arena_.copy(read);
}

const Statement* Parser::statement(std::size_t end) {
  if (at_ >= end || accept(";")) return nullptr;
  if (++depth_ > limits_.max_depth) {
    tell_too_deep();
    --depth_;
    return skipped_to(end, {";"});
  }
  const Statement* read = statement_by_keyword(end);
  --depth_;
  return read;
}

const Statement* Parser::statement_by_keyword(std::size_t end) {
  const Token& first = look();
  if (first.is("{")) return block(end);
  if (first.is("if")) return if_statement(end);
  if (first.is("for") && look(1).is("(")) return for_statement(end);
  if (first.is("while")) return while_statement(end);
  if (first.is("do")) return do_statement(end);
  if (first.is("switch")) return switch_statement(end);
  if (first.is("try") && look(1).is("{")) return try_statement(end);
  if (first.is("return") || first.is("throw") || first.is("co_return")) return return_statement(end);
  if (first.is("break") || first.is("continue")) return jump(end);
  if (first.is("case") || first.is("default")) return skipped_to(end, {":"});
  if (first.is("using") || first.is("typedef")) {
    const std::optional<Alias> read = alias(end);
    return read ? arena_.make<Alias>(*read) : nullptr;
  }
  if (first.is("static_assert") || first.is("goto") || first.is("asm") || first.is("namespace") ||
      first.is("__shared__"))
    return skipped_to(end, {";"});
  if (first.is("else")) {
    ++at_;  // its `if` was lost
    return nullptr;
  }
  if ((first.is("struct") || first.is("class") || first.is("enum") || first.is("union")) &&
      tokens_[tokens_.find(at_, end, {"{", ";", "=", "("})].is("{")) {
    at_ = tokens_.closing(tokens_.find(at_, end, {"{"}), end);
    return skipped_to(end, {";"});
  }
  if (first.is_name() && look(1).is(":") && !look(2).is(":")) {
    at_ += 2;  // a label
    return nullptr;
  }
  return simple_statement(end);
}

const Statement* Parser::skipped_to(std::size_t end, std::initializer_list<std::string_view> texts) {
  at_ = std::min(tokens_.find(at_, end, texts) + 1, end);
  return nullptr;
}

const Statement* Parser::block(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t close = tokens_.closing(at_, end);
  ++at_;
  const Statements body = statements(close);
  at_ = std::min(close + 1, end);
  auto* node = make<Block>(begin);
  node->body = body;
  return node;
}

std::optional<Alias> Parser::alias(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t stop = tokens_.find(at_, end, {";"});
  const bool is_typedef = look().is("typedef");
  const std::size_t called = is_typedef ? stop - 1 : at_ + 1;
  const std::size_t from = is_typedef ? at_ + 1 : at_ + 3;
  const std::size_t to = is_typedef ? called : stop;
  const bool is_alias = tokens_[called].is_name() && from < to && (is_typedef || look(2).is("="));
  at_ = std::min(stop + 1, end);
  if (!is_alias) return std::nullopt;
  Alias read{};
  read.kind = Alias::kKind;
  read.begin = static_cast<Index>(begin);
  read.end = static_cast<Index>(at_);
  read.name = static_cast<Index>(called);
  read.type_begin = static_cast<Index>(from);
  read.type_end = static_cast<Index>(to);
  return read;
}

/// A chain of `else if` is read without recursion. One that is too long goes on as a statement of its own behind the
/// first.
const Statement* Parser::if_statement(std::size_t end) {
  const std::size_t begin = at_;
  const std::uint32_t links = links_;
  std::vector<If::Branch> branches;
  const Statement* otherwise = nullptr;
  bool has_otherwise = false;
  while (const std::optional<If::Branch> branch = branch_of_if(end)) {
    branches.push_back(*branch);
    if (at_ >= end || !look().is("else")) break;
    ++at_;
    const bool goes_on = at_ < end && look().is("if");
    if (goes_on && links_ >= limits_.max_links) break;  // and is read as the next statement
    if (!goes_on) {
      has_otherwise = true;
      otherwise = statement(end);
      break;
    }
    ++links_;
  }
  links_ = links;
  if (branches.empty()) return nullptr;
  auto* node = make<If>(begin);
  node->branches = arena_.copy(branches);
  node->has_otherwise = has_otherwise;
  node->otherwise = otherwise;
  return node;
}

/// `if (condition) statement`; nothing if it is none after all.
std::optional<If::Branch> Parser::branch_of_if(std::size_t end) {
  If::Branch branch{.begin = static_cast<Index>(at_++), .close = 0, .end = 0};
  if (look().is_name()) ++at_;  // `constexpr`, or a macro
  if (!look().is("(")) return std::nullopt;
  const std::size_t close = tokens_.closing(at_, end);
  branch.close = static_cast<Index>(close);
  ++at_;
  if (const std::size_t initial = tokens_.find(at_, close, {";"}); initial < close) {
    branch.initial = statement(initial + 1);
    at_ = initial + 1;
  }
  // What a condition declares has an initialiser: `if (flag && wait(stream))` declares no reference.
  if (tokens_.find(at_, close, {"=", "{"}) < close) branch.declared = variables(close);
  if (branch.declared == nullptr) branch.condition = expression(close);
  at_ = std::min(close + 1, end);
  branch.then = statement(end);
  branch.end = static_cast<Index>(at_);
  return branch;
}

const Statement* Parser::for_statement(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t open = at_ + 1;
  const std::size_t close = tokens_.closing(open, end);
  at_ = open + 1;
  const std::size_t first = tokens_.find(at_, close, {";"});
  if (first == close) return range_for(begin, close, end);
  const Statement* initial = statement(first + 1);
  at_ = first + 1;
  const std::size_t middle = tokens_.find(at_, close, {";"});
  const Expression* condition = at_ < middle ? expression(middle) : nullptr;
  at_ = std::min(close + 1, end);
  const Statement* body = statement(end);
  const std::size_t after = at_;
  at_ = middle + 1;
  const Expression* step = at_ < close ? expression(close) : nullptr;
  at_ = after;
  auto* node = make<For>(begin);
  node->middle = static_cast<Index>(middle);
  node->initial = initial;
  node->condition = condition;
  node->step = step;
  node->body = body;
  return node;
}

/// `for (auto& x : items)`, from behind its `(`.
const Statement* Parser::range_for(std::size_t begin, std::size_t close, std::size_t end) {
  const std::size_t type_begin = at_;
  const std::size_t colon = tokens_.find(at_, close, {":"});
  const std::size_t called = tokens_.declarator_name(at_, colon);
  at_ = std::min(colon + 1, close);
  const Expression* items = expression(close);
  at_ = std::min(close + 1, end);
  const Statement* body = statement(end);
  auto* node = make<RangeFor>(begin);
  node->type_begin = static_cast<Index>(type_begin);
  node->name = called < colon ? static_cast<Index>(called) : kNoToken;
  node->items = items;
  node->body = body;
  return node;
}

const Statement* Parser::while_statement(std::size_t end) {
  const std::size_t begin = at_++;
  if (!look().is("(")) return nullptr;
  const std::size_t close = tokens_.closing(at_, end);
  ++at_;
  const Expression* condition = expression(close);
  at_ = std::min(close + 1, end);
  const Statement* body = statement(end);
  auto* node = make<While>(begin);
  node->condition = condition;
  node->body = body;
  return node;
}

const Statement* Parser::do_statement(std::size_t end) {
  const std::size_t begin = at_++;
  const Statement* body = statement(end);
  const Expression* condition = nullptr;
  bool repeats = false;
  if (look().is("while")) {
    ++at_;
    const std::size_t close = tokens_.closing(at_, end);
    // `do { … } while (0)` is how macros make one statement of several.
    repeats = !(close == at_ + 2 && (look(1).is("0") || look(1).is("false")));
    ++at_;
    condition = expression(close);
    at_ = std::min(close + 1, end);
    accept(";");
  }
  auto* node = make<Do>(begin);
  node->body = body;
  node->condition = condition;
  node->repeats = repeats;
  return node;
}

const Statement* Parser::switch_statement(std::size_t end) {
  const std::size_t begin = at_++;
  if (!look().is("(")) return nullptr;
  const std::size_t close = tokens_.closing(at_, end);
  ++at_;
  const Expression* subject = expression(close);
  at_ = std::min(close + 1, end);
  std::vector<Switch::Section> sections;
  const bool is_braced = look().is("{") && at_ < end;
  const Statement* whole = nullptr;
  if (is_braced) {
    const std::size_t stop = tokens_.closing(at_++, end);
    while (at_ < stop) sections.push_back(switch_section(stop));
    at_ = std::min(stop + 1, end);
  } else {
    whole = statement(end);
  }
  auto* node = make<Switch>(begin);
  node->subject = subject;
  node->sections = arena_.copy(sections);
  node->is_braced = is_braced;
  node->whole = whole;
  return node;
}

/// From one label to the next.
Switch::Section Parser::switch_section(std::size_t end) {
  std::vector<const Statement*> body;
  const std::size_t begin = at_;
  do {
    const std::size_t before = at_;
    if (const Statement* one = statement(end)) body.push_back(one);
    resynchronize(before);
  } while (at_ < end && !look().is("case") && !look().is("default"));
  return {.begin = static_cast<Index>(begin), .end = static_cast<Index>(std::min(at_, end)), .body = arena_.copy(body)};
}

const Statement* Parser::try_statement(std::size_t end) {
  const std::size_t begin = at_++;
  const Statement* body = statement(end);
  std::vector<Try::Handler> handlers;
  while (look().is("catch") && at_ < end) {
    const std::size_t start = at_++;
    if (look().is("(")) at_ = std::min(tokens_.closing(at_, end) + 1, end);
    const Statement* handled = statement(end);
    handlers.push_back({.begin = static_cast<Index>(start), .end = static_cast<Index>(at_), .body = handled});
  }
  auto* node = make<Try>(begin);
  node->body = body;
  node->handlers = arena_.copy(handlers);
  return node;
}

const Statement* Parser::return_statement(std::size_t end) {
  const std::size_t begin = at_;
  const bool throws = look().is("throw");
  ++at_;
  const std::size_t stop = tokens_.find(at_, end, {";"});
  const Expression* value = at_ < stop ? expression(stop) : nullptr;
  const Expressions rest = rest_of(stop, &Parser::expression);
  at_ = std::min(stop + 1, end);
  auto* node = make<Return>(begin);
  node->throws = throws;
  node->value = value;
  node->rest = rest;
  return node;
}

const Statement* Parser::jump(std::size_t end) {
  const std::size_t begin = at_;
  const bool is_break = look().is("break");
  skipped_to(end, {";"});
  auto* node = make<Jump>(begin);
  node->is_break = is_break;
  return node;
}

/// `std::abort()`, or a macro of that name, as a whole statement.
bool Parser::ends_the_process(std::size_t end) const {
  std::size_t called = at_;
  while (tokens_[called].is("::") || tokens_[called].is("std")) ++called;
  const Token& word = tokens_[called];
  const bool ends =
      word.is("abort") || word.is("exit") || word.is("terminate") || word.is("ABORT") || word.is("UNREACHABLE");
  return ends && tokens_[called + 1].is("(") && tokens_.closing(called + 1, end) + 1 >= end;
}

const Statement* Parser::simple_statement(std::size_t end) {
  const std::size_t begin = at_;
  const std::size_t stop = tokens_.find(at_, end, {";"});
  if (const Variables* declared = variables(stop)) {
    at_ = std::min(stop + 1, end);
    return declared;
  }
  std::vector<ExpressionStatement::Item> items;
  bool goes_on = false;
  while (at_ < stop && !goes_on) {
    const std::size_t before = at_;
    const bool ends = ends_the_process(stop);
    const Expression* value = expression(stop);
    items.push_back(
        {.begin = static_cast<Index>(before), .end = static_cast<Index>(at_), .value = value, .ends_process = ends});
    // A macro that ends a statement by itself: what follows on is another one.
    goes_on = at_ < stop && (look().is("{") || look().is("if") || look().is("for") || look().is("while") ||
                             look().is("return") || look().is("auto"));
    if (!goes_on) resynchronize(before);
  }
  if (!goes_on) at_ = std::min(stop + 1, end);
  auto* node = make<ExpressionStatement>(begin);
  node->items = arena_.copy(items);
  return node;
}

}  // namespace syncfree::cxx::syntax

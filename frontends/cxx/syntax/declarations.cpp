// Declarations of a file, a namespace or a class.
#include <algorithm>
#include <array>

#include "frontends/cxx/syntax/parser.h"
#include "frontends/cxx/syntax/words.h"

namespace syncfree::cxx::syntax {

namespace {

constexpr std::array<std::string_view, 10> kAttributeCalls = {
    "__attribute__", "__launch_bounds__",   "__declspec",          "alignas", "noexcept",
    "decltype",      "C10_LAUNCH_BOUNDS_1", "C10_LAUNCH_BOUNDS_2", "throw",   "__align__"};

constexpr std::array<std::string_view, 9> kQualifiers = {"const", "noexcept", "override", "final",        "requires",
                                                         "try",   "volatile", "throw",    "__attribute__"};

}  // namespace

Declarations Parser::file() {
  at_ = 0;
  return declarations(tokens_.size());
}

FunctionBody Parser::function_body(const Function& function) {
  depth_ = function.depth;
  const std::size_t end = tokens_.closing(function.parameters, function.open);
  FunctionBody body{.parameters = parameters(function.parameters, end),
                    .initializers = initializers(end, function.open),
                    .statements = {}};
  at_ = function.open + 1;
  body.statements = statements(function.close);
  return body;
}

Declarations Parser::declarations(std::size_t end) {
  DeclarationList read;
  while (at_ < end) {
    const std::size_t before = at_;
    declaration(end, read);
    resynchronize(before);
  }
  return arena_.copy(read);
}

void Parser::declaration(std::size_t end, DeclarationList& into) {
  if (depth_ >= limits_.max_depth) {
    tell_too_deep();
    at_ = end;
    return;
  }
  ++depth_;
  if (!preamble(end, into)) {
    Head head{.begin = at_, .parameters = end, .name = end};
    while (at_ < end && !gather(head, end, into)) ++at_;
  }
  --depth_;
}

/// What is no declaration of a function, class or variable, and what only stands before one; true if there was such.
bool Parser::preamble(std::size_t end, DeclarationList& into) {
  if (accept(";") || accept("}") || accept(")") || accept("friend")) return true;
  while (look().is("inline") && look(1).is("namespace")) ++at_;
  const Token& next = look(1);
  if (look().is("namespace") || (look().is("extern") && next.kind == TokenKind::kString && look(2).is("{"))) {
    name_space(end, into);
    return true;
  }
  if (look().is("template") && next.is("<")) {
    const std::size_t close = tokens_.template_end(at_ + 1, end);
    at_ = close == 0 ? at_ + 1 : close + 1;
    return true;
  }
  if (look().is("using") || look().is("typedef")) {
    const std::size_t begin = at_;
    if (const std::optional<Alias> read = alias(end)) {
      auto* node = make<TypeAlias>(begin);
      node->alias = *read;
      into.push_back(node);
    }
    return true;
  }
  if (look().is("static_assert")) {  // also without its semicolon, in a branch that no compiler reads
    const std::size_t stop = tokens_.find(at_, end, {";"});
    at_ = (next.is("(") ? std::min(tokens_.closing(at_ + 1, end), stop) : stop) + 1;
    return true;
  }
  // Macros that need no semicolon: `DEFINE_SEMAPHORE(a) namespace n {`, `BEGIN_DETAIL template <class T> …`.
  if (look().is_name() && next.is("(")) {
    const std::size_t behind = tokens_.closing(at_ + 1, end) + 1;
    if (behind < end && tokens_[behind].is_name() && !among(kQualifiers, tokens_[behind].text)) {
      at_ = behind;
      return true;
    }
  }
  if (look().is_name() && (next.is("namespace") || next.is("template")) && !look().is("extern")) {
    ++at_;
    return true;
  }
  if ((look().is("public") || look().is("private") || look().is("protected")) && next.is(":")) {
    at_ += 2;
    return true;
  }
  return false;
}

void Parser::name_space(std::size_t end, DeclarationList& into) {
  const std::size_t begin = at_;
  const std::size_t open = tokens_.find(at_, end, {"{", ";", "="});
  if (!tokens_[open].is("{")) {
    const std::size_t stop = tokens_.find(open, end, {";"});
    at_ = stop + 1;
    if (!tokens_[open].is("=") || !tokens_[open - 1].is_name() || !tokens_[stop - 1].is_name()) return;
    auto* node = make<Namespace>(begin);
    node->name = static_cast<Index>(open - 1);
    node->aliased = static_cast<Index>(stop - 1);
    into.push_back(node);
    return;
  }
  const std::size_t close = tokens_.closing(open, end);
  const bool is_named = tokens_[open - 1].is_name() && !tokens_[open - 1].is("namespace");
  at_ = open + 1;
  const Declarations members = declarations(close);
  at_ = close + 1;
  auto* node = make<Namespace>(begin);
  node->name = is_named ? static_cast<Index>(open - 1) : kNoToken;
  node->aliased = kNoToken;
  node->members = members;
  into.push_back(node);
}

/// Takes in one token of a declaration, which goes on to its `;` or to the `{` of a body; true at its end.
bool Parser::gather(Head& head, std::size_t end, DeclarationList& into) {
  const Token& here = look();
  const bool has_parameters = head.parameters != end;
  if (here.is("class") || here.is("struct") || here.is("union")) head.is_class |= !has_parameters;
  if (here.is("enum")) head.is_enum = true;
  if (here.is("operator") && operator_head(head, end)) return false;
  if (here.is("<") && !head.assigned) {
    if (const std::size_t close = tokens_.template_end(at_, end); close != 0) {
      at_ = close;
      return false;
    }
  }
  if (here.is("=") && !has_parameters) head.assigned = true;
  if (here.is("(") || here.is("[")) {
    bracket(head, end);
    return false;
  }
  if (here.is(";")) {
    const Declaration* read = nullptr;
    if (!has_parameters && !head.is_enum) read = fields(head.begin, at_);
    if (has_parameters && !head.assigned && !head.is_class) read = prototype(head);
    if (read != nullptr) into.push_back(read);
    ++at_;
    return true;
  }
  if (here.is(":") && has_parameters && !head.assigned) {
    const std::size_t body = body_behind_initializers(end);
    if (body == end) return false;
    at_ = tokens_.closing(body, end) + 1;
    into.push_back(function(head, body, tokens_.closing(body, end)));
    return true;
  }
  if (here.is("{")) {
    body(head, end, into);
    return true;
  }
  return here.is("}");
}

/// `operator()(…)`, `operator==(…)`
bool Parser::operator_head(Head& head, std::size_t end) {
  head.name = at_;
  std::size_t open = at_ + 1;
  if (tokens_[open].is("(") && tokens_[open + 1].is(")")) open += 2;
  while (open < end && !tokens_[open].is("(") && !tokens_[open].is(";") && !tokens_[open].is("{")) ++open;
  if (!tokens_[open].is("(")) return false;
  head.parameters = open;
  at_ = tokens_.closing(open, end);
  return true;
}

void Parser::bracket(Head& head, std::size_t end) {
  const bool has_name =
      at_ > head.begin && tokens_[at_ - 1].is_name() && !among(kAttributeCalls, tokens_[at_ - 1].text);
  const bool after_template = at_ > head.begin && tokens_[at_ - 1].is(">");
  // A macro that needs no semicolon may stand before: `REGISTER(x) void f(int a) {`.
  const Token& behind = tokens_[tokens_.closing(head.parameters, end) + 1];
  const bool was_macro = head.parameters != end && behind.is_name() && !among(kQualifiers, behind.text);
  const bool is_open = head.parameters == end || was_macro;
  if (look().is("(") && is_open && !head.assigned && (has_name || after_template)) {
    head.parameters = at_;
    head.name = at_ - 1;
    if (after_template) head.name = name_before_template(head.begin, head.name);
  }
  at_ = tokens_.closing(at_, end);
}

/// Of a specialization, `name<int>(`, whose `>` is given; that if there is none.
std::size_t Parser::name_before_template(std::size_t begin, std::size_t close) const {
  int depth = 0;
  for (std::size_t at = close; at > begin; --at) {
    if (tokens_[at].is(">")) ++depth;
    if (tokens_[at].is("<") && --depth == 0) return tokens_[at - 1].is_name() ? at - 1 : close;
  }
  return close;
}

/// From the `:` before a constructor's initializers, `name(…)` or `name{…}`, to its body; `end` if these are none.
std::size_t Parser::body_behind_initializers(std::size_t end) const {
  std::size_t item = at_ + 1;
  while (item < end) {
    const std::size_t group = tokens_.find(item, end, {"(", "{", ";"});
    if (!tokens_[group].is("(") && !tokens_[group].is("{")) return end;
    const std::size_t close = tokens_.closing(group, end);
    const bool more = tokens_[close + 1].is(",") || tokens_[close + 1].is("...");
    if (!more) return tokens_[close + 1].is("{") ? close + 1 : end;
    item = close + 1 + (tokens_[close + 1].is("...") ? 2 : 1);
  }
  return end;
}

/// What the `{` opens: a class, a function, or nothing that is read.
void Parser::body(const Head& head, std::size_t end, DeclarationList& into) {
  const std::size_t open = at_;
  const std::size_t close = tokens_.closing(open, end);
  const bool has_parameters = head.parameters != end;
  const bool is_class =
      head.is_class && (!has_parameters || tokens_[head.begin].is("struct") || tokens_[head.begin].is("class"));
  if (is_class && !head.assigned) {
    into.push_back(class_body(head.begin, open, close));
    at_ = tokens_.find(close + 1, end, {";", "{", "}", "("});
    if (!tokens_[at_].is(";")) at_ = close + 1;
    return;
  }
  at_ = close + 1;
  if (head.is_enum || head.assigned) return;
  if (has_parameters) {
    into.push_back(function(head, open, close));
  } else if (tokens_[close + 1].is(";")) {  // `bool measures{false};`
    if (const Declaration* read = fields(head.begin, open)) into.push_back(read);
  }
}

/// `class Name : public Base<T> {`
const Declaration* Parser::class_body(std::size_t begin, std::size_t open, std::size_t close) {
  Index name = kNoToken;
  std::vector<Index> bases;
  const std::size_t colon = tokens_.find(begin, open, {":"});
  for (std::size_t i = begin; i < open; ++i) {
    if (tokens_[i].is("<")) {
      if (const std::size_t end = tokens_.template_end(i, open); end != 0) i = end;
      continue;
    }
    const Token& next = tokens_[i + 1];
    if (!tokens_[i].is_name() || among(kAttributeCalls, tokens_[i].text) || tokens_[i].is("final")) continue;
    const bool is_last =
        i + 1 >= open || next.is("<") || next.is(":") || next.is(",") || next.is("{") || next.is("final");
    if (i < colon) {
      name = static_cast<Index>(i);
    } else if (is_last) {
      bases.push_back(static_cast<Index>(i));
    }
  }
  at_ = open + 1;
  const Declarations members = declarations(close);
  at_ = close;
  auto* node = make<Class>(begin);
  node->name = name;
  node->bases = arena_.copy(bases);
  node->members = members;
  return node;
}

const Declaration* Parser::fields(std::size_t begin, std::size_t end) {
  const std::size_t stop = tokens_.find(begin, end, {"=", ","});
  const std::size_t called = tokens_.declarator_name(begin, stop);
  if (called >= stop) return nullptr;
  std::size_t bare = called;
  while (bare > begin && (tokens_[bare - 1].is("*") || tokens_[bare - 1].is("&"))) --bare;
  std::vector<Fields::Field> read;
  for (std::size_t at = bare; at < end;) {
    const bool points = tokens_[at].is("*");
    while (at < end && !tokens_[at].is_name()) ++at;
    if (at >= end) break;
    read.push_back({.points = points, .name = static_cast<Index>(at)});
    at = tokens_.find(at, end, {","}) + 1;
  }
  auto* node = make<Fields>(begin);
  node->type_end = static_cast<Index>(bare);
  node->fields = arena_.copy(read);
  return node;
}

const Declaration* Parser::prototype(const Head& head) {
  auto* node = make<Prototype>(head.begin);
  node->parameters = static_cast<Index>(head.parameters);
  node->name = static_cast<Index>(head.name);
  return node;
}

const Declaration* Parser::function(const Head& head, std::size_t open, std::size_t close) {
  auto* node = make<Function>(head.begin);
  node->parameters = static_cast<Index>(head.parameters);
  node->name = static_cast<Index>(head.name);
  node->open = static_cast<Index>(open);
  node->close = static_cast<Index>(close);
  node->depth = depth_;
  return node;
}

Parameters Parser::parameters(std::size_t open, std::size_t close) {
  std::vector<Parameter> read;
  for (std::size_t from = open + 1; from < close;) {
    std::size_t stop = from;
    std::size_t value = close;
    for (; stop < close && !tokens_[stop].is(","); ++stop) {
      if (tokens_[stop].is("=") && value == close) value = stop;
      if (tokens_[stop].is("<") && value == close) {
        if (const std::size_t end = tokens_.template_end(stop, close); end != 0) stop = end;
      } else if (tokens_[stop].is("(") || tokens_[stop].is("{") || tokens_[stop].is("[")) {
        stop = tokens_.closing(stop, close);
      }
    }
    const std::size_t last = std::min(stop, value);
    const std::size_t called = tokens_.declarator_name(from, last);
    Parameter parameter{.begin = static_cast<Index>(from),
                        .end = static_cast<Index>(stop),
                        .name = called < last ? static_cast<Index>(called) : kNoToken,
                        .has_default = value < stop,
                        .one_token = nullptr};
    if (value + 2 == stop && called < last) {
      at_ = value + 1;
      parameter.one_token = primary(stop);
    }
    read.push_back(parameter);
    from = stop + 1;
  }
  return arena_.copy(read);
}

/// Between the parameters and the body: `: a(f(x)), b{y}`.
std::span<const Initializer> Parser::initializers(std::size_t from, std::size_t open) {
  std::vector<Initializer> read;
  at_ = tokens_.find(from, open, {":"});
  while (at_ < open) {
    const std::size_t group = tokens_.find(at_, open, {"(", "{"});
    if (group >= open) break;
    const std::size_t close = tokens_.closing(group, open);
    at_ = group + 1;
    const Arguments given = arguments(close);
    at_ = close + 1;
    read.push_back({.name = static_cast<Index>(group - 1), .end = static_cast<Index>(at_), .given = given});
  }
  return arena_.copy(read);
}

}  // namespace syncfree::cxx::syntax

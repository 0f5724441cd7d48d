// Calls of what the file does not say, with what it says of them: the class of an object, the number of arguments.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

/// `std::unique_ptr<ns::Foo>`, `const Foo&`, `Foo<T>*`: Foo. Empty for what is no class of a program.
std::string_view Reader::class_of_type(std::span<const Token> tokens) const {
  std::size_t last = tokens.size();
  std::size_t open = tokens.size();
  for (std::size_t i = 0; i < tokens.size() && open == tokens.size(); ++i) {
    if (tokens[i].is("<")) open = i;
    if (tokens[i].is_name() && !tokens[i].is("const") && !tokens[i].is("struct") && !tokens[i].is("class")) last = i;
  }
  if (last >= tokens.size()) return {};
  const std::string_view name = tokens[last].text;
  if (tables::kHolders.has(name) && open + 2 < tokens.size()) {
    std::size_t close = tokens.size();
    while (close > open && !tokens[close - 1].is(">")) --close;
    return close > open + 2 ? class_of_type(tokens.subspan(open + 1, close - open - 2)) : std::string_view();
  }
  const Type type = read_type(tokens);
  const bool may_be_class = type == Type::kUnknown || type == Type::kPointer || type == Type::kOther;
  return may_be_class && !tables::kNoClasses.has(name) ? name : std::string_view();
}

bool Reader::is_maker(std::string_view name) { return tables::kMakers.has(name); }

std::string_view Reader::held_by(std::string_view variable) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->find(variable); found != scope->end()) return found->second.held;
  }
  return {};
}

bool Reader::is_lambda(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->find(name); found != scope->end()) return found->second.is_lambda;
  }
  return false;
}

/// A variable whose type is written, and is none that the reader knows: a class.
bool Reader::is_object(const Expression& value) const {
  const auto* variable = value.get_if<model::Name>();
  if (variable == nullptr) return false;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->find(symbols_.text(variable->name));
    if (found != scope->end()) return !found->second.held.empty() && !found->second.is_guessed;
  }
  return false;
}

/// Of an `auto`, what its initialiser, whose tokens are given, makes: `std::make_unique<Foo>(…)`, `new Foo(…)`,
/// `Foo(…)`, `static_cast<Foo*>(…)`.
std::string_view Reader::class_of_value(std::size_t at, std::size_t end) const {
  if (token(at).is("new")) ++at;
  std::size_t last = end;
  while (at < end && (token(at).is_name() || token(at).is("::"))) last = token(at).is_name() ? at++ : (++at, last);
  if (last >= end) return {};
  const std::size_t close = token(at).is("<") ? template_end(at, end) : 0;
  const bool is_maker = tables::kMakers.has(token(last).text) || token(last).text.ends_with("_cast");
  if (is_maker && close != 0) return class_of_type(tokens_.slice(at + 1, close));
  const Token& behind = token(close == 0 ? at : close + 1);
  return behind.is("(") || behind.is("{") ? token(last).text : std::string_view();
}

ArgumentTypes Reader::types_of(const std::vector<Argument>& given) {
  ArgumentTypes types{};
  for (std::size_t i = 0; i < std::min(given.size(), types.size()); ++i) {
    const auto* constant = given[i].value.node->get_if<model::Constant>();
    const bool is_zero = constant != nullptr && constant->constant == model::ConstantKind::kInteger &&
                         constant->integer == 0;  // or a null pointer
    if (!is_zero) types[i] = given[i].value.type;
  }
  return types;
}

const model::Expression* Reader::linked(const Expression* call, LinkedCall link) {
  link.call = last_call_;
  link.around = owner_;
  file_links_.calls.push_back(link);
  return call;
}

/// Among the calls of the file, the last of which are those of what is read now; kNoCall for another expression.
std::uint32_t Reader::number_of(const Expression* call) const {
  constexpr std::size_t kMostArguments = 16;
  const std::vector<LinkedCall>& calls = file_links_.calls;
  for (std::size_t i = calls.size(); i-- > 0 && calls.size() - i <= kMostArguments;) {
    if (calls[i].call == call) return static_cast<std::uint32_t>(i);
  }
  return LinkedCall::kNoCall;
}

/// A method of an object whose class the project may have.
const model::Expression* Reader::linked_method(Typed object, const MethodCall& call) {
  LinkedCall link{.called = symbols_.intern(call.called),
                  .kind = LinkedKind::kMethod,
                  .count = Arity::clamped(call.given.size()),
                  .types = types_of(call.given)};
  if (const auto* variable = object.node->get_if<model::Name>()) {
    const std::string_view text = symbols_.text(variable->name);
    link.owner = text == "this" ? owner_ : held_by(text);
    if (text != "this" && find_variable(text) == nullptr) link.receiver = text;
  } else if (const auto* field = object.node->get_if<model::Attribute>()) {
    link.receiver = symbols_.text(field->name);
  } else {  // the object is evaluated, whatever becomes of the callee
    const std::string temporary = "value " + std::to_string(temporaries_++);
    link.object = number_of(object.node);
    add_assignment(name(temporary, object.node->range), object.node, object.node->range);
    object.node = name(temporary, object.node->range);
  }
  if (!object.held.empty()) link.owner = object.held;
  open_members(call.given);
  MethodCall placed = call;
  placed.given = with_places(std::move(placed.given));
  return linked(plain_method(object, placed), link);
}

/// `static_cast<int>(x)`, `int n = x` of an object: its conversion operator.
Reader::Typed Reader::converted(Typed operand, Type type, TextRange range) {
  const auto* variable = operand.node->get_if<model::Name>();
  if (type == Type::kUnknown) type = operand.type;
  const std::string_view held = variable == nullptr ? std::string_view() : held_by(symbols_.text(variable->name));
  if (held.empty() || operand.type != Type::kUnknown) return {operand.node, type};
  const Expression* result = call(name(kConversion, range), {}, range, range);
  return {linked(result, {.called = symbols_.intern(kConversion), .kind = LinkedKind::kMethod, .owner = held}), type};
}

/// Of an object that dies with its block. The actions of its destructor are reported at the declaration.
void Reader::add_destructor(std::string_view variable, std::span<const Token> type, TextRange range) {
  const std::string_view klass = held_by(variable);
  if (klass.empty() || scopes_.empty() || scopes_.back()[variable].is_guessed) return;
  for (const Token& word : type) {
    const bool is_elsewhere = word.is("*") || word.is("&") || word.is("&&") || word.is("static") || word.is("extern") ||
                              word.is("thread_local") || tables::kHolders.has(word.text);
    if (is_elsewhere) return;
  }
  const Expression* died = call(name("~", range), {}, range, range);
  add_expression(linked(died, {.called = symbols_.intern("~" + std::string(klass)), .owner = klass}));
}

void Reader::add_constructor(std::string_view klass, const std::vector<Argument>& given, TextRange range) {
  if (klass.empty()) return;
  open_members(given);
  const Expression* made = call(name(symbol_of_function(klass), range), given, range, range);
  add_expression(linked(made, {.called = symbols_.intern(klass),
                               .owner = klass,
                               .count = Arity::clamped(given.size()),
                               .types = types_of(given)}));
}

}  // namespace syncfree::cxx

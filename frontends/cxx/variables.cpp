// Declarations of variables: what their initialisers assign.
#include <algorithm>
#include <utility>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

void Reader::variables(const syntax::Variables& read) {
  if (read.bindings_open != syntax::kNoToken) return bindings(read);
  const std::span<const Token> written = tokens_.slice(read.begin, read.type_end);
  if (!std::ranges::any_of(written, [](const Token& token) { return token.is("static"); }))
    return variables_of(read, written_type(written));
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  variables_of(read, written_type(written));
  sink_ = outer;
  if (!body.empty()) seldom_block("cxx.once", module_.arena.copy(body), range_of(read.begin, read.end));
}

void Reader::variables_of(const syntax::Variables& read, Type type) {
  for (const syntax::Variables::Variable& variable : read.variables) {
    if (variable.name == syntax::kNoToken) continue;
    declarator(variable.points ? pointer_to(type) : type, read, variable);
    const Token& called = token(variable.name);
    if (!variable.points && type == Type::kUnknown)
      add_destructor(called.text, tokens_.slice(read.begin, read.first), called.range);
  }
}

/// `auto [a, b] = value`
void Reader::bindings(const syntax::Variables& read) {
  std::vector<const Expression*> targets;
  for (std::size_t part = read.bindings_open + 1; part < read.bindings_close; ++part) {
    if (!token(part).is_name()) continue;
    declare(token(part).text, seen_value(part, Type::kUnknown));
    targets.push_back(name(token(part).text, token(part).range));
  }
  const Typed value = expression(*read.value);
  const TextRange range = range_of(read.bindings_open, read.bindings_close + 1);
  add_assignment(sequence(model::SequenceKind::kTuple, targets, range), value.node, range_of(read.begin, read.end));
}

/// One variable: its initialiser is an assignment in the model.
void Reader::declarator(Type type, const syntax::Variables& all, const syntax::Variables::Variable& read) {
  using Initial = syntax::Variables::Initial;
  const std::size_t called = read.name;
  const std::string_view variable = token(called).text;
  const std::span<const Token> written = tokens_.slice(all.begin, all.first);
  type = seen_value(called, type);
  const bool is_auto = std::ranges::any_of(written, [](const Token& token) { return token.is("auto"); });
  declare(variable, type,
          is_auto && token(called + 1).is("=") ? class_of_value(called + 2, all.end) : class_of_type(written));
  if (is_auto && !scopes_.empty()) scopes_.back()[variable].is_guessed = true;
  const bool is_static = std::ranges::any_of(written, [](const Token& token) { return token.is("static"); });
  const Token& before = token(called - 1);
  if (!scopes_.empty()) scopes_.back()[variable].lasts = is_static || before.is("&") || before.is("*");
  const Expression* target = name(variable, token(called).range);
  for (const syntax::Expression* size : read.sizes) {
    if (size != nullptr) add_expression(expression(*size).node);
    type = Type::kPointer;
    declare(variable, type);
  }
  const TextRange range = range_of(called, read.end);
  if (read.initial == Initial::kOther) return;
  const bool is_lambda =
      is_auto && read.initial == Initial::kValue && read.value->kind == syntax::ExpressionKind::kLambda;
  if (is_lambda && is_only_called(variable, read.end)) {
    bind(target);
    if (local_function(variable, token(called).range, read.value->as<syntax::Lambda>())) return;
    if (this->is_lambda(variable)) {
      expression(*read.value);
      return;
    }
  }
  if (type == Type::kInputs) filled_inputs_.erase(variable);
  if (read.initial == Initial::kNothing) {
    if (type == Type::kTensorList && only_grows(variable, read.end)) {
      add_assignment(target, sequence(model::SequenceKind::kList, {}, range), range);
      grown_lists_.insert(variable);
    }
    if (type != Type::kTensor) return;
    add_assignment(target, unknown(token(called).range), range, type);
    if (place_ == FilePlace::kCpu) assert_place(target, false, token(called).range);
    return;
  }
  const std::optional<Typed> initial = initial_value(type, read);
  if (!initial || initial->node == nullptr) return;
  Typed value = *initial;
  if (type == Type::kNumber) value = converted(value, value.type, value.node->range);
  if (makes_pinned(*value.node)) pinned_.insert(variable);
  if (type == Type::kUnknown && (is_auto || value.type == Type::kPickled)) declare(variable, value.type);
  // A number made from something is no tensor, whatever it was made from.
  const bool is_constant = value.node->kind == model::ExpressionKind::kConstant;
  const bool is_kept = !changed_.contains(variable) || value.type == Type::kDevice || value.type == Type::kOptions;
  if (is_constant && !is_kept) value.node = unknown(value.node->range);
  if (type == Type::kNumber && !(is_constant && is_kept)) return add_assignment(target, number_from(value), range);
  if (type == Type::kPointer && !is_tensor_address(value)) {
    add_expression(value.node);
    add_assignment(target, call(library("cxx.pointer", {}), {}, {}, {}), range);
    return;
  }
  const bool is_result = value.type == Type::kUnknown && value.node->kind == model::ExpressionKind::kCall;
  add_assignment(target, value.node, range, type);
  if (type == Type::kUnknown || type == Type::kOptions || type == Type::kDevice)
    note_setting(*value.node, {.assign = last_assign_});
  if (type == Type::kTensor && is_result) unplaced_.insert(variable);
  if (type == Type::kTensor && host_reads_.contains(variable) && !changed_.contains(variable))
    assert_place(target, false, range);
  if (is_lambda) local_function(variable, token(called).range, read.value->as<syntax::Lambda>());
}

/// What the variable begins with; nothing if that is no value.
std::optional<Reader::Typed> Reader::initial_value(Type type, const syntax::Variables::Variable& read) {
  using Initial = syntax::Variables::Initial;
  const std::size_t called = read.name;
  const TextRange range = range_of(called, read.end);
  const bool is_vector = type == Type::kDeviceVector || type == Type::kHostVector;
  if (type == Type::kInputs) return first_input(read);
  if (read.initial == Initial::kValue) {
    const bool refers = token(called - 1).is("&") || token(called - 1).is("&&");  // to what is there: nothing is made
    const Typed value = expression(*read.value);
    if (refers || !is_vector) return value;
    return construct(type, {{.value = value, .range = range_of(read.value->begin, read.end)}}, range);
  }
  std::vector<Argument> given = arguments(read.given);
  if (type == Type::kUnknown || type == Type::kOther) add_constructor(held_by(token(called).text), given, range);
  if (type == Type::kDeviceGuard) {
    take_guard(given, range);
    return std::nullopt;
  }
  if (is_vector) return construct(type, std::move(given), range);
  const bool takes_one =
      type == Type::kTensor || type == Type::kDevice || type == Type::kOptions || read.initial == Initial::kParentheses;
  if ((type == Type::kDevice && given.size() == 2) || (given.size() == 1 && takes_one)) return given.front().value;
  add_arguments(given);
  if (type == Type::kOptions) return Typed{no_device(token(called).range), type};
  return std::nullopt;
}

/// `std::vector<torch::jit::IValue> inputs = {x, y}`: x.
std::optional<Reader::Typed> Reader::first_input(const syntax::Variables::Variable& read) {
  using Initial = syntax::Variables::Initial;
  std::optional<Typed> first;
  if (read.initial == Initial::kValue) {
    first = first_of(expression(*read.value));
  } else if (std::vector<Argument> given = arguments(read.given); !given.empty()) {
    if (read.initial != Initial::kParentheses) first = given.front().value;  // else how many there are
    add_arguments(given);
  }
  if (first) filled_inputs_.insert(token(read.name).text);
  return first;
}

/// Of what stands in braces.
Reader::Typed Reader::first_of(Typed value) {
  const auto* several = value.node->get_if<model::Sequence>();
  if (several == nullptr || several->elements.empty()) return value;
  for (const Expression* element : several->elements.subspan(1)) add_expression(element);
  return {several->elements.front()};
}

/// `CUDAGuard guard(x.device())`: whoever makes a device current has a tensor there.
void Reader::take_guard(const std::vector<Argument>& given, TextRange range) {
  const auto* device = given.empty() ? nullptr : given.front().value.node->get_if<model::Attribute>();
  if (device != nullptr && symbols_.text(device->name) == "device") assert_place(device->object, true, range);
}

}  // namespace syncfree::cxx

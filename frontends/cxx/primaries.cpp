// The parts of expressions: literals, names, brackets, lambdas, and what follows on them.
#include <algorithm>
#include <charconv>
#include <utility>

#include "analyzer/source/decimal.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

// Chains nest in the model as deep as they are long; longer ones are generated data.
constexpr int kLongestNesting = 400;
constexpr std::size_t kLongestText = 16;  // of a string that something may be compared with

}  // namespace

std::vector<Reader::Argument> Reader::arguments(syntax::Arguments read) {
  std::vector<Argument> given;
  given.reserve(read.size());
  for (const syntax::Argument& one : read) {
    const Typed value = expression(*one.value);
    const bool is_pack = token(one.end - 1).is("...") && value.node->kind == model::ExpressionKind::kName;
    given.push_back({.value = value, .range = range_of(one.begin, one.end), .is_pack = is_pack});
    add_expressions(one.rest);
  }
  return given;
}

Reader::Typed Reader::braced(const syntax::Braces& read) {
  const std::vector<Argument> given = arguments(read.elements);
  if (given.size() == 1 &&
      (given.front().value.type == Type::kDevice || given.front().value.type == Type::kElementType))
    return given.front().value;
  std::vector<const Expression*> elements;
  for (const Argument& argument : given) elements.push_back(argument.value.node);
  const bool tensors = !given.empty() && given.front().value.type == Type::kTensor;
  return {sequence(model::SequenceKind::kList, elements, range_of(read.begin, read.end)),
          tensors ? Type::kTensorList : Type::kUnknown};
}

Reader::Typed Reader::literal(const syntax::Expression& read) {
  const Token& first = token(read.begin);
  if (first.kind != TokenKind::kString) return number_of(first);
  const bool is_whole = read.end == read.begin + 1;
  const std::string_view content = first.text.starts_with('"') && first.text.size() >= 2
                                       ? first.text.substr(1, first.text.size() - 2)
                                       : std::string_view();
  const bool is_device = is_whole && (content == "cpu" || content == "cuda" || content.starts_with("cuda:"));
  const bool is_kept = is_whole && (is_device || content.size() <= kLongestText);
  return {text(is_kept ? content : std::string_view(), first.range), is_device ? Type::kDevice : Type::kUnknown};
}

/// Of a number or a character.
Reader::Typed Reader::number_of(const Token& written) {
  auto* node = make_expression<model::Constant>(written.range);
  node->constant = model::ConstantKind::kInteger;
  const std::string_view text = written.text;
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (written.kind == TokenKind::kNumber && !hexadecimal && text.find_first_of(".eE") != std::string_view::npos) {
    node->constant = model::ConstantKind::kFloat;
    source::read_decimal(text, node->number);
  } else if (written.kind == TokenKind::kNumber) {
    const std::string_view digits = hexadecimal ? text.substr(2) : text;
    std::from_chars(digits.data(), digits.data() + digits.size(), node->integer, hexadecimal ? 16 : 10);
    node->number = static_cast<double>(node->integer);
  }
  return {node, Type::kNumber};
}

Reader::Typed Reader::word(const Token& written) {
  if (written.is("this")) return {name("this", written.range), Type::kPointer};
  if (written.is("nullptr") || written.is("NULL")) return {none(written.range), Type::kPointer};
  return {boolean(written.is("true"), written.range), Type::kNumber};
}

Reader::Typed Reader::group(const syntax::Group& read) {
  const Typed inner = read.inner == nullptr ? Typed{unknown(token(read.begin).range)} : expression(*read.inner);
  add_expressions(read.rest);
  return inner;
}

Reader::Typed Reader::named_cast(const syntax::NamedCast& read) {
  const bool has_type = read.type_begin != syntax::kNoToken;
  const auto written = has_type ? tokens_.slice(read.type_begin, read.type_end) : std::span<const Token>();
  const Type type = has_type ? written_type(written) : Type::kUnknown;
  if (read.operand == nullptr) return {unknown(token(read.begin).range)};
  const Typed operand = expression(*read.operand);
  Typed made = converted(operand, type, range_of(read.begin, read.end));
  const auto* operand_name = operand.node->get_if<model::Name>();
  const bool is_this = operand_name != nullptr && symbols_.text(operand_name->name) == "this";
  if (!is_this) made.held = class_of_type(written);  // `static_cast<Derived*>(this)`: a template's parameter
  return made;
}

bool Reader::runs_on_device(const syntax::Lambda& read) const {
  return is_device_code(read.head, read.open) || is_device_code_at(read.begin);
}

Reader::Typed Reader::lambda(const syntax::Lambda& read) {
  scopes_.emplace_back();
  std::vector<model::Parameter> given;
  parameters(read.parameters, given);
  const TextRange range = range_of(read.begin, read.end);
  if (read.open == syntax::kNoToken) {
    scopes_.pop_back();
    return {unknown(range)};
  }
  if (!runs_on_device(read)) {
    Statements body;
    Statements* outer = std::exchange(sink_, &body);
    for (const model::Parameter& parameter : given) {
      if (parameter.annotation == nullptr) continue;
      add_declaration(name(symbols_.text(parameter.name), parameter.range), unknown(parameter.range), parameter.range,
                      parameter.annotation);
    }
    ++lambda_depth_;
    const int switches = std::exchange(switch_depth_, 0);
    const bool test = std::exchange(in_test_, false);
    statements(read.body);
    in_test_ = test;
    switch_depth_ = switches;
    --lambda_depth_;
    sink_ = outer;
    hoisted_block(module_.arena.copy(body), range_of(read.begin, read.close + 1));
  }
  scopes_.pop_back();
  return {call(library("cxx.items", range), {}, range, {})};
}

/// A lambda as a function of its variable's name: its actions are reported at its calls, too. True: it is one that is
/// given tensors, and does nothing else to what is around it than its calls say.
bool Reader::local_function(std::string_view called, TextRange name_range, const syntax::Lambda& read) {
  const bool is_whole = read.open != syntax::kNoToken && read.end == read.close + 1;
  if (!is_whole || runs_on_device(read) || in_local_function_ || scopes_.empty()) return false;
  scopes_.back()[called].is_lambda = true;
  const int depth = std::exchange(lambda_depth_, 0);
  const int switches = std::exchange(switch_depth_, 0);
  std::vector<model::Symbol> outer_bound = std::exchange(bound_, {});
  in_local_function_ = true;
  const std::size_t first_member = file_links_.members.size();
  std::vector<model::Symbol> outer_stored = std::exchange(stored_, {});
  scopes_.emplace_back();
  std::vector<model::Parameter> given;
  if (token(read.head).is("(")) parameters(read.parameters, given);
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  statements(read.body);
  sink_ = outer;
  const bool takes_tensors = std::ranges::any_of(given, [&](const model::Parameter& parameter) {
    const Type* type = find_variable(symbols_.text(parameter.name));
    return type != nullptr && *type == Type::kTensor;
  });
  scopes_.pop_back();
  const bool changes =
      std::ranges::any_of(bound_, [&](model::Symbol bound) { return find_variable(symbols_.text(bound)) != nullptr; });
  outer_stored.insert(outer_stored.end(), stored_.begin(), stored_.end());
  model::Function* made = new_function(std::string(called) + " (lambda)", range_of(read.begin, read.close + 1),
                                       name_range, given, body, symbols_.intern(called));
  made->globals = module_.arena.copy(take_stores(first_member));
  sink_->push_back(made);
  stored_ = std::move(outer_stored);
  in_local_function_ = false;
  bound_ = std::move(outer_bound);
  switch_depth_ = switches;
  lambda_depth_ = depth;
  return takes_tensors && !changes;
}

/// Is the variable, whose lambda ends at the token, called and nothing else? All its calls are in sight then.
bool Reader::is_only_called(std::string_view variable, std::size_t from) const {
  bool is_called = false;
  for (std::size_t i = from; i < function_end_; ++i) {
    if (!token(i).is(variable)) continue;
    const Token& before = token(i - 1);
    if (!token(i + 1).is("(") || before.is("&") || before.is(".") || before.is("->") || before.is("::")) return false;
    is_called = true;
  }
  return is_called;
}

// The body of a lambda, where it is written: it runs there, later, or never.
void Reader::hoisted_block(model::Block body, TextRange range) {
  auto* statement = make_statement<model::If>(range);
  statement->condition = call(library("cxx.test", range), {}, range, {});
  statement->then = body;
  sink_->push_back(statement);
}

// "cxx.once": `static auto table = make(x);`, what is handed to `std::call_once`. "cxx.debug": what is only logged.
void Reader::seldom_block(std::string_view when, model::Block body, TextRange range) {
  auto* statement = make_statement<model::If>(range);
  const Argument asked{.value = {library(when, range)}, .range = range};
  statement->condition = call(library("cxx.test", range), {asked}, range, range);
  statement->then = body;
  sink_->push_back(statement);
}

Reader::Typed Reader::postfix(const syntax::Postfix& read) {
  using enum syntax::Postfix::SuffixKind;
  Typed value = expression(*read.value);
  int links = 0;
  for (const syntax::Postfix::Suffix& suffix : read.suffixes) {
    if (links++ == kLongestNesting) {
      add_expression(value.node);
      value = {unknown(value.node->range)};
      links = 1;
    }
    const TextRange range = range_of(read.begin, suffix.end);
    if (suffix.kind == kMember) {
      value = member(value, suffix, range);
    } else if (suffix.kind == kIndex) {
      const bool is_last = &suffix == &read.suffixes.back();
      value = indexed(value, suffix, range, !is_last && (&suffix + 1)->kind == kMember);
    } else if (suffix.kind == kCall) {
      value = called_value(value, suffix, range);
    }
  }
  return value;
}

/// `value[index]`; `has_members`: a `.` or `->` follows on it.
Reader::Typed Reader::indexed(Typed value, const syntax::Postfix::Suffix& read, TextRange range, bool has_members) {
  const Typed index = read.index == nullptr ? Typed{unknown(token(read.open).range)} : expression(*read.index);
  // An element of device memory has no members that the host could name: that was another class's field.
  if (has_members && value.type == Type::kDeviceVector) value.type = Type::kUnknown;
  if (value.type == Type::kDeviceVector || value.type == Type::kDeviceIterator) {
    return {call(library("thrust.read_element", range),
                 {{.value = {value.node}, .range = range}, {.value = index, .range = range}}, range, range)};
  }
  if (value.type == Type::kPickled) {
    add_expression(index.node);
    return value;
  }
  if (value.type == Type::kTensorMap) return tensor_of_map(value, index, range);
  auto* node = make_expression<model::Subscript>(range);
  node->object = value.node;
  node->index = index.node;
  note_member(node->object);
  const bool tensor = value.type == Type::kTensor || value.type == Type::kTensorList;
  const bool batch = value.type == Type::kBatch;  // `batch[i]` of one that is not stacked
  return {node, tensor ? Type::kTensor : batch ? Type::kBatch : Type::kUnknown};
}

/// `value(given)` of what is no name.
Reader::Typed Reader::called_value(Typed value, const syntax::Postfix::Suffix& read, TextRange range) {
  const std::vector<Argument> given = arguments(read.given);
  const auto* made = value.node->get_if<model::Call>();
  const auto* klass = made == nullptr ? nullptr : made->callee->get_if<model::Name>();
  const Expression* result = call(value.node, given, range, range_of(read.open, read.end));
  if (klass != nullptr) {  // `Functor{}(x)`
    linked(result, {.called = symbols_.intern(kCallOperator),
                    .kind = LinkedKind::kMethod,
                    .owner = symbols_.text(klass->name),
                    .count = Arity::clamped(given.size()),
                    .types = types_of(given)});
  }
  return {result};
}

}  // namespace syncfree::cxx

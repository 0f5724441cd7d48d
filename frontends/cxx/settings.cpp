// Where tensors are made, as the project's own names say it: macros, constants and functions that stand for options of
// tensors or for a device.
#include <algorithm>
#include <array>

#include "frontends/cxx/name_tables.h"
#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

namespace {

bool is_setting(Type type) { return type == Type::kOptions || type == Type::kDevice; }

}  // namespace

/// May the tokens be options of tensors or a device: one expression with a word for these.
bool Reader::may_be_setting(std::size_t from, std::size_t to) const {
  constexpr std::array<std::string_view, 6> kWords = {"TensorOptions", "device", "Device", "dtype", "kCUDA", "kCPU"};
  bool found = false;
  for (std::size_t i = from; i < to; ++i) {
    if (token(i).is(";") || token(i).is("{")) return false;
    found |= token(i).is_name() && std::ranges::find(kWords, token(i).text) != kWords.end();
  }
  return found;
}

/// What the tokens between stand for, as the body of a function without parameters; nothing if that is no setting.
std::optional<Reader::Statements> Reader::setting_body(std::size_t from, std::size_t to) {
  if (!may_be_setting(from, to)) return std::nullopt;
  const std::size_t calls = file_links_.calls.size();
  const bool names_library = file_links_.names_library;
  Statements body;
  Statements* outer = std::exchange(sink_, &body);
  scopes_.emplace_back();
  const Typed value = expression(*parser_->expression_between(from, to));
  scopes_.pop_back();
  sink_ = outer;
  if (!is_setting(value.type)) {
    file_links_.calls.resize(calls);
    file_links_.names_library = names_library;
    return std::nullopt;
  }
  auto* statement = make_statement<model::Return>(value.node->range);
  statement->value = value.node;
  body.push_back(statement);
  return body;
}

/// `const auto on_gpu = torch::TensorOptions().device(torch::kCUDA);` outside of functions: a function without
/// parameters, which whoever names the constant calls.
void Reader::constant(const syntax::Fields& read, Type type) {
  if (only_members_ || read.fields.size() != 1 || !enclosing_class().empty()) return;
  const std::size_t called = read.fields.front().name;
  const bool is_auto = type == Type::kUnknown && token(read.type_end - 1).is("auto");
  if ((!is_setting(type) && !is_auto) || !token(called + 1).is("=") || changed_.contains(token(called).text)) return;
  const std::optional<Statements> body = setting_body(called + 2, read.end);
  if (!body) return;
  add_setting(token(called).text, range_of(read.begin, read.end), token(called).range, *body);
}

void Reader::add_setting(std::string_view called, TextRange range, TextRange name_range, const Statements& body) {
  file_links_.functions.push_back({.id = static_cast<std::uint32_t>(module_.functions.size()),
                                   .called = symbols_.intern(called),
                                   .owner = {},
                                   .gives_setting = true});
  body_.push_back(new_function(std::string(called) + " (constant)", range, name_range, {}, body));
}

/// Does the function whose declaration begins there give a setting.
bool Reader::gives_setting(std::size_t begin, std::size_t name) const {
  std::size_t end = name;
  while (end > begin + 1 && token(end - 1).is("::")) end -= 2;
  return end > begin && is_setting(written_type(tokens_.slice(begin, end)));
}

/// A name that the function neither declares nor is given, or a call of one; empty for anything else.
model::Symbol Reader::foreign_name(const Expression& value) {
  const auto* called = value.get_if<model::Call>();
  const auto* name = (called == nullptr ? value : *called->callee).get_if<model::Name>();
  if (name == nullptr || find_variable(symbols_.text(name->name)) != nullptr) return {};
  return name->name;
}

/// What looked like a number, as sizes are.
const model::Expression& Reader::without_number(const Expression& value) const {
  const auto* number = value.get_if<model::Call>();
  const auto* function = number == nullptr ? nullptr : number->callee->get_if<model::Attribute>();
  const auto* package = function == nullptr ? nullptr : function->object->get_if<model::Name>();
  const bool is_number = package != nullptr && number->arguments.size() == 1 && symbols_.text(package->name) == "cxx" &&
                         symbols_.text(function->name) == "number";
  return is_number ? *number->arguments.front().value : value;
}

void Reader::note_setting(const Expression& written, LinkedSetting setting) {
  const Expression& value = without_number(written);
  setting.called = foreign_name(value);
  if (!setting.called) return;
  setting.value = &value;
  const auto* called = value.get_if<model::Call>();
  setting.is_called = called != nullptr;
  if (called != nullptr) setting.count = Arity::clamped(called->arguments.size());
  file_links_.settings.push_back(setting);
}

/// Notes the arguments of the call, which was just made, that may be settings of the project.
void Reader::note_settings() {
  for (std::uint32_t i = 0; i < last_call_->arguments.size(); ++i)
    note_setting(*last_call_->arguments[i].value, {.call = last_call_, .position = i});
}

/// The argument behind the sizes of a new tensor is its options, whatever it is called; a type of elements is named so.
bool Reader::is_options(std::string_view function, std::span<const Argument> given, std::size_t index) const {
  constexpr std::array<std::string_view, 5> kBehindSizes = {"zeros", "ones", "empty", "rand", "randn"};
  const bool is_behind = std::ranges::find(kBehindSizes, function) != kBehindSizes.end() ||
                         (function.ends_with("_like") && function != "full_like");
  if (!is_behind || index != 1 || given.size() != 2 || given[index].value.type != Type::kUnknown) return false;
  const std::string_view written = module_.text.substr(given[index].range.begin, given[index].range.size());
  const model::ExpressionKind kind = given[index].value.node->kind;
  const bool may_be = kind == model::ExpressionKind::kName || kind == model::ExpressionKind::kAttribute ||
                      kind == model::ExpressionKind::kCall;
  return may_be && !written.contains("type") && !written.contains("Type");
}

}  // namespace syncfree::cxx

#include "analyzer/engine/judging/goal_targets.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "analyzer/engine/suggestion.h"

namespace syncfree::engine {

namespace {

using inference::kNowhere;
using inference::PlainCall;
using model::Expression;
using model::ParameterKind;

/// A method of the class, on its objects.
std::optional<PlainCall> method_call(const inference::Project& project, std::uint32_t klass, std::string_view method) {
  const model::Symbol name = project.symbols().find(method);
  const std::uint32_t found = name ? project.find_method(klass, name) : kNowhere;
  if (found == kNowhere) return std::nullopt;
  const inference::FunctionInfo& info = project.functions()[found];
  return PlainCall{.function = found, .klass = info.is_static || info.is_class_method ? kNowhere : klass};
}

inference::Target meaning_of(const inference::Project& project, std::uint32_t module, std::string_view name) {
  const model::Symbol symbol = project.symbols().find(name);
  return symbol ? project.resolve(module, symbol) : inference::Target{};
}

bool is_class(const inference::Project& project, std::uint32_t module, std::string_view name) {
  return meaning_of(project, module, name).kind == inference::TargetKind::kClass;
}

std::optional<PlainCall> function_named(const inference::Project& project, std::uint32_t module,
                                        std::string_view name) {
  const auto functions = project.functions();
  // The last definition counts; those before it may be overloads.
  for (auto i = static_cast<std::uint32_t>(functions.size()); i-- > 0;) {
    if (functions[i].module != module || project.qualified_name(i) != name) continue;
    const bool is_bound = functions[i].owner != kNowhere && !functions[i].is_static && !functions[i].is_class_method;
    return PlainCall{.function = i, .klass = is_bound ? functions[i].owner : kNowhere};
  }
  const inference::Target target = meaning_of(project, module, name);
  if (target.kind == inference::TargetKind::kFunction) return PlainCall{.function = target.index};
  if (target.kind == inference::TargetKind::kClass) {
    for (const std::string_view method : {"forward", "__call__"}) {
      if (const auto found = method_call(project, target.index, method)) return found;
    }
    return std::nullopt;
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !is_class(project, module, name.substr(0, dot))) return std::nullopt;
  return method_call(project, meaning_of(project, module, name.substr(0, dot)).index, name.substr(dot + 1));
}

/// The inference reads a value as it reads a default: literals, and what names of the file stand for.
bool is_read(const inference::Project& project, std::uint32_t module, const Expression& value) {
  const auto each_is = [&](std::span<const Expression* const> parts) {
    return std::ranges::all_of(parts, [&](const Expression* part) { return is_read(project, module, *part); });
  };
  if (value.kind == model::ExpressionKind::kConstant) return true;
  if (inference::tensor_written(value, project.symbols())) return true;
  if (const auto* unary = value.get_if<model::Unary>()) return is_read(project, module, *unary->operand);
  if (const auto* sequence = value.get_if<model::Sequence>()) return each_is(sequence->elements);
  if (const auto* binary = value.get_if<model::Binary>())
    return is_read(project, module, *binary->left) && is_read(project, module, *binary->right);
  if (const auto* call = value.get_if<model::Call>()) return is_read(project, module, *call->callee);
  const auto* name = value.get_if<model::Name>();
  if (name == nullptr && value.kind != model::ExpressionKind::kAttribute) return false;
  if (project.resolve(module, value)) return true;
  return name != nullptr && project.catalog().find("builtins." + std::string(project.symbols().text(name->name))) !=
                                catalog::Catalog::kNowhere;
}

/// Gives each argument to its parameter.
class Binder {
 public:
  /// `called`: for messages. `first`: the parameter that the first argument is for.
  Binder(const inference::Project& project, std::uint32_t function, std::size_t first, std::string called)
      : project_(project), info_(project.functions()[function]), first_(first), called_(std::move(called)) {}

  /// What is wrong, or nothing.
  std::string bind(std::span<const GoalArgument> arguments, std::vector<inference::GivenArgument>& given) const {
    for (std::size_t place = 0; place < arguments.size(); ++place) {
      const GoalArgument& argument = arguments[place];
      if (argument.value != nullptr && !is_read(project_, info_.module, *argument.value))
        return "`" + argument.text + "`: a value is a literal, or a name that the file has; `NAME` alone is what the " +
               "signature says of it";
      model::Symbol name = argument.name ? argument.name : name_at(place);
      if (!name && !has(ParameterKind::kStar)) return too_many(place + 1);
      if (name && !is_parameter(name) && !has(ParameterKind::kDoubleStar)) return no_parameter(name);
      if (!name) {  // one of those that `*several` takes, in their order
        given.push_back({.name = std::ranges::find(parameters(), ParameterKind::kStar, &model::Parameter::kind)->name,
                         .value = argument.value});
        continue;
      }
      if (!is_parameter(name)) {
        name = parameters().back().name;  // `**options` is the last one
        if (std::ranges::find(given, name, &inference::GivenArgument::name) == given.end())
          given.push_back({.name = name});
        continue;
      }
      if (std::ranges::find(given, name, &inference::GivenArgument::name) != given.end())
        return "`" + called_ + "` is given `" + text(name) + "` twice";
      given.push_back({.name = name, .value = argument.value});
    }
    return {};
  }

 private:
  std::string text(model::Symbol name) const { return std::string(project_.symbols().text(name)); }

  bool has(ParameterKind kind) const {
    return std::ranges::find(parameters(), kind, &model::Parameter::kind) != parameters().end();
  }

  std::span<const model::Parameter> parameters() const { return info_.function->parameters.subspan(first_); }

  static bool has_place(const model::Parameter& parameter) {
    return parameter.kind == ParameterKind::kPositionalOnly || parameter.kind == ParameterKind::kNormal;
  }

  model::Symbol name_at(std::size_t place) const {
    return place < parameters().size() && has_place(parameters()[place]) ? parameters()[place].name : model::Symbol{};
  }

  bool is_parameter(model::Symbol name) const {
    return std::ranges::any_of(parameters(), [name](const model::Parameter& parameter) {
      const bool is_one = parameter.kind != ParameterKind::kStar && parameter.kind != ParameterKind::kDoubleStar;
      return is_one && parameter.name == name;
    });
  }

  std::string too_many(std::size_t count) const {
    return "`" + called_ + "` has no parameter at place " + std::to_string(count);
  }

  std::string no_parameter(model::Symbol name) const {
    std::vector<std::string_view> names;
    for (const model::Parameter& parameter : parameters()) names.push_back(project_.symbols().text(parameter.name));
    std::string fault = "`" + called_ + "` has no parameter `" + text(name) + "`";
    if (const auto closest = closest_word(text(name), names))
      fault += "; did you mean `" + std::string(*closest) + "`?";
    return fault;
  }

  const inference::Project& project_;
  const inference::FunctionInfo& info_;
  std::size_t first_;
  std::string called_;
};

std::string class_name(const inference::Project& project, std::uint32_t klass) {
  return std::string(project.symbols().text(project.classes()[klass].definition->name));
}

std::string bind_constructor(const inference::Project& project, std::span<const GoalArgument> arguments,
                             PlainCall& call) {
  if (arguments.empty()) return {};
  if (call.klass == kNowhere) return "`" + project.qualified_name(call.function) + "` is called on no object";
  const model::Symbol name = project.symbols().find("__init__");
  const std::uint32_t init = name ? project.constructor(call.klass, name) : kNowhere;
  // A record stores its fields without one; they are what they are declared to be.
  if (init == kNowhere && project.classes()[call.klass].is_record) return {};
  if (init == kNowhere) return "`" + class_name(project, call.klass) + "` has no constructor in sight";
  return Binder(project, init, 1, class_name(project, call.klass)).bind(arguments, call.made_with);
}

}  // namespace

NamedCall call_named(const inference::Project& project, std::uint32_t module, const GoalTarget& target) {
  std::optional<PlainCall> call = function_named(project, module, target.name);
  if (!call) return {};
  NamedCall named{.call = std::move(*call)};
  // `Net(depth=2)`
  const bool makes_only = !target.made_with && target.given && is_class(project, module, target.name);
  const auto& made_with = makes_only ? target.given : target.made_with;
  if (made_with) named.fault = bind_constructor(project, *made_with, named.call);
  if (!named.fault.empty() || makes_only || !target.given) return named;
  const std::size_t first = named.call.klass != kNowhere || project.functions()[named.call.function].is_class_method;
  named.fault = Binder(project, named.call.function, first, project.qualified_name(named.call.function))
                    .bind(*target.given, named.call.given);
  return named;
}

std::uint32_t home_of(const inference::Project& project, const PlainCall& call) {
  return call.klass == kNowhere ? project.functions()[call.function].module : project.classes()[call.klass].module;
}

std::string name_at_home(const inference::Project& project, std::uint32_t module, const GoalTarget& target,
                         const PlainCall& call) {
  const bool is_of_class = is_class(project, module, target.name);
  if (call.klass == kNowhere || project.classes()[call.klass].definition == nullptr)
    return project.qualified_name(call.function);
  const std::string method(project.symbols().text(project.functions()[call.function].function->name));
  return class_name(project, call.klass) + (is_of_class ? "" : "." + method);
}

std::vector<PlainCall> calls_asked_about(const inference::Project& project, const GoalQuestion& question) {
  std::vector<PlainCall> calls;
  for (const GoalTarget& target : question.targets) {
    for (std::uint32_t module = 0; module < project.modules().size(); ++module) {
      const inference::ModuleInput& input = project.modules()[module].input;
      if (input.file != target.file || input.is_library) continue;
      const NamedCall named = call_named(project, module, target);
      if (named.call.function != kNowhere && named.fault.empty()) calls.push_back(named.call);
    }
  }
  return calls;
}

}  // namespace syncfree::engine

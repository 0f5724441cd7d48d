// `def train(agent, replay_buffer)`, beside `class ReplayBuffer`: people name what they pass after its class.
#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/inference/declared.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// "ReplayBuffer" is "replay_buffer"; "DQNAgent" is "dqn_agent".
std::string in_small_letters(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = is_upper(name[i]) && i > 0 && name[i - 1] != '_' &&
                        (!is_upper(name[i - 1]) || (i + 1 < name.size() && !is_upper(name[i + 1])));
    if (begins) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return text;
}

}  // namespace

/// By the whole name, and by its last words if they are long enough: `agent` is a DQNAgent, if nothing else is one.
void for_each_name_of_instance(std::string_view class_name, const std::function<void(std::string_view)>& visit) {
  constexpr std::size_t kLongEnough = 5;
  const std::string name = in_small_letters(class_name);
  visit(name);
  for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1)) {
    if (name.size() - at > kLongEnough) visit(std::string_view(name).substr(at + 1));
  }
}

namespace {

void add_names(ClassesByName& classes, std::string_view class_name, std::uint32_t klass) {
  for_each_name_of_instance(class_name, [&](std::string_view name) {
    const auto [known, is_first] = classes.emplace(name, klass);
    if (!is_first && known->second != klass) known->second = kNowhere;
  });
}

/// `a.b` of `a.b.c`
std::string_view folder_of(std::string_view module_name) {
  const std::size_t dot = module_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : module_name.substr(0, dot);
}

/// As the signature without `self` takes it.
bool fits(const model::Call& call, std::span<const model::Parameter> parameters) {
  using model::ParameterKind;
  const auto has = [&](ParameterKind kind) {
    return std::ranges::any_of(parameters, [&](const model::Parameter& each) { return each.kind == kind; });
  };
  if (has(ParameterKind::kStar) || has(ParameterKind::kDoubleStar)) return true;
  std::size_t positional = 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0) return true;
    const auto is_it = [&](const model::Parameter& each) { return each.name == argument.keyword; };
    if (argument.keyword && std::ranges::none_of(parameters, is_it)) return false;
    positional += argument.keyword ? 0 : 1;
  }
  if (positional > parameters.size()) return false;
  return std::ranges::all_of(parameters.subspan(positional), [&](const model::Parameter& each) {
    const auto gives_it = [&](const model::Argument& argument) { return argument.keyword == each.name; };
    return each.default_value != nullptr || std::ranges::any_of(call.arguments, gives_it);
  });
}

}  // namespace

/// Those that the module names.
const ClassesByName& Declared::classes_by_name(std::uint32_t module) const {
  const auto [place, is_new] = classes_by_name_.try_emplace(module);
  ClassesByName& classes = place->second;
  if (!is_new) return classes;
  const auto& bindings = project_.modules()[module].bindings;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Target& target = bindings.value(i);
    if (target.kind != TargetKind::kClass) continue;
    add_names(classes, project_.symbols().text(project_.classes()[target.index].definition->name), target.index);
  }
  return classes;
}

const LayerClasses::OfLayer& LayerClasses::of(const Project& project, std::uint32_t layer) {
  const std::scoped_lock lock(mutex_);
  const auto [place, is_new] = known_.try_emplace(layer);
  OfLayer& classes = place->second;
  if (!is_new) return classes;
  for (const std::uint32_t number : project.layers().all()[layer].modules) {
    const ModuleInfo& module = project.modules()[number];
    ClassesByName& of_folder = classes.of_folder[std::string(folder_of(module.input.name))];
    for (const model::Class* definition : module.input.module->classes) {
      if (definition->owner != nullptr || definition->enclosing != nullptr) continue;
      const std::string_view name = project.symbols().text(definition->name);
      add_names(classes.all, name, module.first_class + definition->id);
      add_names(of_folder, name, module.first_class + definition->id);
    }
  }
  return classes;
}

/// `self.matcher(outputs, targets)`: what the module keeps by that name it calls as the class's `forward` is declared.
bool Declared::is_called_like(std::uint32_t module, model::Symbol name, std::uint32_t klass) const {
  const auto [place, is_new] = attribute_calls_.try_emplace(module);
  if (is_new) {
    model::walk_expressions(project_.modules()[module].input.module->body, [&](const model::Expression& part) {
      const auto* call = part.get_if<model::Call>();
      const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      if (callee != nullptr) place->second[callee->name.id].push_back(call);
    });
  }
  const auto calls = place->second.find(name.id);
  const std::uint32_t forward = project_.find_method(klass, known_.forward);
  if (calls == place->second.end() || forward == kNowhere || !project_.classes()[klass].is_module) return false;
  const std::span<const model::Parameter> parameters = project_.functions()[forward].function->parameters;
  return !parameters.empty() && std::ranges::all_of(calls->second, [&](const model::Call* call) {
    return fits(*call, parameters.subspan(1));
  });
}

/// What a constructor is given may be of a module's class that its own file does not name: who constructs it does. The
/// nearest is meant.
Value Declared::instance_by_name(const FunctionInfo& function, model::Symbol name) const {
  const std::string text(project_.symbols().text(name));
  const auto look_in = [&](const ClassesByName& classes) -> std::optional<std::uint32_t> {
    const auto found = classes.find(text);
    return found == classes.end() ? std::nullopt : std::optional(found->second);
  };
  if (const auto known = look_in(classes_by_name(function.module)))
    return *known == kNowhere ? Value::anything() : generic_object(*known);
  if (function.owner == kNowhere || function.function->name != known_.init) return Value::anything();
  const LayerClasses::OfLayer& beside = shared_.classes().of(project_, project_.layers().of_module(function.module));
  std::optional<std::uint32_t> klass =
      look_in(beside.of_folder.find(folder_of(project_.modules()[function.module].input.name))->second);
  if (!klass) klass = look_in(beside.all);
  const bool is_it = klass && *klass != kNowhere && is_called_like(function.module, name, *klass);
  return is_it ? generic_object(*klass) : Value::anything();
}

}  // namespace syncfree::inference

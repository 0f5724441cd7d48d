#include "analyzer/inference/handed_on.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// `"cpu"`, `torch.device("cpu")`
bool names_cpu(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* call = expression.get_if<model::Call>()) {
    return call->arguments.size() == 1 && flow::last_name(*call, symbols) == "device" &&
           names_cpu(*call->arguments.front().value, symbols);
  }
  const auto* text = expression.get_if<model::Constant>();
  return text != nullptr && text->constant == model::ConstantKind::kString && text->text == "cpu";
}

model::Symbol name_of(const model::Expression& expression) {
  if (const auto* name = expression.get_if<model::Name>()) return name->name;
  const auto* attribute = expression.get_if<model::Attribute>();
  return attribute == nullptr ? model::Symbol() : attribute->name;
}

/// A call of the function gives the parameter something, or may do so.
bool may_give(const model::Call& call, const model::Function& function, std::size_t parameter) {
  std::size_t places = 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0 || argument.keyword == function.parameters[parameter].name) return true;
    if (!argument.keyword) ++places;
  }
  return places > parameter;
}

/// A call gives something by the name of the parameter, and nothing that the function does not take.
bool names_it(const model::Call& call, const model::Function& function, std::size_t parameter) {
  bool found = false;
  for (const model::Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    found |= argument.keyword == function.parameters[parameter].name;
    const auto is_it = [&](const model::Parameter& each) { return each.name == argument.keyword; };
    if (std::ranges::none_of(function.parameters, is_it)) return false;
  }
  return found && call.arguments.size() <= function.parameters.size();
}

/// What is called is a variable, or held by an object under a name that no method has.
bool is_variable(const Project& project, std::uint32_t module, const model::Call& call) {
  if (const auto* name = call.callee->get_if<model::Name>()) {
    const Target target = project.resolve(module, *name);
    return target.kind == TargetKind::kNothing || target.kind == TargetKind::kVariable;
  }
  const auto* held = call.callee->get_if<model::Attribute>();
  const auto* object = held == nullptr ? nullptr : held->object->get_if<model::Name>();
  if (object == nullptr || project.resolve(module, *object).kind != TargetKind::kNothing) return false;
  return std::ranges::none_of(project.functions(),
                              [&](const FunctionInfo& info) { return info.function->name == held->name; });
}

}  // namespace

std::optional<std::size_t> cpu_by_default(const FunctionInfo& info, const model::SymbolTable& symbols) {
  if (info.owner != kNowhere || info.function->enclosing != nullptr || !info.function->name) return std::nullopt;
  const auto parameters = info.function->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const model::Parameter& parameter = parameters[i];
    if (parameter.default_value != nullptr && symbols.text(parameter.name).ends_with("device") &&
        names_cpu(*parameter.default_value, symbols))
      return i;
  }
  return std::nullopt;
}

HandedOn handed_on(const Project& project, std::uint32_t module, const FunctionInfo& info, std::size_t parameter) {
  HandedOn found;
  const model::Module& code = *project.modules()[module].input.module;
  const model::Symbol function = info.function->name;
  std::unordered_set<const model::Expression*> called;
  model::walk_expressions(code.body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    if (call == nullptr) return;
    const bool is_it = name_of(*call->callee) == function;
    if (is_it) called.insert(call->callee);
    found.gives_device |= is_it ? may_give(*call, *info.function, parameter)
                                : names_it(*call, *info.function, parameter) && is_variable(project, module, *call);
  });
  if (!code.text.contains(project.symbols().text(function))) return found;
  model::walk_expressions(code.body, [&](const model::Expression& expression) {
    found.is_value |= name_of(expression) == function && !called.contains(&expression);
  });
  return found;
}

}  // namespace syncfree::inference

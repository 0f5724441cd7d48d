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

void mark(model::Symbol name, std::vector<bool>& marks) {
  if (name.id >= marks.size()) marks.resize(std::max<std::size_t>(name.id + 1, marks.size() * 2), false);
  marks[name.id] = true;
}

bool is_marked(model::Symbol name, const std::vector<bool>& marks) { return name.id < marks.size() && marks[name.id]; }

/// `device=device`, `map_device="cpu"`
bool names_device(const model::Call& call, const model::SymbolTable& symbols) {
  return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
    return argument.keyword && symbols.text(argument.keyword).ends_with("device");
  });
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

std::vector<OnCpuByDefault> functions_on_cpu_by_default(const Project& project) {
  std::vector<OnCpuByDefault> found;
  for (const FunctionInfo& info : project.functions()) {
    if (const auto device = cpu_by_default(info, project.symbols())) found.push_back({&info, *device});
  }
  return found;
}

HandedOnNames::HandedOnNames(const Project& project, std::span<const std::uint32_t> modules,
                             std::span<const OnCpuByDefault> asked)
    : project_(project) {
  for (const OnCpuByDefault& each : asked) mark(each.function->function->name, wanted_);
  for (const std::uint32_t module : modules) read(module);
}

void HandedOnNames::read(std::uint32_t module) {
  std::unordered_set<const model::Expression*> called;
  const model::Block body = project_.modules()[module].input.module->body;
  model::walk_expressions(body, [&](const model::Expression& expression) {
    if (const auto* call = expression.get_if<model::Call>()) {
      called.insert(call->callee);
      const model::Symbol name = name_of(*call->callee);
      if (is_marked(name, wanted_)) calls_[name.id].push_back(call);
      if (names_device(*call, project_.symbols()) && is_variable(module, *call)) of_variables_.push_back(call);
    }
    // What is called stands below its call, and is visited behind it.
    const model::Symbol name = name_of(expression);
    if (is_marked(name, wanted_) && !called.contains(&expression)) values_.insert(name.id);
  });
}

/// What is called is a variable, or held by an object under a name that no function has.
bool HandedOnNames::is_variable(std::uint32_t module, const model::Call& call) {
  if (const auto* name = call.callee->get_if<model::Name>()) {
    const Target target = project_.resolve(module, *name);
    return target.kind == TargetKind::kNothing || target.kind == TargetKind::kVariable;
  }
  const auto* held = call.callee->get_if<model::Attribute>();
  const auto* object = held == nullptr ? nullptr : held->object->get_if<model::Name>();
  if (object == nullptr || project_.resolve(module, *object).kind != TargetKind::kNothing) return false;
  if (!function_names_) {
    function_names_.emplace();
    for (const FunctionInfo& info : project_.functions()) mark(info.function->name, *function_names_);
  }
  return !is_marked(held->name, *function_names_);
}

HandedOn HandedOnNames::of(const FunctionInfo& info, std::size_t parameter) const {
  const model::Function& function = *info.function;
  HandedOn found{values_.contains(function.name.id), false};
  if (const auto calls = calls_.find(function.name.id); calls != calls_.end()) {
    found.gives_device =
        std::ranges::any_of(calls->second, [&](const auto* call) { return may_give(*call, function, parameter); });
  }
  found.gives_device |= std::ranges::any_of(of_variables_, [&](const model::Call* call) {
    return name_of(*call->callee) != function.name && names_it(*call, function, parameter);
  });
  return found;
}

}  // namespace syncfree::inference

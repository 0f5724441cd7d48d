#include "analyzer/summary/table_calls.h"

#include <algorithm>

#include "analyzer/flow/step_calls.h"

namespace syncfree::summary {

namespace {

/// `return f(x)` at the end of a block.
const model::Call* returned_call(model::Block block) {
  const auto* back = block.empty() ? nullptr : block.back()->get_if<model::Return>();
  return back == nullptr || back->value == nullptr ? nullptr : back->value->get_if<model::Call>();
}

bool is_parameter(const model::Function& function, model::Symbol name) {
  return std::ranges::find(function.parameters, name, &model::Parameter::name) != function.parameters.end();
}

/// `kernel` of a function that ends in `return kernel(x)`, where it is a variable of the function.
model::Symbol chosen_name(const model::Function& function) {
  const model::Call* last = returned_call(function.body);
  const auto* chosen = last == nullptr ? nullptr : last->callee->get_if<model::Name>();
  if (chosen == nullptr || is_parameter(function, chosen->name)) return {};
  return std::ranges::find(function.locals, chosen->name) == function.locals.end() ? model::Symbol() : chosen->name;
}

/// The parameter that decides which function that is; its index.
std::optional<std::size_t> deciding_parameter(const model::Function& function) {
  const model::Symbol chosen = chosen_name(function);
  if (!chosen) return std::nullopt;
  for (const model::Statement* statement : function.body) {
    const auto* assign = statement->get_if<model::Assign>();
    const auto* found = assign == nullptr || assign->value == nullptr ? nullptr : assign->value->get_if<model::Call>();
    const auto* target = found == nullptr ? nullptr : assign->targets.front()->get_if<model::Name>();
    if (target == nullptr || target->name != chosen) continue;
    for (const model::Argument& argument : found->arguments) {
      const auto* name = argument.value->get_if<model::Name>();
      const auto place = name == nullptr ? function.parameters.end()
                                         : std::ranges::find(function.parameters, name->name, &model::Parameter::name);
      if (place != function.parameters.end()) return static_cast<std::size_t>(place - function.parameters.begin());
    }
  }
  return std::nullopt;
}

std::uint32_t function_meant(const inference::Project& project, std::uint32_t module,
                             const model::Expression& expression) {
  if (expression.kind != model::ExpressionKind::kName && expression.kind != model::ExpressionKind::kAttribute)
    return inference::kNowhere;
  const inference::Target meant = project.resolve(module, expression);
  return meant.kind == inference::TargetKind::kFunction ? meant.index : inference::kNowhere;
}

}  // namespace

const model::Call* scripted_call(const model::Function& function, const model::SymbolTable& symbols) {
  if (!chosen_name(function)) return nullptr;
  for (const model::Statement* statement : function.body) {
    const auto* branch = statement->get_if<model::If>();
    const auto* asked = branch == nullptr ? nullptr : branch->condition->get_if<model::Call>();
    if (asked != nullptr && flow::last_name(*asked->callee, symbols) == "is_scripting")
      return returned_call(branch->then);
  }
  return nullptr;
}

std::uint32_t scripted_callee(const inference::Project& project, const inference::FunctionInfo& function) {
  const model::Call* call = scripted_call(*function.function, project.symbols());
  return call == nullptr ? inference::kNowhere : function_meant(project, function.module, *call->callee);
}

std::uint32_t handed_callee(const inference::Project& project, std::uint32_t module, const model::Call& call,
                            const inference::FunctionInfo& callee) {
  const auto place = deciding_parameter(*callee.function);
  if (!place) return inference::kNowhere;
  std::size_t next = callee.owner != inference::kNowhere && !callee.is_static ? 1 : 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0) return inference::kNowhere;
    const bool is_it =
        argument.keyword ? callee.function->parameters[*place].name == argument.keyword : next++ == *place;
    if (is_it) return function_meant(project, module, *argument.value);
  }
  return inference::kNowhere;
}

std::vector<std::uint32_t> handed_functions(const inference::Project& project,
                                            const inference::FunctionInfo& function) {
  std::vector<std::uint32_t> found;
  flow::for_each_own_expression(function.function->body, [&](const model::Expression& part) {
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    for (const model::Argument& argument : call->arguments) {
      const std::uint32_t meant = function_meant(project, function.module, *argument.value);
      if (meant != inference::kNowhere) found.push_back(meant);
    }
  });
  return found;
}

}  // namespace syncfree::summary

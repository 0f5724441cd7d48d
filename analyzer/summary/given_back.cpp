#include "analyzer/summary/given_back.h"

#include <algorithm>

#include "analyzer/flow/given_back.h"

namespace syncfree::summary {

namespace {

/// The one that takes the variable; null: none, or nobody knows which.
const model::Parameter* parameter_for(const model::Function& function, const model::Call& call, model::Symbol name) {
  std::size_t next = 0;
  for (const model::Argument& argument : call.arguments) {
    if (argument.stars != 0) return nullptr;
    const std::size_t place = argument.keyword ? 0 : next++;
    const auto* given = argument.value->get_if<model::Name>();
    if (given == nullptr || given->name != name) continue;
    if (!argument.keyword) return place < function.parameters.size() ? &function.parameters[place] : nullptr;
    const auto found = std::ranges::find(function.parameters, argument.keyword, &model::Parameter::name);
    return found == function.parameters.end() ? nullptr : &*found;
  }
  return nullptr;
}

}  // namespace

bool gives_back(const inference::Project& project, std::uint32_t module, const model::Call& call,
                std::optional<std::size_t> part, model::Symbol name) {
  const inference::Target called = project.resolve(module, *call.callee);
  if (called.kind != inference::TargetKind::kFunction) return false;
  const inference::FunctionInfo& info = project.functions()[called.index];
  if (info.owner != inference::kNowhere || info.is_overload || info.function->is_async) return false;
  const model::Parameter* parameter = parameter_for(*info.function, call, name);
  const bool is_one = parameter != nullptr && parameter->kind != model::ParameterKind::kStar &&
                      parameter->kind != model::ParameterKind::kDoubleStar;
  return is_one && flow::gives_back(info.function->body, parameter->name, part);
}

}  // namespace syncfree::summary

#include "analyzer/engine/flow/parameter_of.h"

#include <algorithm>

namespace syncfree::engine {
namespace {

const model::Parameter* parameter_for(const model::Function& function, bool is_bound, const model::Call& call,
                                      const model::Expression& argument) {
  std::size_t position = is_bound ? 1 : 0;
  for (const model::Argument& given : call.arguments) {
    if (given.stars != 0) return nullptr;
    if (given.value != &argument) {
      if (!given.keyword) ++position;
      continue;
    }
    if (!given.keyword) return position < function.parameters.size() ? &function.parameters[position] : nullptr;
    const auto named = std::ranges::find(function.parameters, given.keyword, &model::Parameter::name);
    return named == function.parameters.end() ? nullptr : &*named;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string_view> parameter_of(const FunctionView& view, const model::Call& call,
                                             const model::Expression& argument) {
  const inference::World& world = view.analysis().world;
  std::optional<std::string_view> found;
  for (const inference::CallEdge& edge : view.outcome().calls) {
    if (edge.range != call.range || edge.context >= world.contexts.size()) continue;
    const std::uint32_t code = world.contexts[edge.context].key.code;
    if ((code & inference::kModuleBody) != 0) return std::nullopt;
    const inference::FunctionInfo& info = world.project.functions()[code];
    view.look_at(code);
    const bool is_bound = info.owner != inference::kNowhere && !info.is_static;
    const model::Parameter* parameter = parameter_for(*info.function, is_bound, call, argument);
    if (parameter == nullptr) return std::nullopt;
    const std::string_view text =
        world.project.modules()[info.module].input.module->text.substr(parameter->range.begin, parameter->range.size());
    if (found && *found != text) return std::nullopt;
    found = text;
  }
  return found;
}

}  // namespace syncfree::engine

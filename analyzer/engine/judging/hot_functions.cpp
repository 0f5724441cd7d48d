#include <algorithm>
#include <map>
#include <tuple>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/engine/judging/insight.h"

namespace syncfree::engine {
namespace {

/// By context that is `wanted`: the first call of it that runs in each step. What is hot by itself, such as a model's
/// `forward`, may have none.
std::vector<context::Caller> hot_callers(const inference::Analysis& analysis, const context::ContextTable& table,
                                         const context::Temperatures& temperatures,
                                         const std::map<std::uint32_t, std::uint32_t>& wanted) {
  std::vector<context::Caller> callers(table.size());
  std::vector<bool> lacks_caller(table.size(), false);
  for (const auto& [code, context] : wanted) {
    callers[context] = temperatures.caller(context);
    lacks_caller[context] = callers[context].context == inference::kNowhere;
  }
  for (const std::uint32_t caller : analysis.world.in_order) {
    if (!analysis.judged[caller] || temperatures.most_in(caller) != context::Heat::kHot) continue;
    for (const inference::CallEdge& edge : table.calls(caller)) {
      if (!lacks_caller[edge.context] || edge.context == caller) continue;
      if (temperatures.at(caller, edge.range, edge.guarded) != context::Heat::kHot) continue;
      callers[edge.context] = {caller, edge.range};
      lacks_caller[edge.context] = false;
    }
  }
  return callers;
}

std::optional<Related> caller_of(const inference::World& world, const context::Caller& caller) {
  if (caller.context == inference::kNowhere) return std::nullopt;
  const std::string name = function_name(world, caller.context);
  return Related{world.project.modules()[world.module_of(caller.context)].input.file, caller.range,
                 name.empty() ? std::string("the top level") : "`" + name + "`"};
}

}  // namespace

std::vector<HotFunction> hot_functions(const inference::Analysis& analysis, const context::ContextTable& table,
                                       const context::Temperatures& temperatures,
                                       const std::vector<std::uint32_t>* files) {
  const inference::World& world = analysis.world;
  const auto modules = world.project.modules();
  std::vector<bool> is_wanted(modules.size(), files == nullptr);
  for (std::size_t module = 0; module < modules.size() && files != nullptr; ++module)
    is_wanted[module] = std::ranges::binary_search(*files, modules[module].input.file);
  std::map<std::uint32_t, std::uint32_t> contexts;  // the first hot one, by function
  for (const std::uint32_t context : world.in_order) {
    const context::Code code = table.code(context);
    if (!analysis.judged[context] || code >= world.project.functions().size()) continue;
    if (!is_wanted[table.module_of_code(code)]) continue;
    if (temperatures.of(context) != context::Heat::kHot) continue;
    if (!world.project.functions()[code].function->name_range.empty()) contexts.emplace(code, context);
  }
  const std::vector<context::Caller> callers = hot_callers(analysis, table, temperatures, contexts);
  std::vector<HotFunction> hot;
  for (const auto& [code, context] : contexts) {
    hot.push_back({.file = world.project.modules()[world.module_of(context)].input.file,
                   .range = world.project.functions()[code].function->name_range,
                   .caller = caller_of(world, callers[context])});
  }
  std::ranges::stable_sort(
      hot, {}, [](const HotFunction& each) { return std::tuple(each.file, each.range.begin, each.range.end); });
  return hot;
}

}  // namespace syncfree::engine

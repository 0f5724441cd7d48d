#include "analyzer/summary/leads.h"

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/mark_callers.h"
#include "analyzer/summary/table_calls.h"

namespace syncfree::summary {

namespace {

using inference::FunctionInfo;

/// By name of a method, the contexts that stand for methods of that name.
using MethodsByName = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

/// `self.name(…)` in a method.
std::vector<std::uint32_t> own_calls(const FunctionInfo& function) {
  std::vector<std::uint32_t> names;
  if (function.owner == inference::kNowhere || function.function->parameters.empty()) return names;
  flow::for_each_own_expression(function.function->body, [&](const model::Expression& part) {
    const auto* call = part.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    const auto* object = method == nullptr ? nullptr : method->object->get_if<model::Name>();
    if (object != nullptr && object->name == function.function->parameters.front().name)
      names.push_back(method->name.id);
  });
  return names;
}

}  // namespace

std::vector<bool> leading_to_waits(const inference::Analysis& analysis,
                                   const std::vector<std::vector<engine::FoundWait>>& waits,
                                   const std::unordered_map<std::uint32_t, std::uint32_t>& contexts) {
  const auto& all = analysis.world.contexts;
  const auto& functions = analysis.world.project.functions();
  MethodsByName methods;
  for (const auto& [code, context] : contexts) {
    if (functions[code].owner != inference::kNowhere) methods[functions[code].function->name.id].push_back(context);
  }
  std::vector<std::vector<std::uint32_t>> callers(all.size());
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> calls_of_code;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> chosen_by_tables;  ///< by code, functions
  for (std::uint32_t context = 0; context < all.size(); ++context) {
    for (const inference::CallEdge& edge : all[context].outcome.calls) callers[edge.context].push_back(context);
    const std::uint32_t code = all[context].key.code;
    if ((code & inference::kModuleBody) != 0) continue;
    const auto [calls, is_new] = calls_of_code.try_emplace(code);
    std::vector<std::uint32_t>& others = chosen_by_tables[code];
    if (is_new) {
      calls->second = own_calls(functions[code]);
      others = handed_functions(analysis.world.project, functions[code]);
      others.push_back(scripted_callee(analysis.world.project, functions[code]));
    }
    for (const std::uint32_t other : others) {
      if (const auto found = contexts.find(other); found != contexts.end()) callers[found->second].push_back(context);
    }
    for (const std::uint32_t name : calls->second) {
      const auto found = methods.find(name);
      if (found == methods.end()) continue;
      for (const std::uint32_t method : found->second) callers[method].push_back(context);
    }
  }
  std::vector<bool> leads(all.size(), false);
  for (std::uint32_t context = 0; context < all.size(); ++context) leads[context] = !waits[context].empty();
  model::mark_callers(leads, callers);
  return leads;
}

}  // namespace syncfree::summary

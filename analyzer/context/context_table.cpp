#include "analyzer/context/context_table.h"

#include <iterator>

namespace syncfree::context {

using inference::Project;

Code code_of(const Project& project, std::uint32_t key_code) {
  const bool is_module = (key_code & inference::kModuleBody) != 0;
  return is_module ? static_cast<Code>(project.functions().size()) + (key_code & ~inference::kModuleBody) : key_code;
}

ContextTable::ContextTable(const inference::Analysis& analysis) {
  const inference::World& world = analysis.world;
  const Project& project = world.project;
  const auto functions = static_cast<Code>(project.functions().size());
  modules_.resize(functions + project.modules().size());
  layers_.resize(modules_.size());
  for (Code code = 0; code < modules_.size(); ++code) {
    modules_[code] = code < functions ? project.functions()[code].module : code - functions;
    layers_[code] = project.layers().of_module(modules_[code]);
  }
  entries_.resize(world.contexts.size());
  first_sites_.assign(world.contexts.size() + 1, 0);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    entries_[context].code = code_of(project, world.contexts[context].key.code);
    entries_[context].layer = world.contexts[context].layer;
  }
  for (const std::uint32_t context : world.in_order) {
    if (!analysis.live[context]) continue;
    Entry& entry = entries_[context];
    const inference::Outcome& outcome = world.contexts[context].outcome;
    entry.roles = outcome.roles;
    entry.first = static_cast<std::uint32_t>(calls_.size());
    entry.count = static_cast<std::uint32_t>(outcome.calls.size());
    calls_.insert(calls_.end(), outcome.calls.begin(), outcome.calls.end());
    for (const inference::CallEdge& edge : outcome.calls) ++first_sites_[edge.context + 1];
  }
  for (std::size_t i = 1; i < first_sites_.size(); ++i) first_sites_[i] += first_sites_[i - 1];
  sites_.resize(calls_.size());
  std::vector<std::uint32_t> next(first_sites_.begin(), std::prev(first_sites_.end()));
  for (const std::uint32_t context : world.in_order) {
    for (const inference::CallEdge& edge : calls(context))
      sites_[next[edge.context]++] = {.context = context, .range = edge.range, .guarded = edge.guarded};
  }
}

void ContextTable::mark_callers(std::vector<bool>& marked, bool guarded) const {
  std::vector<std::uint32_t> todo;
  for (std::uint32_t context = 0; context < marked.size(); ++context) {
    if (marked[context]) todo.push_back(context);
  }
  while (!todo.empty()) {
    const std::uint32_t called = todo.back();
    todo.pop_back();
    for (const Site& site : sites(called)) {
      if (marked[site.context] || (site.guarded && !guarded)) continue;
      marked[site.context] = true;
      todo.push_back(site.context);
    }
  }
}

}  // namespace syncfree::context

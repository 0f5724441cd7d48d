#include "analyzer/context/context_table.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

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

bool ContextTable::take_over(const inference::Analysis& analysis, std::span<const std::uint32_t> changed) {
  const inference::World& world = analysis.world;
  if (entries_.size() != world.contexts.size()) return false;
  std::vector<bool> is_changed(world.project.modules().size(), false);
  for (const std::uint32_t module : changed) is_changed[module] = true;
  std::vector<bool> is_other(entries_.size(), false);
  std::vector<std::uint32_t> others;
  const auto has_same_callee = [](const inference::CallEdge& a, const inference::CallEdge& b) {
    return a.context == b.context;
  };
  for (std::uint32_t context = 0; context < entries_.size(); ++context) {
    if (!is_changed[modules_[entries_[context].code]] || !analysis.live[context]) continue;
    if (!std::ranges::equal(calls(context), world.contexts[context].outcome.calls, has_same_callee)) return false;
    is_other[context] = true;
    others.push_back(context);
  }
  std::vector<std::uint32_t> callees;
  for (const std::uint32_t context : others) {
    const inference::Outcome& outcome = world.contexts[context].outcome;
    entries_[context].roles = outcome.roles;
    std::ranges::copy(outcome.calls, calls_.begin() + entries_[context].first);
    for (const inference::CallEdge& edge : outcome.calls) callees.push_back(edge.context);
  }
  std::ranges::sort(callees);
  const auto repeated = std::ranges::unique(callees);
  callees.erase(repeated.begin(), repeated.end());
  move_sites(is_other, callees);
  return true;
}

/// Of the contexts `is_changed` the calls of `callees`: each context has them in the order of its calls.
void ContextTable::move_sites(const std::vector<bool>& is_changed, const std::vector<std::uint32_t>& callees) {
  std::unordered_map<std::uint32_t, std::size_t> seen;  // by context: so many of its calls
  for (const std::uint32_t callee : callees) {
    seen.clear();
    for (std::uint32_t at = first_sites_[callee]; at < first_sites_[callee + 1]; ++at) {
      Site& site = sites_[at];
      if (!is_changed[site.context]) continue;
      const std::span<const inference::CallEdge> edges = calls(site.context);
      std::size_t& next = seen[site.context];
      while (edges[next].context != callee) ++next;
      site.range = edges[next].range;
      site.guarded = edges[next].guarded;
      ++next;
    }
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

// After K. D. Cooper, T. J. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm (2001).
#include "analyzer/flow/dominance.h"

#include <algorithm>

namespace syncfree::flow {

namespace {

std::vector<std::uint32_t> reverse_postorder(const Graph& graph) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> path = {{Graph::kEntry, 0}};
  seen[Graph::kEntry] = true;
  while (!path.empty()) {
    const std::uint32_t block = path.back().first;
    const auto& successors = graph.blocks[block].successors;
    if (path.back().second == successors.size()) {
      order.push_back(block);
      path.pop_back();
      continue;
    }
    const std::uint32_t next = successors[path.back().second++];
    if (seen[next]) continue;
    seen[next] = true;
    path.emplace_back(next, 0);
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

Dominance::Dominance(const Graph& graph) : immediate_(graph.blocks.size(), kNone), order_(graph.blocks.size(), kNone) {
  const std::vector<std::uint32_t> blocks = reverse_postorder(graph);
  for (std::uint32_t i = 0; i < blocks.size(); ++i) order_[blocks[i]] = i;
  immediate_[Graph::kEntry] = Graph::kEntry;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : blocks) {
      if (block == Graph::kEntry) continue;
      std::uint32_t common = kNone;
      for (std::uint32_t before : graph.blocks[block].predecessors) {
        if (immediate_[before] == kNone) continue;
        if (common == kNone) {
          common = before;
          continue;
        }
        while (common != before) {
          while (order_[before] > order_[common]) before = immediate_[before];
          while (order_[common] > order_[before]) common = immediate_[common];
        }
      }
      changed |= common != immediate_[block];
      immediate_[block] = common;
    }
  }
}

bool Dominance::dominates(std::uint32_t above, std::uint32_t block) const {
  if (immediate_[above] == kNone || immediate_[block] == kNone) return false;
  while (order_[block] > order_[above]) block = immediate_[block];
  return block == above;
}

}  // namespace syncfree::flow

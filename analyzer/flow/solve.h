// What holds at each point of a function, forward along all ways through it: the usual worklist.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "analyzer/flow/graph.h"

namespace syncfree::flow {

/// `State` has `bool join(const State&)`, which adds what the other knows and says whether that was new.
/// `transfer(block, state)` carries the state through a block. The result is the state before each block; blocks that
/// cannot be reached keep an empty state.
template <class State, class Transfer>
std::vector<State> solve(const Graph& graph, State at_entry, Transfer&& transfer) {
  std::vector<State> before(graph.blocks.size());
  std::vector<bool> reached(graph.blocks.size(), false);
  std::vector<bool> waiting(graph.blocks.size(), false);
  before[Graph::kEntry] = std::move(at_entry);
  std::deque<std::uint32_t> todo = {Graph::kEntry};
  reached[Graph::kEntry] = true;
  while (!todo.empty()) {
    const std::uint32_t block = todo.front();
    todo.pop_front();
    waiting[block] = false;
    State after = before[block];
    transfer(block, after);
    for (const std::uint32_t next : graph.blocks[block].successors) {
      const bool grown = before[next].join(after);
      if ((!grown && reached[next]) || waiting[next]) continue;
      reached[next] = waiting[next] = true;
      todo.push_back(next);
    }
  }
  return before;
}

}  // namespace syncfree::flow

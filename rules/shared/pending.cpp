#include "rules/shared/pending.h"

#include <limits>

namespace syncfree::rules {

namespace {

/// Does control get from the block to one with a lower number: on the way back in a loop. The exit has one too.
bool is_way_back(std::uint32_t from, std::uint32_t to) { return to <= from && to != flow::Graph::kExit; }

/// By block: the last one from which control comes back to it or before it.
std::vector<std::uint32_t> ends_of_loops(const flow::Graph& graph) {
  std::vector<std::uint32_t> ends(graph.blocks.size(), 0);
  for (std::uint32_t block = 0; block < graph.blocks.size(); ++block) {
    for (const std::uint32_t next : graph.blocks[block].successors) {
      if (is_way_back(block, next)) ends[next] = std::max(ends[next], block);
    }
  }
  std::uint32_t end = 0;
  for (std::uint32_t block = 0; block < ends.size(); ++block) {
    end = std::max(end, ends[block]);
    ends[block] = std::max(block, end);
  }
  // Loops overlap: from the end of one, another leads further back.
  for (auto block = static_cast<std::uint32_t>(ends.size()); block-- > 0;) ends[block] = ends[ends[block]];
  return ends;
}

}  // namespace

LastLooks::LastLooks(const flow::Graph& graph, std::span<const std::vector<engine::Action>> actions) {
  const auto look = [&](engine::Storage location, std::uint32_t block) {
    if (location >= last_.size()) last_.resize(location + 1, 0);
    last_[location] = std::max(last_[location], block);
  };
  const std::vector<std::uint32_t> ends = ends_of_loops(graph);
  for (std::uint32_t block = 0; block < graph.blocks.size(); ++block) {
    leads_back_.push_back(std::ranges::any_of(graph.blocks[block].successors,
                                              [block](std::uint32_t next) { return is_way_back(block, next); }));
  }
  for (std::uint32_t block = 0; block < actions.size(); ++block) {
    for (const engine::Action& action : actions[block]) {
      const std::uint32_t last = action.persistent ? std::numeric_limits<std::uint32_t>::max() : ends[block];
      look(action.subject, last);
      look(action.other, last);
    }
  }
}

}  // namespace syncfree::rules

// Which blocks control must pass on its way to another.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/flow/graph.h"

namespace syncfree::flow {

class Dominance {
 public:
  explicit Dominance(const Graph& graph);
  /// Every way from the entry to `block` goes through `above` (a block dominates itself). Nothing is said of blocks
  /// that cannot be reached.
  bool dominates(std::uint32_t above, std::uint32_t block) const;
  bool dominates(Point above, Point at) const {
    return above.block == at.block ? above.step <= at.step : dominates(above.block, at.block);
  }

 private:
  std::vector<std::uint32_t> immediate_;  // kNone: not reached
  std::vector<std::uint32_t> order_;      // number in reverse postorder
};

}  // namespace syncfree::flow

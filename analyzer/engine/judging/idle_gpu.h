// Copies to the GPU that come when it has nothing to do: the host has just read something back, and has queued nothing
// since. Such a copy waits for itself alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// The copies of one function. `view`: with all its waits; it and `rules` must outlive this.
class IdleGpu {
 public:
  IdleGpu(const FunctionView& view, std::span<const RuleInfo> rules);

  /// On each way to the copy, in the same round of the loop around it, a wait has emptied the queue, and since then the
  /// host has given the GPU nothing but other copies.
  bool is_found_by(const Event& copy);

 private:
  struct BlockQueue {
    std::vector<const Action*> actions;        ///< by step
    std::vector<std::optional<bool>> is_idle;  ///< before each step, by those of the block alone; as far as asked
  };

  bool begins_round(std::uint32_t block) const;
  std::optional<bool> look_back(flow::Point from);

  const FunctionView& view_;
  std::span<const RuleInfo> rules_;
  std::unordered_set<std::uint32_t> heads_;  ///< of loops
  std::unordered_map<std::uint32_t, BlockQueue> queues_;
};

}  // namespace syncfree::engine

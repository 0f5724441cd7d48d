// Tarjan's algorithm, without recursion: call graphs are deep.
#include "analyzer/inference/components.h"

#include <algorithm>

namespace syncfree::inference {

namespace {

class Components {
 public:
  explicit Components(std::span<const std::vector<std::uint32_t>> edges)
      : edges_(edges), order_(edges.size(), 0), lowest_(edges.size(), 0), component_(edges.size(), 0) {}

  std::vector<std::uint32_t> find() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node) {
      if (order_[node] == 0) visit(node);
    }
    return std::move(component_);
  }

 private:
  static constexpr std::uint32_t kDone = 0xFFFFFFFF;  // as `lowest_`: its component is known

  struct Step {
    std::uint32_t node;
    std::size_t next = 0;  // of its edges
  };

  void enter(std::uint32_t node) {
    order_[node] = lowest_[node] = ++entered_;
    open_.push_back(node);
    path_.push_back({.node = node});
  }

  void visit(std::uint32_t start) {
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next < edges_[step.node].size()) {
        const std::uint32_t target = edges_[step.node][step.next++];
        if (order_[target] == 0) {
          enter(target);
        } else if (lowest_[target] != kDone) {
          lowest_[step.node] = std::min(lowest_[step.node], order_[target]);
        }
        continue;
      }
      leave(step.node);
    }
  }

  void leave(std::uint32_t node) {
    path_.pop_back();
    const std::uint32_t lowest = lowest_[node];
    if (lowest == order_[node]) close(node);
    if (!path_.empty()) lowest_[path_.back().node] = std::min(lowest_[path_.back().node], lowest);
  }

  void close(std::uint32_t first) {
    for (;;) {
      const std::uint32_t node = open_.back();
      open_.pop_back();
      component_[node] = components_;
      lowest_[node] = kDone;
      if (node == first) break;
    }
    ++components_;
  }

  std::span<const std::vector<std::uint32_t>> edges_;
  std::vector<std::uint32_t> order_;   ///< when it was entered; 0: not yet
  std::vector<std::uint32_t> lowest_;  ///< the first one entered that it reaches
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> open_;
  std::vector<Step> path_;
  std::uint32_t entered_ = 0;
  std::uint32_t components_ = 0;
};

}  // namespace

std::vector<std::uint32_t> strong_components(std::span<const std::vector<std::uint32_t>> edges) {
  return Components(edges).find();
}

}  // namespace syncfree::inference

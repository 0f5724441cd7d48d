#include "analyzer/inference/liveness.h"

#include <algorithm>
#include <utility>

#include "analyzer/inference/components.h"

namespace syncfree::inference {

namespace {

class Liveness {
 public:
  Liveness(const World& world, std::span<const source::TextRange> left_out)
      : world_(world),
        left_out_(left_out),
        reached_{.live = std::vector<bool>(world.contexts.size(), false),
                 .judged = std::vector<bool>(world.contexts.size(), false)},
        live_function_(world.project.functions().size(), false) {}

  /// As the layer of `start` sees it.
  void reach(std::uint32_t start) {
    std::vector<std::uint32_t> todo = {start};
    while (!todo.empty()) {
      const std::uint32_t context = todo.back();
      todo.pop_back();
      const bool counts = world_.decides(start, context);
      if (reached_.live[context] && (reached_.judged[context] || !counts)) continue;
      reached_.live[context] = true;
      if (counts) reached_.judged[context] = true;
      const std::uint32_t code = world_.contexts[context].key.code;
      const bool is_body = (code & kModuleBody) != 0;
      if (!is_body) live_function_[code] = true;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        if (edge.elsewhere) continue;
        const bool counts_here = !is_body || left_out_.empty() || !left_out_[code & ~kModuleBody].contains(edge.range);
        if (counts_here) todo.push_back(edge.context);
      }
    }
  }

  /// Of functions that are not reached so far: (caller, callee), as those of `contexts` that are in use call them.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open_calls(std::span<const std::uint32_t> contexts,
                                                                  std::span<const std::uint32_t> users) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> calls;
    for (const std::uint32_t context : contexts) {
      const std::uint32_t caller = world_.contexts[context].key.code;
      if ((caller & kModuleBody) != 0 || live_function_[caller] || users[context] == 0) continue;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        const std::uint32_t callee = world_.contexts[edge.context].key.code;
        if (!live_function_[callee]) calls.emplace_back(caller, callee);
      }
    }
    return calls;
  }

  bool is_live_function(std::uint32_t code) const { return live_function_[code]; }
  Reached take() { return std::move(reached_); }

 private:
  const World& world_;
  std::span<const source::TextRange> left_out_;
  Reached reached_;
  std::vector<bool> live_function_;
};

std::vector<std::vector<std::uint32_t>> contexts_by_layer(const World& world) {
  std::vector<std::vector<std::uint32_t>> contexts(world.project.layers().all().size());
  for (const std::uint32_t context : world.in_order) contexts[world.contexts[context].layer].push_back(context);
  return contexts;
}

/// The functions of which some calls speak, numbered from 0.
class CallGraph {
 public:
  explicit CallGraph(std::span<const std::pair<std::uint32_t, std::uint32_t>> calls) {
    for (const auto& [caller, callee] : calls) {
      functions_.push_back(caller);
      functions_.push_back(callee);
    }
    std::ranges::sort(functions_);
    const auto repeated = std::ranges::unique(functions_);
    functions_.erase(repeated.begin(), repeated.end());
    std::vector<std::vector<std::uint32_t>> edges(functions_.size());
    for (const auto& [caller, callee] : calls) edges[number(caller)].push_back(number(callee));
    const std::vector<std::uint32_t> component = strong_components(edges);
    std::vector<bool> is_entered(component.size(), false);
    for (std::uint32_t caller = 0; caller < edges.size(); ++caller) {
      for (const std::uint32_t callee : edges[caller]) {
        if (component[callee] != component[caller]) is_entered[component[callee]] = true;
      }
    }
    for (const std::uint32_t one : component) is_called_.push_back(is_entered[one]);
  }

  /// From outside of the circle that it may be in.
  bool is_called(std::uint32_t function) const {
    const auto found = std::ranges::lower_bound(functions_, function);
    return found != functions_.end() && *found == function &&
           is_called_[static_cast<std::size_t>(found - functions_.begin())];
  }

 private:
  std::uint32_t number(std::uint32_t function) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(functions_, function) - functions_.begin());
  }

  std::vector<std::uint32_t> functions_;  ///< sorted
  std::vector<bool> is_called_;
};

/// Of the contexts of a layer those that no other one calls, or that only call each other.
std::vector<std::uint32_t> entries(const World& world, const Liveness& liveness,
                                   std::span<const std::uint32_t> contexts, std::span<const std::uint32_t> users) {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t context : contexts) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) == 0 && key.declared && !liveness.is_live_function(key.code)) found.push_back(context);
  }
  if (found.empty()) return found;
  const CallGraph calls(liveness.open_calls(contexts, users));
  std::erase_if(found, [&](std::uint32_t context) { return calls.is_called(world.contexts[context].key.code); });
  return found;
}

}  // namespace

Reached reached_contexts(const World& world, std::span<const std::uint32_t> users, std::span<const std::uint32_t> open,
                         std::span<const source::TextRange> left_out) {
  Liveness liveness(world, left_out);
  const std::vector<std::vector<std::uint32_t>> contexts = contexts_by_layer(world);
  for (std::uint32_t layer = 0; layer < contexts.size(); ++layer) {
    for (const std::uint32_t module : world.project.layers().all()[layer].modules) liveness.reach(module);
    for (const std::uint32_t context : entries(world, liveness, contexts[layer], users)) liveness.reach(context);
  }
  for (const std::uint32_t context : open) liveness.reach(context);
  return liveness.take();
}

}  // namespace syncfree::inference

#include "analyzer/inference/liveness.h"

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

  /// By function: the functions that those of `contexts` that are in use call, of those that are not reached so far.
  std::vector<std::vector<std::uint32_t>> open_calls(std::span<const std::uint32_t> contexts,
                                                     std::span<const std::uint32_t> users) const {
    std::vector<std::vector<std::uint32_t>> calls(live_function_.size());
    for (const std::uint32_t context : contexts) {
      const std::uint32_t caller = world_.contexts[context].key.code;
      if ((caller & kModuleBody) != 0 || live_function_[caller] || users[context] == 0) continue;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        const std::uint32_t callee = world_.contexts[edge.context].key.code;
        if (!live_function_[callee]) calls[caller].push_back(callee);
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

/// Of the contexts of a layer those that no other one calls, or that only call each other.
std::vector<std::uint32_t> entries(const World& world, const Liveness& liveness,
                                   std::span<const std::uint32_t> contexts, std::span<const std::uint32_t> users) {
  const std::vector<std::vector<std::uint32_t>> calls = liveness.open_calls(contexts, users);
  const std::vector<std::uint32_t> component = strong_components(calls);
  std::vector<bool> is_called(component.size(), false);
  for (std::uint32_t caller = 0; caller < calls.size(); ++caller) {
    for (const std::uint32_t callee : calls[caller]) {
      if (component[callee] != component[caller]) is_called[component[callee]] = true;
    }
  }
  std::vector<std::uint32_t> found;
  for (const std::uint32_t context : contexts) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || !key.declared || liveness.is_live_function(key.code)) continue;
    if (!is_called[component[key.code]]) found.push_back(context);
  }
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

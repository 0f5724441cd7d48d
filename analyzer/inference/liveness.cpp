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
    todo_.assign(1, start);
    while (!todo_.empty()) {
      const std::uint32_t context = todo_.back();
      todo_.pop_back();
      const bool counts = world_.decides(start, context);
      if (reached_.live[context] && (reached_.judged[context] || !counts)) continue;
      reached_.live[context] = true;
      if (counts) reached_.judged[context] = true;
      const std::uint32_t code = world_.contexts[context].key.code;
      const bool is_body = (code & kModuleBody) != 0;
      if (!is_body) live_function_[code] = true;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        // Most calls lead to what was reached before.
        if (edge.elsewhere || reached_.judged[edge.context]) continue;
        const bool counts_here = !is_body || left_out_.empty() || !left_out_[code & ~kModuleBody].contains(edge.range);
        if (counts_here) todo_.push_back(edge.context);
      }
    }
  }

  /// Calls `visit(caller, callee)` for the calls of those of `contexts` that are in use, between functions that are not
  /// reached so far.
  template <class Visit>
  void for_each_open_call(std::span<const std::uint32_t> contexts, std::span<const std::uint32_t> users,
                          const Visit& visit) const {
    for (const std::uint32_t context : contexts) {
      const std::uint32_t caller = world_.contexts[context].key.code;
      if ((caller & kModuleBody) != 0 || live_function_[caller] || users[context] == 0) continue;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        const std::uint32_t callee = world_.contexts[edge.context].key.code;
        if ((callee & kModuleBody) == 0 && !live_function_[callee]) visit(caller, callee);
      }
    }
  }

  bool is_live_function(std::uint32_t code) const { return live_function_[code]; }
  Reached take() { return std::move(reached_); }

 private:
  const World& world_;
  std::span<const source::TextRange> left_out_;
  Reached reached_;
  std::vector<bool> live_function_;
  std::vector<std::uint32_t> todo_;
};

/// Those of a layer one after another, in the order of the world.
struct ContextsByLayer {
  explicit ContextsByLayer(const World& world) : first(world.project.layers().all().size() + 1, 0) {
    std::vector<std::uint32_t> layers;
    layers.reserve(world.in_order.size());
    for (const std::uint32_t context : world.in_order) {
      layers.push_back(world.contexts[context].layer);
      ++first[layers.back() + 1];
    }
    for (std::size_t layer = 1; layer < first.size(); ++layer) first[layer] += first[layer - 1];
    contexts.resize(world.in_order.size());
    std::vector<std::uint32_t> next = first;
    for (std::size_t i = 0; i < layers.size(); ++i) contexts[next[layers[i]]++] = world.in_order[i];
  }
  std::span<const std::uint32_t> of(std::uint32_t layer) const {
    return std::span(contexts).subspan(first[layer], first[layer + 1] - first[layer]);
  }
  std::vector<std::uint32_t> first;  ///< by layer, and one more
  std::vector<std::uint32_t> contexts;
};

/// The functions between which there are calls, numbered as they come.
class CallGraph {
 public:
  explicit CallGraph(std::size_t functions) : numbers_(functions, kNowhere) {}

  void add(std::uint32_t caller, std::uint32_t callee) {
    const std::uint32_t from = number(caller);
    const std::uint32_t to = number(callee);
    if (edges_[from].empty() || edges_[from].back() != to) edges_[from].push_back(to);
  }

  /// By number: some function calls it that is in no circle with it.
  std::vector<bool> called() const {
    const std::vector<std::uint32_t> component = strong_components(edges_);
    std::vector<bool> is_entered(component.size(), false);
    for (std::uint32_t caller = 0; caller < edges_.size(); ++caller) {
      for (const std::uint32_t callee : edges_[caller]) {
        if (component[callee] != component[caller]) is_entered[component[callee]] = true;
      }
    }
    std::vector<bool> called;
    for (const std::uint32_t one : component) called.push_back(is_entered[one]);
    return called;
  }

  /// kNowhere: no call speaks of it.
  std::uint32_t number_of(std::uint32_t function) const { return numbers_[function]; }

 private:
  std::uint32_t number(std::uint32_t function) {
    if (numbers_[function] == kNowhere) {
      numbers_[function] = static_cast<std::uint32_t>(edges_.size());
      edges_.emplace_back();
    }
    return numbers_[function];
  }

  std::vector<std::uint32_t> numbers_;  ///< by function
  std::vector<std::vector<std::uint32_t>> edges_;
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
  CallGraph calls(world.project.functions().size());
  liveness.for_each_open_call(contexts, users,
                              [&](std::uint32_t caller, std::uint32_t callee) { calls.add(caller, callee); });
  const std::vector<bool> called = calls.called();
  std::erase_if(found, [&](std::uint32_t context) {
    const std::uint32_t number = calls.number_of(world.contexts[context].key.code);
    return number != kNowhere && called[number];
  });
  return found;
}

}  // namespace

Reached reached_contexts(const World& world, std::span<const std::uint32_t> users, std::span<const std::uint32_t> open,
                         std::span<const source::TextRange> left_out) {
  Liveness liveness(world, left_out);
  const ContextsByLayer contexts(world);
  for (std::uint32_t layer = 0; layer < world.project.layers().all().size(); ++layer) {
    for (const std::uint32_t module : world.project.layers().all()[layer].modules) liveness.reach(module);
    for (const std::uint32_t context : entries(world, liveness, contexts.of(layer), users)) liveness.reach(context);
  }
  for (const std::uint32_t context : open) liveness.reach(context);
  return liveness.take();
}

}  // namespace syncfree::inference

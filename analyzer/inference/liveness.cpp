#include "analyzer/inference/liveness.h"

#include <utility>

#include "analyzer/inference/components.h"

namespace syncfree::inference {

namespace {

class Liveness {
 public:
  explicit Liveness(const World& world)
      : world_(world), live_(world.contexts.size(), false), live_function_(world.project.functions().size(), false) {}

  void reach(std::uint32_t start) {
    std::vector<std::uint32_t> todo = {start};
    while (!todo.empty()) {
      const std::uint32_t context = todo.back();
      todo.pop_back();
      if (live_[context]) continue;
      live_[context] = true;
      const std::uint32_t code = world_.contexts[context].key.code;
      if ((code & kModuleBody) == 0) live_function_[code] = true;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) todo.push_back(edge.context);
    }
  }

  /// By function: the functions that its contexts in use call, of those that are not reached so far.
  std::vector<std::vector<std::uint32_t>> open_calls(std::span<const std::uint32_t> users) const {
    std::vector<std::vector<std::uint32_t>> calls(live_function_.size());
    for (std::uint32_t context = 0; context < world_.contexts.size(); ++context) {
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
  std::vector<bool> take() { return std::move(live_); }

 private:
  const World& world_;
  std::vector<bool> live_;
  std::vector<bool> live_function_;
};

}  // namespace

std::vector<bool> live_contexts(const World& world, std::span<const std::uint32_t> users,
                                std::span<const std::uint32_t> open) {
  Liveness liveness(world);
  for (std::uint32_t module = 0; module < world.project.modules().size(); ++module) liveness.reach(module);
  // Of the rest, those that no other one calls are entry points, or that only call each other.
  const std::vector<std::vector<std::uint32_t>> calls = liveness.open_calls(users);
  const std::vector<std::uint32_t> component = strong_components(calls);
  std::vector<bool> is_called(component.size(), false);
  for (std::uint32_t caller = 0; caller < calls.size(); ++caller) {
    for (const std::uint32_t callee : calls[caller]) {
      if (component[callee] != component[caller]) is_called[component[callee]] = true;
    }
  }
  std::vector<std::uint32_t> entries;
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || !key.declared || liveness.is_live_function(key.code)) continue;
    if (!is_called[component[key.code]]) entries.push_back(context);
  }
  for (const std::uint32_t context : entries) liveness.reach(context);
  for (const std::uint32_t context : open) liveness.reach(context);
  return liveness.take();
}

}  // namespace syncfree::inference

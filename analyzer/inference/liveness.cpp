#include "analyzer/inference/liveness.h"

#include <utility>

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

  /// By function: another one calls it that is in use but not reached so far.
  std::vector<bool> called(std::span<const std::uint32_t> users) const {
    std::vector<bool> called(live_function_.size(), false);
    for (std::uint32_t context = 0; context < world_.contexts.size(); ++context) {
      const std::uint32_t caller = world_.contexts[context].key.code;
      if ((caller & kModuleBody) != 0 || live_function_[caller] || users[context] == 0) continue;
      for (const CallEdge& edge : world_.contexts[context].outcome.calls) {
        const std::uint32_t callee = world_.contexts[edge.context].key.code;
        if (callee != caller) called[callee] = true;
      }
    }
    return called;
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
  // Of the rest, those that no other one calls are entry points; then, in order, what is left in cycles.
  const std::vector<bool> called = liveness.called(users);
  for (const bool cycles : {false, true}) {
    for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
      const ContextKey& key = world.contexts[context].key;
      if ((key.code & kModuleBody) != 0 || !key.declared || liveness.is_live_function(key.code)) continue;
      if (cycles || !called[key.code]) liveness.reach(context);
    }
  }
  for (const std::uint32_t context : open) liveness.reach(context);
  return liveness.take();
}

}  // namespace syncfree::inference

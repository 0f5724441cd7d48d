#include "analyzer/engine/judging/goal_starts.h"

#include <algorithm>

namespace syncfree::engine {

GoalStarts::GoalStarts(const inference::Analysis& analysis) : analysis_(analysis) {
  const inference::World& world = analysis.world;
  run_.assign(world.contexts.size(), false);
  std::vector<std::uint32_t> todo;
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const bool is_body = (world.contexts[context].key.code & inference::kModuleBody) != 0;
    if (!is_body || world.project.modules()[world.module_of(context)].input.is_library) continue;
    run_[context] = true;
    todo.push_back(context);
  }
  while (!todo.empty()) {
    const std::uint32_t context = todo.back();
    todo.pop_back();
    for (const inference::CallEdge& edge : world.contexts[context].outcome.calls) {
      if (run_[edge.context]) continue;
      run_[edge.context] = true;
      todo.push_back(edge.context);
    }
  }
}

bool GoalStarts::is_on_its_object(std::uint32_t context, std::uint32_t klass) const {
  const inference::ContextKey& key = analysis_.world.contexts[context].key;
  if (klass == inference::kNowhere || key.arguments.empty()) return true;
  const values::Value& self = key.arguments.front();
  return self.entities == nullptr || std::ranges::any_of(self.entities->items, [&](const values::Entity& entity) {
           return entity.kind == values::EntityKind::kObject && analysis_.world.class_of(entity.index) == klass;
         });
}

std::vector<std::uint32_t> GoalStarts::of(const inference::PlainCall& call) const {
  const auto all = analysis_.live_contexts.of(call.function);
  const auto plain = std::ranges::find(analysis_.plain, call, &inference::PlainContext::call);
  if (plain == analysis_.plain.end()) return {all.begin(), all.end()};
  std::vector<std::uint32_t> found = {plain->context};
  for (const std::uint32_t context : all) {
    if (run_[context] && context != plain->context && is_on_its_object(context, call.klass)) found.push_back(context);
  }
  return found;
}

}  // namespace syncfree::engine

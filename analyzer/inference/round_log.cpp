#include "analyzer/inference/round_log.h"

namespace syncfree::inference {

namespace {

void set_variable(World& world, const WorldChange& change) {
  const Scope& scope = world.scope_of(change.subject);
  const std::uint32_t slot = scope.find(model::Symbol{change.detail});
  if (slot == Scope::kAbsent) return;
  std::vector<Value>& variables = world.contexts[change.subject].outcome.variables;
  if (variables.empty()) variables.resize(scope.size());
  variables[slot] = change.value;
}

}  // namespace

void apply(const WorldChange& change, World& world) {
  const model::Symbol name{change.detail};
  switch (change.kind) {
    case ChangeKind::kResult:
      world.contexts[change.subject].outcome.result = change.value;
      return;
    case ChangeKind::kGrownNothing:
      world.contexts[change.subject].outcome.grown.clear();
      return;
    case ChangeKind::kGrown:
      world.contexts[change.subject].outcome.grown.emplace_back(change.detail, change.value);
      return;
    case ChangeKind::kVariable:
      return set_variable(world, change);
    case ChangeKind::kAttribute:
      world.objects[change.subject].attributes[name] = change.value;
      return;
    case ChangeKind::kOfSubclasses:
      world.of_subclasses[change.subject][name] = change.value;
      return;
    case ChangeKind::kLessOfArguments:
      return world.keep_less_of(change.subject, change.detail);
    case ChangeKind::kCrowded:
      world.crowded[change.subject].push_back(change.detail);
      return;
    case ChangeKind::kOpen:
      world.is_open[change.subject] = true;
      return;
    case ChangeKind::kAbandoned:
      world.contexts[change.subject].is_abandoned = true;
      return;
  }
}

}  // namespace syncfree::inference

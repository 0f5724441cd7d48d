#include "analyzer/engine/judging/goal_parts.h"

namespace syncfree::engine {
namespace {

std::uint64_t packed_range(source::TextRange range) { return (std::uint64_t{range.begin} << 32) | range.end; }

}  // namespace

GoalParts::GoalParts(const FunctionView& view, Goal goal) : view_(view), dead_(view, goal) {
  const inference::Project& project = view.analysis().world.project;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  const model::Module& module = *project.modules()[view.module()].input.module;
  const model::Function* function = (code & inference::kModuleBody) != 0 ? nullptr : project.functions()[code].function;
  const model::Block body = function == nullptr ? module.body : function->body;
  order_ = context::run_order(body, function, project.symbols(), {}, [](source::TextRange) { return true; });
  for (const context::RunPart& part : order_.parts) scopes_.emplace(packed_range(part.range), part.scope);
}

std::uint32_t GoalParts::scope_of(source::TextRange range) const {
  const auto found = scopes_.find(packed_range(range));
  return found == scopes_.end() ? context::kNoScope : found->second;
}

bool GoalParts::is_seldom(source::TextRange range) const {
  for (std::uint32_t at = scope_of(range); at != context::kNoScope; at = order_.scopes[at].parent) {
    const context::RunScope& scope = order_.scopes[at];
    if (!scope.is_loop && scope.chance == context::Chance::kSeldom && !is_decided(scope.range)) return true;
  }
  return false;
}

/// What the call gives decides it, and the inference follows no other way.
bool GoalParts::is_decided(source::TextRange condition) const {
  const model::Expression* test = view_.expression_at(condition);
  return test != nullptr && observed_truth(view_, *test).has_value();
}

bool GoalParts::is_conditional(source::TextRange range) const {
  for (std::uint32_t at = scope_of(range); at != context::kNoScope; at = order_.scopes[at].parent) {
    if (!order_.scopes[at].is_loop) return true;
  }
  return false;
}

}  // namespace syncfree::engine

#include "rules/shared/flow_match.h"

#include <algorithm>

#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "analyzer/work/work.h"

namespace syncfree::rules {

using engine::Action;
using engine::ActionKind;
using engine::FunctionView;
using engine::Wait;

engine::FlowMatch match_at(const FunctionView& view, const Wait& wait) {
  engine::FlowMatch match;
  match.range = wait.event->range;
  match.confidence = wait.confidence;
  match.guarded = wait.event->guarded;
  match.loop_depth = view.loop_depth(wait.loop);
  match.waits = {&wait};
  return match;
}

bool is_cxx(const FunctionView& view) {
  const inference::Project& project = view.analysis().world.project;
  return project.modules()[view.module()].input.module->language == model::Language::kCxx;
}

std::string shown(const FunctionView& view, source::TextRange range) {
  return "`" + engine::quote(view.text(range)) + "`";
}

std::optional<source::TextRange> holds_back(const FunctionView& view, const Wait& wait) {
  if (wait.event->guarded || wait.event->loop_test) return std::nullopt;
  const bool reads = wait.code == "SF301" || wait.code == "SF305" || wait.code == "SF101" || wait.code == "SF303" ||
                     wait.code == "SF304";
  if (!reads) return std::nullopt;
  const flow::Dominance& dominance = view.code().dominance();
  const std::span<const Action> launches = view.launches_in(wait.loop);
  const bool after_backward = std::ranges::any_of(launches, [&](const Action& action) {
    work::count(work::Counted::kActions);
    return action.kind == ActionKind::kBackward && dominance.dominates(action.at, wait.at);
  });
  // Blocks are numbered as the source runs: what the wait comes before stands behind it.
  const auto behind = std::ranges::upper_bound(launches, wait.at, {}, &Action::at);
  for (const Action& action : std::ranges::subrange(behind, launches.end())) {
    work::count(work::Counted::kActions);
    if (!dominance.dominates(wait.at, action.at)) continue;
    const bool step = action.kind == ActionKind::kOptimizerStep;
    const bool between = step ? after_backward : view.computed_before(wait, action.at);
    const bool needed = wait.code != "SF305" && view.needed_before(wait, action.at);
    if (between && !needed) return action.range;
  }
  return std::nullopt;
}

bool only_computes(const FunctionView& view, const model::Expression& expression) {
  bool computes = true;
  model::walk(expression, [&](const model::Expression& part) {
    switch (part.kind) {
      case model::ExpressionKind::kCall:
        computes = computes && view.only_computes(part.as<model::Call>());
        break;
      case model::ExpressionKind::kNamed:
      case model::ExpressionKind::kAwait:
      case model::ExpressionKind::kYield:
      case model::ExpressionKind::kLambda:
      case model::ExpressionKind::kComprehension:
      case model::ExpressionKind::kUnknown:
        computes = false;
        break;
      default:
        break;
    }
  });
  return computes;
}

bool trains(const FunctionView& view, std::uint32_t loop) { return !view.launches_in(loop).empty(); }

}  // namespace syncfree::rules

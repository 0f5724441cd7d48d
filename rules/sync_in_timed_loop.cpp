// SF802: a synchronize in each iteration of a loop that is timed.
#include "rules/flow_match.h"

namespace syncfree::rules::sync_in_timed_loop {

using engine::Action;
using engine::ActionKind;

namespace {

bool is_timed(const engine::FunctionView& view, const engine::Wait& wait) {
  const flow::Graph& graph = view.graph();
  for (std::uint32_t loop = wait.loop; loop != flow::kNone; loop = graph.loops[loop].parent) {
    bool before = false;
    bool after = false;
    for (const auto& block : view.actions()) {
      for (const Action& action : block) {
        const bool inside = graph.inside(action.at.block, loop);
        if (action.kind == ActionKind::kElapsed && inside) return true;
        if (action.kind != ActionKind::kClock) continue;
        if (inside) return true;
        if (view.code().dominance().dominates(action.at, wait.at)) {
          before = true;
        } else {
          after |= flow::reaches(graph, graph.loops[loop].head, action.at.block, [](std::uint32_t) { return true; });
        }
      }
    }
    if (before && after) return true;
  }
  return false;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock) && !view.calls(catalog::Role::kElapsed)) return matches;
  for (const engine::Wait& wait : view.waits()) {
    if (wait.code != "SF601" || wait.loop == flow::kNone || wait.event->guarded || !is_timed(view, wait)) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.message = shown(view, wait) + " empties the GPU's queue in each iteration of a loop that is timed";
    match.hint =
        "synchronize once before the loop and once after it, or record an event pair per iteration and read them at "
        "the end";
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::sync_in_timed_loop

// SF703: values read in every step of a training loop that nothing in the step needs.
#include "rules/shared/flow_match.h"

namespace syncfree::rules::read_every_step {

namespace {

bool is_logged(const engine::FunctionView& view, const engine::Wait& wait, std::uint32_t loop) {
  if (wait.code == "SF305") return true;
  if (wait.code != "SF301" && wait.code != "SF101") return false;
  return !view.needed_before(wait, {view.graph().loops[loop].head, 0});
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kBackward) && !view.calls(catalog::Role::kOptimizerStep)) return matches;
  for (const engine::Wait& wait : view.waits()) {
    if (wait.loop == flow::kNone || wait.event->guarded || wait.event->loop_test) continue;
    if (!trains(view, wait.loop) || !is_logged(view, wait, wait.loop)) continue;
    // The other rule says more of it.
    if (holds_back(view, wait)) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.message = shown(view, wait) + " waits for the GPU in every step, and nothing in the step needs the value";
    match.hint = "add up or collect `detach()`ed values on the GPU, and read them every N steps";
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::read_every_step

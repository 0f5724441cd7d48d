// SF705: tensors copied to the host one after another, each copy with a wait.
#include <algorithm>

#include "rules/shared/flow_match.h"

namespace syncfree::rules::serial_copies {

namespace {

bool is_collected_copy(const engine::FunctionView& view, const engine::Wait& wait) {
  return wait.code == "SF101" && (wait.name == "cpu" || wait.name == "to") && view.is_collected(wait);
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  for (const engine::Wait& wait : view.waits()) {
    if (wait.loop == flow::kNone || wait.event->guarded || !is_collected_copy(view, wait)) continue;
    // Where the loop waits for something else, its copies cannot all be queued at once.
    const bool alone = std::ranges::all_of(view.waits(), [&](const engine::Wait& other) {
      return !view.graph().inside(other.at.block, wait.loop) || other.event->guarded || is_collected_copy(view, other);
    });
    if (!alone) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.message = shown(view, wait) + " waits for its copy before the next one is queued";
    match.hint =
        "queue all copies with `non_blocking=True`, then wait once: `torch.cuda.current_stream().synchronize()`";
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::serial_copies

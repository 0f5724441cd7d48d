// SF702: reads between the forward and the backward pass, or before the optimiser's step.
#include "rules/shared/flow_match.h"

namespace syncfree::rules::read_before_launch {

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kBackward) && !view.calls(catalog::Role::kOptimizerStep)) return matches;
  for (const engine::Wait& wait : view.waits()) {
    const std::optional<source::TextRange> later = holds_back(view, wait);
    if (!later) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.message = shown(view, wait) + " waits for the GPU before " + shown(view, *later) +
                    " is queued, so the GPU runs out of work";
    match.hint = "read the value after `optimizer.step()`: it is the same then";
    match.related.emplace_back(*later, "is queued only after the wait");
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::read_before_launch

// SF803: the time between two events is asked for before the second has happened.
#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::unsynchronized_elapsed_time {

using engine::Action;
using engine::ActionKind;

namespace {

/// A wait for one event is a wait for all that were recorded before it in the source.
void wait_for(engine::Storage event, PendingSet& state) {
  std::uint32_t latest = 0;
  for (const Pending& fact : state.facts) {
    if (fact.location == event) latest = std::max(latest, fact.site);
  }
  std::erase_if(state.facts, [&](const Pending& fact) { return event == 0 || fact.site <= latest; });
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kElapsed)) return matches;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    switch (action.kind) {
      case ActionKind::kWait:
      case ActionKind::kQuery:
        wait_for(action.subject, state);
        return;
      case ActionKind::kFlow:
        state.flow(action);
        return;
      case ActionKind::kRecord:
        state.forget_location(action.subject);
        state.add(action.subject, action.range.begin);
        return;
      case ActionKind::kElapsed: {
        if (!report || !state.holds(action.other)) return;
        engine::FlowMatch match;
        match.range = action.range;
        match.message =
            shown(view, action.range) + " fails unless the GPU has passed the end event, and nothing waits for it";
        match.hint = "call `synchronize()` on the end event first, or ask for the time of an earlier iteration";
        matches.push_back(std::move(match));
        return;
      }
      default:
        return;
    }
  });
  return matches;
}

}  // namespace syncfree::rules::unsynchronized_elapsed_time

// SF903: work on one stream uses what another stream may not have written yet.
#include "rules/shared/stream_sites.h"

namespace syncfree::rules::used_before_stream_is_done {

using engine::Action;
using engine::ActionKind;

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  follow_streams(view, [&](const StreamSites& sites, const Action& action, PendingSet& state, bool report) {
    if (action.kind == ActionKind::kMake) {
      state.flow({.kind = ActionKind::kFlow, .subject = action.subject, .replaces = true});
      state.add(action.subject, sites.number_of(action));
    }
    if (action.kind != ActionKind::kUse && action.kind != ActionKind::kChange) return;
    if (const Pending* found = sites.elsewhere(action, state, true)) {
      const StreamSites::Site& made = sites[found->site];
      state.forget_site(found->site);
      if (report) {
        matches.push_back(match_before(
            view, action, made, {" runs on another stream than ", ", which may not have written that memory yet"}));
      }
    }
    if (action.kind == ActionKind::kChange) state.add(action.subject, sites.number_of(action));
  });
  return matches;
}

}  // namespace syncfree::rules::used_before_stream_is_done

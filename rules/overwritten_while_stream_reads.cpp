// SF904: a tensor is written in place while work on another stream may still read it.
#include "rules/shared/stream_sites.h"

namespace syncfree::rules::overwritten_while_stream_reads {

using engine::Action;
using engine::ActionKind;

namespace {

void apply(const StreamSites& sites, const Action& action, PendingSet& state) {
  if (action.kind == ActionKind::kMake)
    state.flow({.kind = ActionKind::kFlow, .subject = action.subject, .replaces = true});
  if (action.kind == ActionKind::kMake || action.kind == ActionKind::kUse || action.kind == ActionKind::kChange)
    state.add(action.subject, sites.number_of(action));
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  follow_streams(view, [&](const StreamSites& sites, const Action& action, PendingSet& state, bool report) {
    const Pending* found = action.kind == ActionKind::kChange ? sites.elsewhere(action, state, false) : nullptr;
    // What the other stream has written, and is not awaited either, is SF903's.
    if (found != nullptr && sites.elsewhere(action, state, true) == nullptr) {
      const StreamSites::Site& read = sites[found->site];
      state.forget_site(found->site);
      if (report) {
        matches.push_back(
            match_before(view, action, read, {" overwrites memory that ", " may still be reading on another stream"}));
      }
    }
    apply(sites, action, state);
  });
  return matches;
}

}  // namespace syncfree::rules::overwritten_while_stream_reads

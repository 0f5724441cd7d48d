// SF904: a tensor is written in place while work on another stream may still read it.
#include "rules/shared/flow_match.h"
#include "rules/shared/stream_sites.h"

namespace syncfree::rules::overwritten_while_stream_reads {

using engine::Action;
using engine::ActionKind;

namespace {

engine::FlowMatch match_of(const engine::FunctionView& view, const Action& change, const StreamSites::Site& read) {
  const bool is_outside = change.stream == engine::kCallersStream;
  engine::FlowMatch match;
  match.range = change.range;
  match.message = shown(view, change.range) + " overwrites what " + shown(view, read.range) +
                  " may still be reading on another stream";
  match.hint = is_outside ? "let this stream wait first: `torch.cuda.current_stream().wait_stream(side)`"
                          : "let this stream wait first: `side.wait_stream(torch.cuda.current_stream())`";
  match.related.emplace_back(read.range, "is queued here, on the other stream");
  return match;
}

void apply(const StreamSites& sites, const Action& action, PendingSet& state) {
  if (action.kind == ActionKind::kMake)
    state.flow({.kind = ActionKind::kFlow, .subject = action.subject, .replaces = true});
  if (action.kind == ActionKind::kMake || action.kind == ActionKind::kUse || action.kind == ActionKind::kChange)
    state.add(action.subject, sites.number_of(action));
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kStream)) return matches;
  const StreamSites sites(view.actions());
  if (!sites.on_several_streams()) return matches;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    if (sites.settles(action, state)) return;
    const Pending* found = action.kind == ActionKind::kChange ? sites.elsewhere(action, state, false) : nullptr;
    // What the other stream has written, and is not awaited either, is SF903's.
    if (found != nullptr && sites.elsewhere(action, state, true) == nullptr) {
      const std::uint32_t site = found->site;
      state.forget_site(site);
      if (report) matches.push_back(match_of(view, action, sites[site]));
    }
    apply(sites, action, state);
  });
  return matches;
}

}  // namespace syncfree::rules::overwritten_while_stream_reads

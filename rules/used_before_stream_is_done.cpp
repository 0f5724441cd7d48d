// SF903: work on one stream uses what another stream may not have written yet.
#include "rules/shared/flow_match.h"
#include "rules/shared/stream_sites.h"

namespace syncfree::rules::used_before_stream_is_done {

using engine::Action;
using engine::ActionKind;

namespace {

engine::FlowMatch match_of(const engine::FunctionView& view, const Action& use, const StreamSites::Site& made) {
  const bool is_outside = use.stream == engine::kCallersStream;
  engine::FlowMatch match;
  match.range = use.range;
  match.message = shown(view, use.range) + " runs on another stream than " + shown(view, made.range) +
                  ", which may not have written yet what it reads";
  match.hint = is_outside ? "let this stream wait first: `torch.cuda.current_stream().wait_stream(side)`"
                          : "let this stream wait first: `side.wait_stream(torch.cuda.current_stream())`";
  match.related.emplace_back(made.range, "is queued here, on the other stream");
  return match;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kStream)) return matches;
  const StreamSites sites(view.actions());
  if (!sites.on_several_streams()) return matches;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    if (sites.settles(action, state)) return;
    if (action.kind == ActionKind::kMake) {
      state.flow({.kind = ActionKind::kFlow, .subject = action.subject, .replaces = true});
      state.add(action.subject, sites.number_of(action));
    }
    if (action.kind != ActionKind::kUse && action.kind != ActionKind::kChange) return;
    if (const Pending* found = sites.elsewhere(action, state, true)) {
      const std::uint32_t site = found->site;
      state.forget_site(site);
      if (report) matches.push_back(match_of(view, action, sites[site]));
    }
    if (action.kind == ActionKind::kChange) state.add(action.subject, sites.number_of(action));
  });
  return matches;
}

}  // namespace syncfree::rules::used_before_stream_is_done

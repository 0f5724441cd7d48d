// SF901: host reads of an asynchronous copy that nothing has waited for.
#include <map>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::read_before_copy_completes {

using engine::Action;
using engine::ActionKind;

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kCopy)) return matches;
  std::map<std::uint32_t, source::TextRange> copies;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    if (state.settles(action)) return;
    switch (action.kind) {
      case ActionKind::kCopyOut:
        state.add(action.subject, action.range.begin);
        copies[action.range.begin] = action.range;
        return;
      case ActionKind::kRead: {
        if (!state.holds(action.subject)) return;
        const std::uint32_t site = state.of(action.subject).front().site;
        state.forget_site(site);
        if (!report) return;
        const source::TextRange copy = copies.at(site);
        engine::FlowMatch match;
        match.range = action.range;
        match.message =
            shown(view, action.range) + " reads host memory that " + shown(view, copy) + " may not have filled yet";
        match.hint = "record an event after the copy and `synchronize()` it before the read";
        match.related.emplace_back(copy, "the copy is queued here, and the host goes on");
        matches.push_back(std::move(match));
        return;
      }
      default:
        return;
    }
  });
  return matches;
}

}  // namespace syncfree::rules::read_before_copy_completes

// SF902: pinned memory written while a copy from it to the GPU may still run.
#include <map>
#include <set>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::pinned_source_reused {

using engine::Action;
using engine::ActionKind;

namespace {

void apply(const Action& action, PendingSet& state) {
  if (!state.settles(action) && action.kind == ActionKind::kCopyIn) state.add(action.subject, action.range.begin);
}

/// What a function leaves behind in attributes is what it finds when it is called again.
PendingSet left_behind(const engine::FunctionView& view) {
  const auto actions = view.actions();
  std::set<engine::Storage> attributes;
  for (const auto& block : actions) {
    for (const Action& action : block) {
      if (action.kind == ActionKind::kCopyIn && action.persistent) attributes.insert(action.subject);
    }
  }
  if (attributes.empty()) return {};
  const auto before = pending_before(view.graph(), actions, {}, LastLooks(view.graph(), actions), apply);
  PendingSet left = before[flow::Graph::kExit];
  std::erase_if(left.facts, [&](const Pending& fact) { return !attributes.contains(fact.location); });
  return left;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kCopy)) return matches;
  std::map<std::uint32_t, source::TextRange> copies;
  for (const auto& block : view.actions()) {
    for (const Action& action : block) {
      if (action.kind == ActionKind::kCopyIn) copies[action.range.begin] = action.range;
    }
  }
  if (copies.empty()) return matches;
  follow(view.graph(), view.actions(), left_behind(view), [&](const Action& action, PendingSet& state, bool report) {
    apply(action, state);
    if (action.kind != ActionKind::kWrite || !state.holds(action.subject) || !report) return;
    const source::TextRange copy = copies.at(state.of(action.subject).front().site);
    engine::FlowMatch match;
    match.range = action.range;
    match.message = shown(view, action.range) + " writes pinned memory that " + shown(view, copy) +
                    " may still be sending to the GPU";
    match.hint = "record an event after the copy and `synchronize()` it before the write, or use two buffers in turn";
    match.related.emplace_back(copy, "the copy is queued here, and the host goes on");
    matches.push_back(std::move(match));
  });
  return matches;
}

}  // namespace syncfree::rules::pinned_source_reused

// SF905: in a loop, memory of one stream goes back to it while work on another may still use it.
#include "rules/shared/flow_match.h"
#include "rules/shared/stream_sites.h"

namespace syncfree::rules::freed_while_stream_uses {

using engine::Action;
using engine::ActionKind;

namespace {

/// Marks memory that something else holds too: a container, or the allocator for another stream.
constexpr std::uint32_t kHeld = 0xFFFFFFFF;

engine::FlowMatch match_of(const engine::FunctionView& view, const Action& made, const StreamSites::Site& use) {
  engine::FlowMatch match;
  match.range = use.range;
  match.message = shown(view, use.range) + " may still run when the memory of " + shown(view, made.range) +
                  " is given to the next tensor of the stream that made it";
  match.hint =
      "call `record_stream(torch.cuda.current_stream())` on the tensor where it is used, or let the stream that "
      "makes the tensors wait for this one in each iteration";
  match.related.emplace_back(made.range, "is made on the other stream; the next iteration lets go of it");
  return match;
}

/// `state` may hold the mark, which is no site.
void settle(const StreamSites& sites, const Action& action, PendingSet& state) {
  const bool settles = action.kind == ActionKind::kWait || action.kind == ActionKind::kQuery ||
                       action.kind == ActionKind::kOrder || action.kind == ActionKind::kCaptureBegin;
  if (!settles) return;
  std::vector<Pending> held;
  std::ranges::copy_if(state.facts, std::back_inserter(held), [](const Pending& fact) { return fact.site == kHeld; });
  std::erase_if(state.facts, [](const Pending& fact) { return fact.site == kHeld; });
  sites.settles(action, state);
  for (const Pending& fact : held) state.add(fact.location, kHeld);
}

bool is_held(const PendingSet& state, engine::Storage memory) {
  return std::ranges::any_of(state.of(memory), [](const Pending& fact) { return fact.site == kHeld; });
}

/// What a function of the project gives may be memory that it keeps.
bool is_allocated(const engine::FunctionView& view, const Action& made) {
  const model::Expression* expression = view.expression_at(made.range);
  const auto* call = expression == nullptr ? nullptr : expression->get_if<model::Call>();
  return expression != nullptr && (call == nullptr || !engine::operators_of(view, *call).empty());
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kStream) || view.graph().loops.empty()) return matches;
  const StreamSites sites(view.actions());
  if (!sites.on_several_streams()) return matches;
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    switch (action.kind) {
      case ActionKind::kMake: {
        const bool held = is_held(state, action.subject);
        const Pending* found = held ? nullptr : sites.elsewhere(action, state, false);
        if (found != nullptr && report && is_allocated(view, action))
          matches.push_back(match_of(view, action, sites[found->site]));
        state.flow({.kind = ActionKind::kFlow, .subject = action.subject, .replaces = true});
        return;
      }
      case ActionKind::kUse:
        state.add(action.subject, sites.number_of(action));
        return;
      case ActionKind::kFlow:
        if (!action.same && action.other != 0) state.add(action.other, kHeld);
        state.flow(action);
        return;
      default:
        settle(sites, action, state);
        return;
    }
  });
  return matches;
}

}  // namespace syncfree::rules::freed_while_stream_uses

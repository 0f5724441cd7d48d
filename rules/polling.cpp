// SF604: a loop that asks until the GPU is done.
#include "rules/call_match.h"
#include "rules/flow_match.h"

namespace syncfree::rules::polling {

namespace {

constexpr std::string_view kAsks = "is asked again and again until the GPU is done, so the loop waits for it";
constexpr std::string_view kInstead =
    "let the GPU wait with `stream.wait_event(event)`, or look once a step and go on if it is not done";

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF604", event) || !is_loop_test(event)) return std::nullopt;
  return call_match(event, context, kAsks, kInstead);
}

/// `while True: if event.query(): break`
std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kQuery)) return matches;
  for (const auto& block : view.actions()) {
    for (const engine::Action& action : block) {
      if (action.kind != engine::ActionKind::kQuery) continue;
      const std::uint32_t loop = view.graph().blocks[action.at.block].loop;
      if (loop == flow::kNone || !view.graph().loops[loop].endless || !view.leaves_loop(action.range, loop)) continue;
      engine::FlowMatch match;
      match.range = action.range;
      match.message = shown(view, action.range) + " " + std::string(kAsks);
      match.hint = kInstead;
      match.loop_depth = view.loop_depth(loop);
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

}  // namespace syncfree::rules::polling

// SF604: a loop that asks until the GPU is done.
#include "rules/call_match.h"

namespace syncfree::rules::polling {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF604", event) || !is_loop_test(event)) return std::nullopt;
  return call_match(
      event, context, "is asked again and again until the GPU is done, so the loop waits for it",
      "let the GPU wait with `stream.wait_event(event)`, or look once a step and go on if it is not done");
}

}  // namespace syncfree::rules::polling

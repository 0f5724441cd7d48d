// SF503: operators that wait inside.
#include "rules/shared/call_match.h"

namespace syncfree::rules::synchronous_operator {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF503", event)) return std::nullopt;
  engine::Match match = call_match(event, context, "waits for the GPU inside",
                                   "use a formulation that does not wait, or compute it outside the step");
  if (called_name(event).ends_with("nms")) match.dependency = engine::Dependency::kTrue;  // how many boxes are kept
  return match;
}

}  // namespace syncfree::rules::synchronous_operator

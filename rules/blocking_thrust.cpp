// SF603: Thrust algorithms and containers that wait for the GPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::blocking_thrust {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF603", event)) return std::nullopt;
  return call_match(event, context, "makes the host wait for the GPU",
                    "use CUB, which leaves its results on the device");
}

}  // namespace syncfree::rules::blocking_thrust

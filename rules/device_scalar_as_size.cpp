// SF203: a 0-dim tensor on the GPU where an operator needs a host number.
#include "rules/call_match.h"

namespace syncfree::rules::device_scalar_as_size {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF203", event)) return std::nullopt;
  return call_match(event, context, "needs a host number, so it reads a GPU tensor back before it can start",
                    "take the number from what the host knows, such as a shape, or use a form that accepts a tensor");
}

}  // namespace syncfree::rules::device_scalar_as_size

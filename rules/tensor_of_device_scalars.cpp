// SF204: a tensor made from a list of GPU scalars.
#include "rules/shared/call_match.h"

namespace syncfree::rules::tensor_of_device_scalars {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF204", event)) return std::nullopt;
  return call_match(
      event, context, "reads each GPU element of the list back, with one wait for each",
      "`torch.stack` puts them together on the GPU; it keeps the gradient, so `detach()` where that is not wanted");
}

}  // namespace syncfree::rules::tensor_of_device_scalars

// SF103: an element type that also names the CPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::type_moves_to_host {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF103", event)) return std::nullopt;
  return call_match(event, context, "converts with a CPU tensor type, so the tensor is copied to the host as well",
                    "name only the element type, as in `.type(torch.long)`: the tensor stays on the GPU");
}

}  // namespace syncfree::rules::type_moves_to_host

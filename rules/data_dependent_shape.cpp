// SF502: the size of the result is known only on the GPU.
#include "rules/call_match.h"

namespace syncfree::rules::data_dependent_shape {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF502", event)) return std::nullopt;
  return call_match(event, context, "waits for the GPU, because the values decide the size of its result",
                    "give the size, where the host knows it, or keep the full shape and a mask");
}

}  // namespace syncfree::rules::data_dependent_shape

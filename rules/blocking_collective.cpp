// SF505: collectives that hold the host.
#include "rules/shared/call_match.h"

namespace syncfree::rules::blocking_collective {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF505", event)) return std::nullopt;
  return call_match(event, context, "holds the host until the other processes have come as far",
                    "use a tensor collective and wait on the stream: `all_reduce(…, async_op=True).wait()` orders the "
                    "GPU's work only");
}

}  // namespace syncfree::rules::blocking_collective

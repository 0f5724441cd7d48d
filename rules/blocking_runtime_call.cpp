// SF602: calls of the CUDA runtime, the driver and the libraries on top of them that wait as a side effect.
#include "rules/shared/call_match.h"

namespace syncfree::rules::blocking_runtime_call {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF602", event)) return std::nullopt;
  return call_match(event, context, "makes the host wait for the GPU",
                    "use the asynchronous twin on a stream, with pinned host memory");
}

}  // namespace syncfree::rules::blocking_runtime_call

// SF601: the code asks the host to wait.
#include "rules/shared/call_match.h"

namespace syncfree::rules::explicit_synchronize {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF601", event)) return std::nullopt;
  return call_match(event, context, "makes the host wait until the GPU has done its work",
                    "let the GPU wait: `stream.wait_stream(other)` or `stream.wait_event(event)`");
}

}  // namespace syncfree::rules::explicit_synchronize

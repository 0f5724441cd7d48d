// SF504: values of GPU arguments checked on the host.
#include "rules/shared/call_match.h"

namespace syncfree::rules::argument_validation {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF504", event)) return std::nullopt;
  return call_match(event, context, "waits for the GPU while it checks or prepares its arguments",
                    "turn the check off once the code is known to be right, for example with `validate_args=False`");
}

}  // namespace syncfree::rules::argument_validation

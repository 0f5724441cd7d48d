// SF504: values of GPU arguments checked on the host.
#include "rules/shared/call_match.h"

namespace syncfree::rules::argument_validation {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF504", event)) return std::nullopt;
  // A distribution may also mix tensors with numbers, or factorise a matrix.
  const std::string_view reason = event.block->reason;
  const std::string_view does = reason.contains("copied from host memory")
                                    ? "copies a number to the GPU and waits until the copy is done"
                                : reason.contains("factorised") ? "waits for the GPU inside"
                                                                : "checks values of GPU tensors on the host";
  return call_match(event, context, does,
                    "turn the check off once the code is known to be right, for example with `validate_args=False`");
}

}  // namespace syncfree::rules::argument_validation

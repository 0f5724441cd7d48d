// SF301: values of a tensor on the GPU read into Python numbers.
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_scalar_read {

namespace {

std::string_view what_is_read(std::string_view name) {
  if (name == "item") return "reads one number back from the GPU";
  if (name == "tolist") return "reads all values back from the GPU";
  return "reads the tensor's value back from the GPU";
}

}  // namespace

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF301", event) || is_loop_test(event)) return std::nullopt;
  engine::Match match =
      call_match(event, context, what_is_read(called_name(event)),
                 "keep the value on the GPU as a tensor, and read it after the step or every N steps");
  if (event.consumer == engine::Consumer::kDeviceAgain)
    match.hint = "the number goes back to the GPU: use the tensor itself, with `.detach()` where it has a gradient";
  if (event.consumer == engine::Consumer::kHostOnly) {
    match.hint =
        "the host needs the number, as a size, an index or a key: count it where the host has the data, or read all "
        "such values with one `tolist()`";
  }
  if (event.consumer == engine::Consumer::kReported) {
    match.hint = "collect `detach()`ed tensors, and read them together every N steps";
  }
  return match;
}

}  // namespace syncfree::rules::host_scalar_read

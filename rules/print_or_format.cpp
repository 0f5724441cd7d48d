// SF305: text made from tensors on the GPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::print_or_format {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (event.kind != engine::EventKind::kFormat && !is_call_of("SF305", event)) return std::nullopt;
  return call_match(
      event, context, "turns a GPU tensor into text, so its values are read back first",
      "collect `detach()`ed tensors and print them every N steps, or print a copy that has arrived on the host");
}

}  // namespace syncfree::rules::print_or_format

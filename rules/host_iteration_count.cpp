// SF306: a tensor on the GPU where Python needs an integer.
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_iteration_count {

using engine::EventKind;

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  const bool indexes = event.kind == EventKind::kHostIndex;
  const bool counts = event.kind == EventKind::kRepeat || is_call_of("SF306", event);
  if (!indexes && !counts) return std::nullopt;
  // Floating numbers have no `__index__`: such a product is no repetition.
  if (event.kind == EventKind::kRepeat && event.operands[0].elements.within(values::Element::kFloating))
    return std::nullopt;
  if (indexes) {
    return call_match(event, context, "needs a Python integer as index, so it is read back from the GPU",
                      "read all indices at once with `.tolist()`, or keep the list's elements in a tensor on the GPU");
  }
  return call_match(event, context, "needs a Python integer as count, so it is read back from the GPU",
                    "take the count from the host, or read all counts at once with `.tolist()`");
}

}  // namespace syncfree::rules::host_iteration_count

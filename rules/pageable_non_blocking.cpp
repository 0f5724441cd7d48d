// SF104: non_blocking=True from or into pageable memory, where it has no effect.
#include "rules/shared/call_match.h"

namespace syncfree::rules::pageable_non_blocking {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!is_call_of("SF104", event)) return std::nullopt;
  const bool into_host = called_name(event) == "copy_" && event.operands[0].is_cpu_tensor() == values::Truth::kYes;
  engine::Match match =
      into_host ? call_match(event, context,
                             "waits in spite of non_blocking=True, because it copies into pageable memory", {})
                : call_match(event, context,
                             "waits in spite of non_blocking=True, because it copies from pageable memory", {});
  match.hint = into_host ? "make the destination with `pin_memory=True`, and wait for an event before the host reads it"
                         : "pin the source first: `pin_memory()`, or `pin_memory=True` where it is made";
  return match;
}

}  // namespace syncfree::rules::pageable_non_blocking

// SF101: copies from the GPU into host memory that wait for their end.
#include "rules/shared/call_match.h"
#include "rules/shared/subscript_cause.h"
#include "rules/shared/words.h"

namespace syncfree::rules::blocking_copy_to_host {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (const SubscriptVerdict verdict = judge_subscript(event); verdict.cause == SubscriptCause::kDeviceValue) {
    engine::Match match;
    const bool is_view = verdict.kind == values::IndexKind::kHostInteger;
    match.message =
        is_view ? "storing a GPU tensor into " + quoted(context) + ", which is on the CPU, copies it there and waits"
                : "storing into " + quoted(context) + ", which is on the CPU, copies its index there and waits";
    match.hint = "keep the tensor that is stored into on the GPU: make it with `device=`, and copy it once at the end";
    match.sure = verdict.sure;
    return match;
  }
  if (!is_call_of("SF101", event)) return std::nullopt;
  engine::Match match =
      call_match(event, context, "copies to the host and waits until the GPU has done all work queued before",
                 "keep the tensor on the GPU, or copy with `non_blocking=True` and wait for an event "
                 "before the host reads it");
  if (event.consumer == engine::Consumer::kDeviceAgain)
    match.hint = "the value goes back to the GPU: use the tensor as it is";
  return match;
}

}  // namespace syncfree::rules::blocking_copy_to_host

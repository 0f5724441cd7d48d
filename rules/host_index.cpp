// SF401: index data on the host for a tensor on the GPU.
#include "rules/shared/call_match.h"
#include "rules/shared/subscript_cause.h"
#include "rules/shared/words.h"

namespace syncfree::rules::host_index {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (is_call_of("SF401", event)) {
    return call_match(event, context, "copies its index from the host to the GPU and waits",
                      "make the index on the GPU");
  }
  const SubscriptVerdict verdict = judge_subscript(event);
  if (verdict.cause != SubscriptCause::kHostIndex) return std::nullopt;
  engine::Match match;
  match.message = quoted(context) + (verdict.stores_number
                                         ? " copies its index and the stored number to the GPU, with a wait for each"
                                         : " copies its index from the host to the GPU and waits");
  match.hint =
      verdict.kind == values::IndexKind::kCpuIndex
          ? "make the index on the GPU with `device=`, or move it there once, outside the step"
          : "use a slice where the positions are regular, or keep the index in a tensor on the GPU that is made once";
  match.sure = verdict.sure;
  return match;
}

}  // namespace syncfree::rules::host_index

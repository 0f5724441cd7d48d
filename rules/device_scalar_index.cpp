// SF403: 0-dim tensors on the GPU as indices and slice bounds.
#include "rules/shared/call_match.h"
#include "rules/shared/subscript_cause.h"
#include "rules/shared/words.h"

namespace syncfree::rules::device_scalar_index {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (is_call_of("SF403", event)) {
    return call_match(event, context, "reads the position back from the GPU before the view can be made",
                      "`index_select` takes an index of one dimension and does not wait");
  }
  const SubscriptVerdict verdict = judge_subscript(event);
  if (verdict.cause != SubscriptCause::kDeviceScalar) return std::nullopt;
  engine::Match match;
  match.sure = verdict.sure;
  if (verdict.kind == values::IndexKind::kDeviceBounds) {
    match.message = quoted(context) + " reads its bounds back from the GPU before the view can be made";
    match.dependency = engine::Dependency::kTrue;
    match.hint = "keep the bounds on the host, or keep the full length and a mask: `torch.arange(size, device=…) < n`";
  } else {
    match.message = quoted(context) + " reads its 0-dim index back from the GPU before the view can be made";
    match.hint = event.kind == engine::EventKind::kSubscriptLoad
                     ? "give the tensor in the index a dimension, `.view(1)`, and `squeeze` the result: that is a "
                       "gather on the GPU"
                     : "give the tensor in the index a dimension, `.view(1)`, and store a value that lives on the GPU";
  }
  return match;
}

}  // namespace syncfree::rules::device_scalar_index

// SF501: boolean masks on the GPU that select.
#include "rules/shared/call_match.h"
#include "rules/shared/subscript_cause.h"
#include "rules/shared/words.h"

namespace syncfree::rules::mask_select {

using engine::Event;

namespace {

std::string_view what_is_read(std::string_view name) {
  if (name == "masked_select") return "selects by a mask, so the number of true elements is read back from the GPU";
  if (name.starts_with("masked_fill")) return "reads its fill value back from the GPU";
  return "waits for the number of elements that a mask selects";
}

engine::Match describe(const Event& event, const engine::MatchContext& context, bool surely_mask) {
  const bool stores = event.kind == engine::EventKind::kSubscriptStore;
  engine::Match match;
  if (stores && event.operands[0].is_cpu_tensor() == values::Truth::kYes) {
    match.message = "storing a number in a host tensor through the mask of " + quoted(context) +
                    " reads how many elements are true, and where, back from the GPU, with a wait for each";
    match.dependency = engine::Dependency::kTrue;
    match.hint = "make the tensor on the GPU with `device=`, where the mask is";
    return match;
  }
  if (!surely_mask) {
    match.message = quoted(context) + " waits for the GPU if the index is a boolean mask";
  } else if (stores) {
    match.message = "storing a tensor through the mask of " + quoted(context) +
                    " reads the number of true elements back from the GPU";
  } else {
    match.message = quoted(context) + " selects by a mask, so the number of true elements is read back from the GPU";
  }
  match.dependency = stores ? engine::Dependency::kFalse : dependency_of(event.consumer);
  match.hint = stores ? "without a wait, `torch.where(mask, value, x)` takes a value of the shape of `x`, and "
                        "`x.masked_scatter_(mask, values)` as many values as the mask has true elements"
                      : "keep the shape: `torch.where(mask, x, 0)`, or multiply by the mask where the result is summed";
  return match;
}

}  // namespace

std::optional<engine::Match> match(const Event& event, const engine::MatchContext& context) {
  if (is_call_of("SF501", event)) {
    engine::Match match = call_match(event, context, what_is_read(called_name(event)),
                                     "`torch.where(mask, value, x)` keeps everything on the GPU");
    if (called_name(event) != "masked_select") match.dependency = engine::Dependency::kFalse;
    return match;
  }
  const SubscriptVerdict verdict = judge_subscript(event);
  if (verdict.cause != SubscriptCause::kMask) return std::nullopt;
  engine::Match match = describe(event, context, verdict.kind == values::IndexKind::kDeviceMask);
  match.sure = verdict.sure;
  return match;
}

}  // namespace syncfree::rules::mask_select

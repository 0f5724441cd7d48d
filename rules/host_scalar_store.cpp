// SF402: host numbers and CPU tensors stored into elements of a tensor on the GPU.
#include <string>

#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"
#include "rules/shared/subscript_cause.h"
#include "rules/shared/words.h"

namespace syncfree::rules::host_scalar_store {

using engine::Match;
using engine::MatchContext;
using values::IndexKind;

namespace {

void describe_number(Match& match, const SubscriptVerdict& verdict, const MatchContext& context) {
  switch (verdict.kind) {
    case IndexKind::kCpuMask:
      match.message = "storing a host number through the CPU mask of " + quoted(context) +
                      " copies the number to the GPU and waits";
      match.hint = "move the mask to the GPU once: through a mask there, a number is stored by a kernel";
      return;
    case IndexKind::kDeviceIndex:
    case IndexKind::kUnknown:
      match.message =
          "storing a host number through the index of " + quoted(context) + " copies the number to the GPU and waits";
      match.hint =
          "`index_fill_(dim, index, value)` passes the number to a kernel; or store a 0-dim tensor that lives on the "
          "GPU";
      return;
    default:
      break;
  }
  match.message = "storing a host number into the one element " + quoted(context) + " copies it to the GPU and waits";
  match.hint =
      (is_cut(context) ? "`fill_(value)` of the element" : "`" + std::string(context.text) + ".fill_(value)`") +
      " passes the number to a kernel";
}

}  // namespace

std::optional<Match> match(const engine::Event& event, const MatchContext& context) {
  if (is_call_of("SF402", event) || rule_of_copy(event) == "SF402") {
    return call_match(event, context, "copies the stored values from the host to the GPU and waits",
                      "store values that live on the GPU");
  }
  const SubscriptVerdict verdict = judge_subscript(event);
  if (verdict.cause != SubscriptCause::kHostValue) return std::nullopt;
  Match match;
  match.sure = verdict.sure;
  if (verdict.stores_number || !values::known(event.operands[2].is_cpu_tensor())) {
    describe_number(match, verdict, context);
  } else {
    match.message = "storing a CPU tensor into " + quoted(context) + " copies it to the GPU and waits";
    match.hint = "make the value on the GPU, or bring it there first, from pinned memory with `non_blocking=True`";
  }
  return match;
}

}  // namespace syncfree::rules::host_scalar_store

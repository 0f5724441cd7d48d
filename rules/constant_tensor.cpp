// SF202: one host number made a tensor on the GPU by copying.
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::constant_tensor {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF202") return std::nullopt;
  engine::Match match = call_match(event, context, "copies one number to the GPU and waits until the copy is done", {});
  match.hint = called_name(event) == "new_tensor"
                   ? "`new_full((), value)` makes it on the GPU"
                   : "`torch.full((), value, device=…)` makes it on the GPU, with the same shape";
  return match;
}

}  // namespace syncfree::rules::constant_tensor

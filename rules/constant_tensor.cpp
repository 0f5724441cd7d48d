// SF202: one host number made a tensor on the GPU by copying.
#include <string>

#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::constant_tensor {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF202") return std::nullopt;
  engine::Match match = call_match(event, context, "copies one number to the GPU and waits until the copy is done", {});
  const bool in_list = event.operands[0].may_be(values::Kinds(values::Kind::kList) | values::Kind::kTuple);
  const std::string shape = in_list ? "(1,)" : "()";
  match.hint = called_name(event) == "new_tensor"
                   ? "`new_full(" + shape + ", value)` makes it on the GPU"
                   : "`torch.full(" + shape + ", value, device=…)` makes it on the GPU, with the same shape";
  return match;
}

}  // namespace syncfree::rules::constant_tensor

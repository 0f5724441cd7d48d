// SF201: tensors made on the GPU from Python or NumPy data.
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::tensor_from_host_data {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF201") return std::nullopt;
  engine::Match match = call_match(event, context, "copies host data to the GPU and waits until the copy is done", {});
  const values::Value& data = event.operands[0];
  const bool may_be_number =
      event.origin == engine::Origin::kUnknown && (data.is_anything() || data.may_be(values::kHostNumber));
  match.hint = may_be_number ? "one number: `torch.full((), number, device=…)` copies nothing; " : "";
  match.hint +=
      "constant data: build the tensor once, outside the step; changing data: put them into pinned memory and copy "
      "with `non_blocking=True`";
  return match;
}

}  // namespace syncfree::rules::tensor_from_host_data

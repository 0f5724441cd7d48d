// What the line looks like without the read; whether the code around it takes a tensor is for its author to say.
#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::host_scalar_read {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || !event.operands[0].only(values::Kind::kTensor)) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const bool is_method = name == "item" || name == "tolist";
  const bool converts =
      (name == "float" || name == "int") && call->arguments.size() == 1 && receiver_of(*call) == nullptr;
  if (!is_method && !converts) return std::nullopt;
  const model::Expression& tensor = is_method ? *receiver_of(*call) : *call->arguments.front().value;
  Proposal proposal{Applicability::kSuggestion, "keep the tensor, and read it after the step or every N steps", {}};
  proposal.edits.emplace_back(fixes::Replace{call, fixes::method(fixes::kept(tensor), "detach", {})});
  return proposal;
}

}  // namespace syncfree::rules::host_scalar_read

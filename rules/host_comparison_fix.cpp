// The comparison as a tensor. Only shown: what asks for a bool has to take one.
#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::host_comparison {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || !calls_torch_function(*call, context) || called_name(event) != "allclose") return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "compare on the GPU; the answer is a tensor", {}};
  proposal.edits.emplace_back(fixes::Rename{call->callee, "isclose", "torch.isclose"});
  proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, "all", std::vector<fixes::CodeArgument>{}});
  return proposal;
}

}  // namespace syncfree::rules::host_comparison

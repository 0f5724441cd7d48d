// C++: the policy under which an algorithm returns at once. Only shown: who reads its output on the host has to wait.
#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::blocking_thrust {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event&, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Argument* policy = call == nullptr ? nullptr : keyword_argument(*call, "policy", context.symbols);
  if (policy == nullptr || !call->range.contains(policy->value->range)) return std::nullopt;
  const std::string_view written = text_of(*policy->value, context);
  if (!written.ends_with("thrust::device") && !written.ends_with("thrust::cuda::par")) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "run it under a policy that does not wait", {}};
  proposal.edits.emplace_back(fixes::Replace{policy->value, fixes::library("thrust.cuda.par_nosync")});
  return proposal;
}

}  // namespace syncfree::rules::blocking_thrust

// `x.cpu().to(device)`: the way over the host is left out.
#include "rules/rewrites/fix_parts.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::round_trip {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event&, const engine::FixContext& context) {
  const model::Call* move = plain_call(context);
  const model::Expression* moved = move == nullptr ? nullptr : receiver_of(*move);
  const auto* to_host = moved == nullptr ? nullptr : moved->get_if<model::Call>();
  if (to_host == nullptr || !to_host->arguments.empty() || callee_name(*to_host, context.symbols) != "cpu")
    return std::nullopt;
  const model::Expression* value = receiver_of(*to_host);
  if (value == nullptr) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "stay on the GPU (the same tensor, where there were two copies)", {}};
  proposal.edits.emplace_back(fixes::Unwrap{to_host, value});
  return proposal;
}

}  // namespace syncfree::rules::round_trip

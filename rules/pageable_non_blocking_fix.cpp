// The source is pinned first, so that `non_blocking=True` does what it says.
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/move_target.h"

namespace syncfree::rules::pageable_non_blocking {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* source = call == nullptr ? nullptr : receiver_of(*call);
  const std::string_view name = called_name(event);
  if (source == nullptr || (name != "to" && name != "cuda") || !event.operands[0].only(values::Kind::kTensor))
    return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "copy from pinned memory", {}};
  const std::optional<MoveTarget> target = move_target(event, *call, context);
  if (target && target->dtype) {
    proposal.edits.emplace_back(fixes::Replace{call, pinned_copy(*source, *target)});
    return proposal;
  }
  proposal.edits.emplace_back(fixes::SelectMember{source, call, "pin_memory", std::vector<fixes::CodeArgument>{}});
  return proposal;
}

}  // namespace syncfree::rules::pageable_non_blocking

// `x.to(device)` from the host becomes a copy from pinned memory that the host does not wait for.
#include "rules/call_match.h"
#include "rules/copy_rule.h"
#include "rules/fix_parts.h"
#include "rules/move_target.h"

namespace syncfree::rules::blocking_copy_to_device {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using values::Value;

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  const model::Expression* source = call == nullptr ? nullptr : receiver_of(*call);
  const std::string_view name = called_name(event);
  const Value& value = event.operands[0];
  if (source == nullptr || (name != "to" && name != "cuda") || !value.only(values::Kind::kTensor)) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, *call, context);
  const bool on_host = value.is_cpu_tensor() == values::Truth::kYes;
  const bool pinned = value.memories.within(values::Memory::kPinned);
  Proposal proposal{on_host ? Applicability::kUnsafe : Applicability::kSuggestion,
                    pinned ? "do not wait for the copy (leave the source alone until it has run)"
                           : "copy from pinned memory, and do not wait",
                    {}};
  if (target && target->dtype) {
    proposal.edits.emplace_back(fixes::Replace{call, pinned_copy(*source, *target)});
    return proposal;
  }
  if (!pinned)
    proposal.edits.emplace_back(fixes::SelectMember{source, call, "pin_memory", std::vector<fixes::CodeArgument>{}});
  proposal.edits.emplace_back(fixes::SetKeyword{call, "non_blocking", fixes::boolean(true)});
  return proposal;
}

}  // namespace syncfree::rules::blocking_copy_to_device

// `torch.tensor(data, device=d)` goes through pinned memory, and the host does not wait for the copy.
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/move_target.h"
#include "rules/pinned_copy.h"

namespace syncfree::rules::tensor_from_host_data {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Argument;
using model::Call;

namespace {

bool says_only_element_type_and_device(const Call& call, const FixContext& context) {
  for (const Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = context.symbols.text(argument.keyword);
    if (keyword != "dtype" && keyword != "device") return false;
  }
  return positional_count(call) == 1 && !call.arguments.empty() && !call.arguments.front().keyword;
}

/// `torch.from_numpy(a).to(device)`.
std::optional<Proposal> move_pinned(const Event& event, const Call& move, const FixContext& context) {
  const model::Expression* source = receiver_of(move);
  const std::string_view name = callee_name(move, context.symbols);
  if (source == nullptr || (name != "to" && name != "cuda")) return std::nullopt;
  const bool sure = event.operands[0].is_cpu_tensor() == values::Truth::kYes;
  Proposal proposal{
      sure ? Applicability::kUnsafe : Applicability::kSuggestion, "copy from pinned memory, and do not wait", {}};
  const std::optional<MoveTarget> target = move_target(event, move, context);
  if (target && target->dtype) {
    proposal.edits.emplace_back(fixes::Replace{&move, pinned_copy(*source, *target)});
    return proposal;
  }
  proposal.edits.emplace_back(fixes::SelectMember{source, &move, "pin_memory", std::vector<fixes::CodeArgument>{}});
  proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  return proposal;
}

/// `x.new_tensor(data)`, of the element type of `x`.
std::optional<Proposal> like_receiver(const Event& event, const Call& call) {
  const model::Expression* x = receiver_of(call);
  if (x == nullptr || !is_stable(*x) || call.arguments.size() != 1 || call.arguments.front().keyword)
    return std::nullopt;
  const bool may_be_there = event.operands[1].may_be(values::Kinds(values::Kind::kTensor) | values::Kind::kAnything);
  fixes::Code made = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(*call.arguments.front().value)},
                                                                  {"dtype", fixes::attribute(fixes::kept(*x), "dtype")},
                                                                  {"pin_memory", fixes::boolean(true)}});
  Proposal proposal{may_be_there ? Applicability::kSuggestion : Applicability::kUnsafe,
                    "make it in pinned memory, and do not wait for the copy",
                    {}};
  proposal.edits.emplace_back(fixes::Replace{&call, fixes::method(std::move(made), "to",
                                                                  {{{}, fixes::attribute(fixes::kept(*x), "device")},
                                                                   {"non_blocking", fixes::boolean(true)}})});
  return proposal;
}

std::optional<Proposal> made_pinned(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (!calls_torch_function(*call, context)) {
    if (called_name(event) == "new_tensor") return like_receiver(event, *call);
    return move_pinned(event, *call, context);
  }
  if (!is_call_of("SF201", event)) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const Argument* device = keyword_argument(*call, "device", context.symbols);
  if ((name != "tensor" && name != "as_tensor") || device == nullptr) return std::nullopt;
  if (!says_only_element_type_and_device(*call, context)) return std::nullopt;
  // Data that may be a tensor already may live on the GPU, where there is nothing to pin.
  if (values::may_hold_device_tensor(event.operands[0]) && !event.operands[0].is_anything()) return std::nullopt;
  const bool may_be_there = event.operands[0].may_be(values::Kinds(values::Kind::kTensor) | values::Kind::kAnything);
  Proposal proposal{may_be_there ? Applicability::kSuggestion : Applicability::kUnsafe,
                    "make it in pinned memory, and do not wait for the copy",
                    {}};
  const auto place = static_cast<std::size_t>(device - call->arguments.data());
  proposal.edits.emplace_back(fixes::RemoveArgument{call, place});
  if (name == "tensor") {
    proposal.edits.emplace_back(fixes::SetKeyword{call, "pin_memory", fixes::boolean(true)});
  } else {
    proposal.edits.emplace_back(fixes::SelectMember{call, nullptr, "pin_memory", std::vector<fixes::CodeArgument>{}});
  }
  proposal.edits.emplace_back(fixes::SelectMember{
      call, nullptr, "to",
      std::vector<fixes::CodeArgument>{{{}, fixes::kept(*device->value)}, {"non_blocking", fixes::boolean(true)}}});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  auto proposal = made_pinned(event, context);
  return proposal ? proposal : through_pinned_memory(event, context);
}

}  // namespace syncfree::rules::tensor_from_host_data

// `torch.tensor(data, device=d)` goes through pinned memory, and the host does not wait for the copy.
#include "rules/call_match.h"
#include "rules/fix_parts.h"

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
std::optional<Proposal> move_pinned(const Call& move, const FixContext& context) {
  const model::Expression* source = receiver_of(move);
  const std::string_view name = callee_name(move, context.symbols);
  if (source == nullptr || (name != "to" && name != "cuda")) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "copy from pinned memory, and do not wait", {}};
  proposal.edits.emplace_back(fixes::SelectMember{source, &move, "pin_memory", std::vector<fixes::CodeArgument>{}});
  proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (!calls_torch_function(*call, context)) return move_pinned(*call, context);
  if (!is_call_of("SF201", event)) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const Argument* device = keyword_argument(*call, "device", context.symbols);
  if ((name != "tensor" && name != "as_tensor") || device == nullptr) return std::nullopt;
  if (!says_only_element_type_and_device(*call, context)) return std::nullopt;
  // Data that may be a tensor already may live on the GPU, where there is nothing to pin.
  const bool may_be_there = event.operands[0].may_be(values::Kinds(values::Kind::kTensor) | values::Kind::kAnything);
  std::vector<fixes::CodeArgument> kept;
  for (const Argument& argument : call->arguments) {
    if (&argument == device) continue;
    kept.push_back(
        {std::string(argument.keyword ? context.symbols.text(argument.keyword) : ""), fixes::kept(*argument.value)});
  }
  fixes::Code made = fixes::call(fixes::kept(*call->callee), std::move(kept));
  if (name == "tensor") {
    made.arguments.push_back({"pin_memory", fixes::boolean(true)});
  } else {
    made = fixes::method(std::move(made), "pin_memory", {});
  }
  Proposal proposal{may_be_there ? Applicability::kSuggestion : Applicability::kUnsafe,
                    "make it in pinned memory, and do not wait for the copy",
                    {}};
  proposal.edits.emplace_back(
      fixes::Replace{call, fixes::method(std::move(made), "to",
                                         {{{}, fixes::kept(*device->value)}, {"non_blocking", fixes::boolean(true)}})});
  return proposal;
}

}  // namespace syncfree::rules::tensor_from_host_data

// `x.to(device)` from the host becomes a copy from pinned memory that the host does not wait for.
#include "rules/rewrites/avoided_copy.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::blocking_copy_to_device {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;

namespace {

/// The number in `torch.tensor(number)`, whatever else it is given.
const model::Expression* number_in(const model::Expression& made, const FixContext& context) {
  const auto* call = made.get_if<model::Call>();
  const bool plain = call != nullptr && !has_stars(*call) && callee_name(*call, context.symbols) == "tensor" &&
                     calls_torch_function(*call, context) && positional_count(*call) == 1;
  if (!plain || keyword_argument(*call, "device", context.symbols) != nullptr) return nullptr;
  const model::Expression* number = call->arguments.front().value;
  return number->kind == model::ExpressionKind::kSequence ? nullptr : number;
}

/// `torch.where(mask, torch.tensor(3), x)` takes the number itself.
std::optional<Proposal> where_of_numbers(const model::Call& call, const FixContext& context) {
  Proposal proposal{Applicability::kSuggestion, "hand over the number itself", {}};
  for (const model::Argument& argument : call.arguments) {
    if (const model::Expression* number = number_in(*argument.value, context))
      proposal.edits.emplace_back(fixes::Replace{argument.value, fixes::kept(*number)});
  }
  return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
}

/// `torch.tensor(3).type_as(x)`
std::optional<Proposal> number_like(const model::Call& call, const FixContext& context) {
  const model::Expression* source = receiver_of(call);
  const model::Expression* number = source == nullptr ? nullptr : number_in(*source, context);
  if (number == nullptr || call.arguments.size() != 1 || positional_count(call) != 1) return std::nullopt;
  return shown("make the number on the GPU with `new_full`",
               fixes::Replace{&call, fixes::method(fixes::kept(*call.arguments.front().value), "new_full",
                                                   {{{}, fixes::tuple({})}, {{}, fixes::kept(*number)}})});
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  const std::string_view name = called_name(event);
  if (name == "where") return where_of_numbers(*call, context);
  if (auto proposal = name == "type_as" ? number_like(*call, context) : std::nullopt) return proposal;
  return avoided_copy(event, context);
}

}  // namespace syncfree::rules::blocking_copy_to_device

// `torch.tensor(0., device=d)` becomes `torch.full((), 0., device=d)`: the number goes to the kernel as an argument.
#include <algorithm>

#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/move_target.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/pinned_copy.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::constant_tensor {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Argument;
using model::Call;
using model::Expression;

namespace {

struct Number {
  const Expression* number;
  const Expression* list = nullptr;  ///< the `[number]` that holds it
};

bool is_known_number(const values::Value& value) {
  return value.only(values::kHostNumber) && value.evidence != values::Evidence::kGuessed;
}

/// The number that the call copies, as its first argument.
std::optional<Number> number_in(const Call& call) {
  if (call.arguments.empty() || call.arguments.front().keyword || positional_count(call) != 1) return std::nullopt;
  const Expression& data = *call.arguments.front().value;
  const auto* list = data.get_if<model::Sequence>();
  if (list == nullptr) return Number{&data};
  if (list->elements.size() != 1 || list->elements.front()->kind == model::ExpressionKind::kStarred)
    return std::nullopt;
  return Number{list->elements.front(), list};
}

bool takes_what_full_takes(const Call& call, const FixContext& context) {
  for (const Argument& argument : call.arguments) {
    if (!argument.keyword) continue;
    const std::string_view keyword = context.symbols.text(argument.keyword);
    if (keyword != "dtype" && keyword != "device" && keyword != "requires_grad") return false;
  }
  return true;
}

/// `call` as a call of `full` or `new_full`.
std::optional<Proposal> fill(const Call& call, const FixContext& context, std::string name) {
  const std::optional<Number> number = number_in(call);
  if (!number || has_stars(call) || !takes_what_full_takes(call, context)) return std::nullopt;
  if (number->number->kind == model::ExpressionKind::kSequence) return std::nullopt;
  // A number for this caller, and for another a tensor, which `full` would read back.
  const auto is_there = [](const values::Value& value) { return values::known(value.is_device_tensor()); };
  if (for_some_caller(*number->number, context, is_there)) return std::nullopt;
  const Argument* dtype = keyword_argument(call, "dtype", context.symbols);
  const ElementType type = dtype != nullptr     ? ElementType::kGiven
                           : name == "new_full" ? ElementType::kOpen
                                                : ElementType::kOfNumber;
  const bool sure = type == ElementType::kOfNumber
                        ? is_python_number(*number->number, context.symbols)
                        : fits(*number->number, type, dtype == nullptr ? nullptr : dtype->value, context);
  Proposal proposal{
      sure ? Applicability::kSafe : Applicability::kUnsafe, "make the number on the GPU with `" + name + "`", {}};
  proposal.edits.emplace_back(fixes::Rename{call.callee, name, "torch." + name});
  const bool one = number->list != nullptr;
  proposal.edits.emplace_back(fixes::InsertArgument{
      &call, 0, fixes::tuple(one ? std::vector{fixes::number("1")} : std::vector<fixes::Code>{})});
  if (one) proposal.edits.emplace_back(fixes::Replace{number->list, fixes::kept(*number->number)});
  return proposal;
}

bool is_data_constructor(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  return (name == "tensor" || name == "as_tensor" || name == "asarray") && calls_torch_function(call, context);
}

/// `torch.tensor(0.).to(device)`.
std::optional<Proposal> fill_and_drop_move(const Event& event, const Call& move, const FixContext& context) {
  const Expression* receiver = receiver_of(move);
  const Call* made = receiver == nullptr ? nullptr : receiver->get_if<Call>();
  if (made == nullptr || !is_data_constructor(*made, context)) return std::nullopt;
  if (keyword_argument(*made, "requires_grad", context.symbols) != nullptr) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, move, context);
  if (!target) return std::nullopt;
  std::optional<Proposal> proposal = fill(*made, context, "full");
  if (!proposal) return std::nullopt;
  if (target->dtype) {
    // A number that went through another element type first may have been rounded there.
    if (keyword_argument(*made, "dtype", context.symbols) != nullptr) return std::nullopt;
    proposal->applicability = Applicability::kUnsafe;
    proposal->edits.emplace_back(fixes::SetKeyword{made, "dtype", *target->dtype});
  }
  proposal->edits.emplace_back(fixes::SetKeyword{made, "device", target->device});
  proposal->edits.emplace_back(fixes::Unwrap{&move, made});
  return proposal;
}

/// `torch.as_tensor(x)` takes tensors as well, and some callers give one.
bool may_be_given_tensor(const Call& call, const FixContext& context) {
  if (callee_name(call, context.symbols) == "tensor" || call.arguments.empty() || context.location.function == nullptr)
    return false;
  // One that says nothing of what it is may be given one by callers that are not here.
  const auto* name = call.arguments.front().value->get_if<model::Name>();
  const bool is_parameter =
      name != nullptr && std::ranges::any_of(context.location.function->parameters, [&](const auto& parameter) {
        return parameter.name == name->name && parameter.default_value == nullptr;
      });
  return is_parameter || for_some_caller(*call.arguments.front().value, context, [](const values::Value& value) {
           return value.may_be(values::Kind::kTensor);
         });
}

std::optional<Proposal> made_there(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (is_data_constructor(*call, context)) {
    if (may_be_given_tensor(*call, context)) return std::nullopt;
    const bool number = is_known_number(event.operands[0]) || number_in(*call).value_or(Number{}).list != nullptr;
    return number ? fill(*call, context, "full") : std::nullopt;
  }
  if (called_name(event) == "new_tensor")
    return is_known_number(event.operands[1]) ? fill(*call, context, "new_full") : std::nullopt;
  return fill_and_drop_move(event, *call, context);
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  auto proposal = made_there(event, context);
  return proposal ? proposal : through_pinned_memory(event, context);
}

}  // namespace syncfree::rules::constant_tensor

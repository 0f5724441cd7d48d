#include "rules/shown_rewrite.h"

#include <array>

#include "rules/fix_parts.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

constexpr std::array<std::string_view, 11> kMakers = {"arange", "zeros", "ones",  "empty",    "full",    "eye",
                                                      "range",  "rand",  "randn", "linspace", "randperm"};

bool is_on_device(const Value& value) { return value.only(Kind::kTensor) && !value.places.within(values::Place::kCpu); }

void replace_numbers(const Expression& given, const Value& value, const FixContext& context, Proposal& proposal) {
  if (is_on_device(value)) {
    proposal.edits.emplace_back(fixes::Replace{&given, number_of_host(given, context)});
    return;
  }
  const auto* several = given.get_if<model::Sequence>();
  if (several == nullptr || value.aggregate == nullptr || !value.aggregate->exact) return;
  if (several->elements.size() != value.aggregate->elements.size()) return;
  for (std::size_t i = 0; i < several->elements.size(); ++i)
    replace_numbers(*several->elements[i], value.aggregate->elements[i], context, proposal);
}

}  // namespace

Proposal shown(std::string title, fixes::Edit edit) {
  Proposal proposal{fixes::Applicability::kSuggestion, std::move(title), {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
}

Code number_of_host(const Expression& number, const FixContext& context) {
  return fixes::name(fresh_name(number, "on_host", context));
}

Code copied_without_waiting(Code tensor, const Expression& like) {
  return fixes::method(fixes::method(std::move(tensor), "pin_memory", {}), "to",
                       {{{}, fixes::attribute(fixes::kept(like), "device")}, {"non_blocking", fixes::boolean(true)}});
}

std::optional<Proposal> with_numbers_of_host(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || event.operation == nullptr) return std::nullopt;
  const std::size_t receiver = event.operation->name.starts_with("torch.Tensor.") && receiver_of(*call) != nullptr &&
                                       !calls_torch_function(*call, context)
                                   ? 1
                                   : 0;
  Proposal proposal{fixes::Applicability::kSuggestion, "with a number that the host keeps beside the tensor", {}};
  for (std::size_t i = 0; i < call->arguments.size() && i + receiver < event.operands.size(); ++i) {
    // What an operator works on comes first; what makes a tensor begins with sizes.
    if (i + receiver == 0 && !is_one_of(callee_name(*call, context.symbols), kMakers)) continue;
    replace_numbers(*call->arguments[i].value, event.operands[i + receiver], context, proposal);
  }
  return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
}

}  // namespace syncfree::rules

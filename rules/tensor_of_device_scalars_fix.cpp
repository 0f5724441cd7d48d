// `torch.tensor([a, b])` of GPU scalars becomes `torch.stack([a, b])`.
#include <algorithm>
#include <array>
#include <utility>

#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::tensor_of_device_scalars {

using engine::Event;
using fixes::Applicability;
using fixes::Proposal;
using values::Value;

namespace {

/// What `stack` takes, and puts together as `tensor` does.
bool is_scalar_tensor(const Value& value) {
  return value.only(values::Kind::kTensor) && value.rank.is(0) == values::Truth::kYes;
}

bool holds_scalar_tensors(const Value& list) {
  if (!list.only(values::Kinds(values::Kind::kList) | values::Kind::kTuple) || list.aggregate == nullptr) return false;
  const values::Aggregate& content = *list.aggregate;
  if (content.exact) return !content.elements.empty() && std::ranges::all_of(content.elements, is_scalar_tensor);
  return is_scalar_tensor(content.rest) && std::ranges::all_of(content.elements, is_scalar_tensor);
}

/// The list holds lists: `stack` would be needed for each.
bool holds_sequences(const Value& list) {
  if (list.aggregate == nullptr) return false;
  const auto is_sequence = [](const Value& value) {
    return !value.is_bottom() && value.only(values::Kinds(values::Kind::kList) | values::Kind::kTuple);
  };
  return is_sequence(list.aggregate->rest) || std::ranges::any_of(list.aggregate->elements, is_sequence);
}

/// `torch.FloatTensor([…])` says what its elements are, and `torch.Tensor([…])` is the same.
std::optional<fixes::Code> type_of_class(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes = {{{"Tensor", "float"},
                                                                                    {"FloatTensor", "float"},
                                                                                    {"DoubleTensor", "double"},
                                                                                    {"LongTensor", "long"},
                                                                                    {"IntTensor", "int"}}};
  const auto* found = std::ranges::find(kTypes, name, &std::pair<std::string_view, std::string_view>::first);
  if (found == kTypes.end()) return std::nullopt;
  return fixes::library("torch." + std::string(found->second));
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || !calls_torch_function(*call, context)) return std::nullopt;
  const bool of_all =
      !call->arguments.empty() && !for_some_caller(*call->arguments.front().value, context, [](const Value& list) {
        return !list.is_bottom() && !holds_scalar_tensors(list);
      });
  const bool sure = of_all && holds_scalar_tensors(event.operands[0]);
  // `stack` has no device; a list that is not all of one element type it refuses.
  if (call->arguments.empty() || call->arguments.front().keyword) return std::nullopt;
  if (holds_sequences(event.operands[0])) {
    const model::Expression& list = *call->arguments.front().value;
    return with_number_of_host(list, context);
  }
  if (!sure)
    return in_words(
        "put the tensors of no dimensions together with `torch.stack`, and make those that are numbers of the "
        "host tensors there first, filled on that device");
  Proposal proposal{sure ? Applicability::kUnsafe : Applicability::kSuggestion,
                    "put them together with `torch.stack` (keeps the gradient and the device)",
                    {}};
  proposal.edits.emplace_back(fixes::Rename{call->callee, "stack", "torch.stack"});
  std::optional<fixes::Code> type = type_of_class(callee_name(*call, context.symbols));
  for (std::size_t i = 1; i < call->arguments.size(); ++i) {
    const model::Argument& argument = call->arguments[i];
    const std::string_view keyword = argument.keyword ? context.symbols.text(argument.keyword) : std::string_view();
    if (keyword == "dtype") {
      type = fixes::kept(*argument.value);
    } else if (keyword != "device") {
      return std::nullopt;
    }
    proposal.edits.emplace_back(fixes::RemoveArgument{call, i});
  }
  if (type) {
    proposal.edits.emplace_back(
        fixes::SelectMember{call, nullptr, "to", std::vector<fixes::CodeArgument>{{{}, std::move(*type)}}});
  }
  return proposal;
}

}  // namespace syncfree::rules::tensor_of_device_scalars

// What the line looks like without the read; whether the code around it takes a tensor is for its author to say.
#include <array>

#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::host_scalar_read {

using fixes::Applicability;
using fixes::Proposal;

namespace {

/// `math.ceil(t)`
std::optional<Proposal> computed_there(const model::Call& call, const engine::FixContext& context) {
  const auto* function = call.callee->get_if<model::Attribute>();
  constexpr std::array<std::string_view, 12> kAlike = {"ceil", "floor", "sqrt", "exp",  "log",   "log2",
                                                       "sin",  "cos",   "tan",  "tanh", "trunc", "isnan"};
  if (function == nullptr || call.arguments.size() != 1 || text_of(*function->object, context) != "math")
    return std::nullopt;
  const std::string_view name = context.symbols.text(function->name);
  if (!is_one_of(name, kAlike)) return std::nullopt;
  return shown("compute it on the GPU; the result is a tensor",
               fixes::Replace{call.callee, fixes::library("torch." + std::string(name))});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (auto there = computed_there(*call, context)) return there;
  const std::string_view name = callee_name(*call, context.symbols);
  const bool is_method = name == "item" || name == "tolist";
  const bool converts =
      (name == "float" || name == "int") && call->arguments.size() == 1 && receiver_of(*call) == nullptr;
  if (!is_method && !converts) return std::nullopt;
  if (!event.operands[0].only(values::Kind::kTensor))
    return shown("with a number that the host keeps beside the tensor",
                 fixes::Replace{
                     call, number_of_host(is_method ? *receiver_of(*call) : *call->arguments.front().value, context)});
  const model::Expression& tensor = is_method ? *receiver_of(*call) : *call->arguments.front().value;
  Proposal proposal{Applicability::kSuggestion, "keep the tensor, and read it after the step or every N steps", {}};
  proposal.edits.emplace_back(fixes::Replace{call, fixes::method(fixes::kept(tensor), "detach", {})});
  return proposal;
}

}  // namespace syncfree::rules::host_scalar_read

// The line without the read, where the code around it takes a tensor; elsewhere the read goes behind the loop, or words
// say what has to change.
#include <array>

#include "analyzer/engine/takes_tensor.h"
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/read_behind_loop.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::host_scalar_read {

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
  if (!is_one_of(name, kAlike) || !engine::takes_tensor(context.view, call)) return std::nullopt;
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
  const model::Expression& tensor = is_method ? *receiver_of(*call) : *call->arguments.front().value;
  if (!event.operands[0].only(values::Kind::kTensor)) return with_number_of_host(tensor, context);
  if (auto later = read_behind_loop(*call, tensor, event.operands[0], context)) return later;
  // `int(t)` of a fraction, and `float(t)` of a whole number, make another number of it.
  const bool same_number = is_method || event.operands[0].elements.within(name == "float" ? values::Element::kFloating
                                                                                          : values::Element::kInteger);
  if (name == "tolist" || !same_number || !engine::takes_tensor(context.view, *call)) return std::nullopt;
  return shown("keep the tensor: what is computed with it takes one",
               fixes::Replace{call, fixes::method(fixes::kept(tensor), "detach", {})});
}

}  // namespace syncfree::rules::host_scalar_read

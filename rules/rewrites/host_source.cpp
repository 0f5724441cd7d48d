#include "rules/rewrites/host_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/loader_of.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/to_gpu.h"
#include "rules/rewrites/views.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using fixes::CodeKind;
using model::Argument;
using model::Call;
using model::Expression;
using model::Statement;
using values::Kind;
using values::Value;

namespace {

/// What can be pinned: a tensor that surely is on the host, by what was seen of it.
bool is_surely_on_host(const Value& value) {
  return value.only(Kind::kTensor) && value.is_cpu_tensor() == values::Truth::kYes;
}

/// What the event at the finding's place took there, which may be known by more than the expression's own value.
bool is_taken_from_host(const engine::FunctionView& view, const FixContext& context) {
  return std::ranges::any_of(view.outcome().events, [&](const engine::Event& event) {
    return event.range == context.location.node->range && is_surely_on_host(event.operands[0]);
  });
}

/// Whoever else calls the function, also those for whom nothing is copied here because it is on the GPU already.
bool is_on_host_for_others(const Expression& tensor, const FixContext& context) {
  return std::ranges::all_of(several_contexts(context), [&](std::uint32_t other) {
    if (other == context.view.context()) return true;
    const engine::FunctionView view = context.view.elsewhere(other);
    const Value* value = view.observation().value_of(tensor);
    return value == nullptr || value->is_bottom() || is_surely_on_host(*value) || is_taken_from_host(view, context);
  });
}

constexpr int kMostSteps = 30;

/// Built by functions of torch from numbers and from what is built so, as the function shows.
bool is_made_here(const Expression& tensor, const FixContext& context, int& steps) {
  if (++steps > kMostSteps) return false;
  const auto made = [&](const Expression* part) { return is_made_here(*part, context, steps); };
  const Value* value = value_of(tensor, context);
  if (value != nullptr && (value->only(values::kHostNumber | Kind::kShape | Kind::kDtype) ||
                           (value->only(Kind::kTensor) && value->origin != values::Origin::kUnknown)))
    return true;
  switch (tensor.kind) {
    case model::ExpressionKind::kConstant:
    case model::ExpressionKind::kSlice:
      return true;
    case model::ExpressionKind::kName: {
      const model::Assign* assign = only_assignment(tensor, context);
      return assign != nullptr && made(assign->value);
    }
    case model::ExpressionKind::kUnary:
      return made(tensor.as<model::Unary>().operand);
    case model::ExpressionKind::kBinary:
      return made(tensor.as<model::Binary>().left) && made(tensor.as<model::Binary>().right);
    case model::ExpressionKind::kSubscript:
      return made(tensor.as<model::Subscript>().object);
    case model::ExpressionKind::kCall: {
      const auto& call = tensor.as<Call>();
      const Expression* receiver = calls_torch_function(call, context) ? nullptr : receiver_of(call);
      if (receiver == nullptr ? !calls_torch_function(call, context) : !made(receiver)) return false;
      return std::ranges::all_of(call.arguments, [&](const Argument& argument) { return made(argument.value); });
    }
    default:
      return false;
  }
}

/// The element type of `torch.FloatTensor([…])`; nothing for other names.
std::optional<Code> type_by_name(std::string_view name) {
  if (name == "Tensor") return fixes::call(fixes::library("torch.get_default_dtype"), {});
  if (name == "FloatTensor") return fixes::library("torch.float32");
  if (name == "LongTensor") return fixes::library("torch.int64");
  return std::nullopt;
}

/// A parameter without a type: callers that nobody sees may pass an array, which `as_tensor` takes.
bool is_open_parameter(const Expression& data, const FixContext& context) {
  const auto* name = data.get_if<model::Name>();
  const model::Function* function = context.location.function;
  if (name == nullptr || function == nullptr) return false;
  return std::ranges::any_of(function->parameters, [&](const model::Parameter& parameter) {
    return parameter.name == name->name && parameter.annotation == nullptr;
  });
}

/// `torch.tensor(a)` for a tensor that is made from data: `torch.from_numpy(a)`, `torch.Tensor([…])`,
/// `torch.as_tensor(a, dtype=t)`.
std::optional<Code> made_again(const Expression& tensor, const FixContext& context) {
  const auto* call = tensor.get_if<Call>();
  if (call == nullptr || has_stars(*call) || !calls_torch_function(*call, context) || positional_count(*call) != 1)
    return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const Expression& data = *call->arguments.front().value;
  const Value* value = value_of(data, context);
  Code again = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(data)}});
  if (value == nullptr || may_be_tensor(*value) || may_be_array(*value)) return std::nullopt;
  if (const auto type = type_by_name(name)) {
    const bool list = value != nullptr && value->only(values::Kinds(Kind::kList) | Kind::kTuple);
    if (!list || call->arguments.size() != 1) return std::nullopt;
    again.arguments.push_back({"dtype", *type});
    return again;
  }
  const bool known = value != nullptr && !value->is_anything();
  if (name != "from_numpy" && name != "tensor" && (name != "as_tensor" || !known)) return std::nullopt;
  if (name == "as_tensor" && is_open_parameter(data, context)) return std::nullopt;
  if (call->arguments.size() == 1) return again;
  const Argument* type = keyword_argument(*call, "dtype", context.symbols);
  if (call->arguments.size() != 2 || type == nullptr) return std::nullopt;
  again.arguments.push_back({"dtype", fixes::kept(*type->value)});
  return again;
}

}  // namespace

bool is_small(const Value* value) { return value != nullptr && value->extents.within(values::Extent::kSmall); }

bool is_pinned(const Value& value) { return value.memories.within(values::Memory::kPinned); }

bool may_be_array(const Value& value) { return value.may_be(values::Kinds(Kind::kArray) | Kind::kAnything); }

bool may_be_tensor(const Value& value) { return value.may_be(Kind::kTensor) || values::may_hold_device_tensor(value); }

bool is_built_on_host(const Expression& tensor, const Value& value, const FixContext& context) {
  int steps = 0;
  return is_surely_on_host(value) && !shares_elements(tensor, context) &&
         ((value.evidence == values::Evidence::kSeen && comes_from_loop(tensor, context)) ||
          is_made_here(tensor, context, steps)) &&
         is_on_host_for_others(tensor, context);
}

Code pinned_if(const Code& made, const Code& to_gpu, bool has_gaps) {
  Code pinned = fixes::method(has_gaps ? fixes::method(made, "contiguous", {}) : made, "pin_memory", {});
  if (to_gpu.kind == CodeKind::kTrue) return pinned;
  return fixes::binary(std::move(pinned), "if", fixes::binary(to_gpu, "else", made));
}

std::optional<Code> asynchronous_source(const Expression& tensor, const Value& value, const Code& to_gpu,
                                        const FixContext& context) {
  if (!is_surely_on_host(value)) return std::nullopt;
  const bool gaps = has_gaps(tensor, context);
  if (is_small(&value) || (is_pinned(value) && !gaps)) return fixes::kept(tensor);
  if (to_gpu.kind == CodeKind::kTrue) return pinned_if(fixes::kept(tensor), to_gpu, gaps);
  if (auto again = made_again(tensor, context)) {
    if (may_be_scripted(context)) return pinned_if(fixes::kept(tensor), to_gpu);
    again->arguments.push_back({"pin_memory", to_gpu});
    return again;
  }
  return is_stable(tensor) ? std::optional(pinned_if(fixes::kept(tensor), to_gpu, gaps)) : std::nullopt;
}

}  // namespace syncfree::rules

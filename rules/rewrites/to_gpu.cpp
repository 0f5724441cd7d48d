#include "rules/rewrites/to_gpu.h"

#include <algorithm>
#include <string_view>

#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/other_callers.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

/// `x` of `x.device`; null for anything else.
const Expression* owner_of_device(const Expression& device, const FixContext& context) {
  const auto* attribute = device.get_if<model::Attribute>();
  return attribute != nullptr && context.symbols.text(attribute->name) == "device" ? attribute->object : nullptr;
}

/// `x` of `x.device`, and of `device` behind `device = x.device` where only the machine could be asked otherwise.
const Expression& whose_device_it_is(const Expression& device, const FixContext& context) {
  if (const Expression* owner = owner_of_device(device, context)) return *owner;
  const model::Assign* assign = may_be_scripted(context) ? only_assignment(device, context) : nullptr;
  const Expression* owner = assign == nullptr ? nullptr : owner_of_device(*assign->value, context);
  const bool stays = owner != nullptr && owner->kind == model::ExpressionKind::kName &&
                     binding_count(context.location.function->body, *owner, context) == 0;
  return stays ? *owner : device;
}

/// Whoever else calls the function.
bool is_gpu_for_others(const Expression& device, const FixContext& context) {
  return several_contexts(context).empty() || !for_some_caller(device, context, [](const Value& value) {
           return !value.is_bottom() && !value.places.within(values::Place::kCuda);
         });
}

}  // namespace

Code there_is_a_gpu() { return fixes::call(fixes::library("torch.cuda.is_available"), {}); }

bool may_be_scripted(const FixContext& context) {
  return is_scripted(context) || context.view.analysis().world.project.modules()[context.view.module()].may_be_scripted;
}

bool is_guarded(const FixContext& context) {
  return std::ranges::any_of(context.location.around, [&](const model::Statement* around) {
    const auto* branch = around->get_if<model::If>();
    if (branch == nullptr || branch->condition->kind == model::ExpressionKind::kUnary) return false;
    const std::string_view condition = text_of(*branch->condition, context);
    const bool asks = condition.ends_with("cuda.is_available()") || condition.ends_with(".is_cuda");
    return asks && std::ranges::any_of(branch->then, [&](const model::Statement* statement) {
             return statement->range.contains(context.location.statement->range);
           });
  });
}

std::optional<Code> known_to_go_to_gpu(const Expression& device, const FixContext& context) {
  const Value* known = value_of(device, context);
  const Expression& tensor = whose_device_it_is(device, context);
  const Value* value = value_of(tensor, context);
  const bool of_tensor = value != nullptr && value->only(Kind::kTensor) && is_stable(tensor);
  // A variable that means a device may mean the CPU when somebody else calls.
  const bool says_so = of_tensor || text_of(device, context).find("cuda") != std::string_view::npos;
  if (is_guarded(context) ||
      (says_so && known != nullptr && known->places.within(values::Place::kCuda) && is_gpu_for_others(device, context)))
    return fixes::boolean(true);
  return of_tensor ? std::optional(fixes::attribute(fixes::kept(tensor), "is_cuda")) : std::nullopt;
}

std::optional<Code> known_to_move_to_gpu(const model::Call& move, const FixContext& context) {
  if (callee_name(move, context.symbols) == "cuda" || is_guarded(context)) return fixes::boolean(true);
  const model::Argument* device = keyword_argument(move, "device", context.symbols);
  if (device == nullptr && positional_count(move) > 0) device = &move.arguments.front();
  return device == nullptr ? std::nullopt : known_to_go_to_gpu(*device->value, context);
}

std::optional<Code> asked_whether_to_gpu(std::optional<Code> known, const FixContext& context) {
  if (known) return known;
  return may_be_scripted(context) ? std::nullopt : std::optional(there_is_a_gpu());
}

}  // namespace syncfree::rules

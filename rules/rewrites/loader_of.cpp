#include "rules/rewrites/loader_of.h"

#include <algorithm>
#include <array>

#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Assign;
using model::Call;
using model::Expression;
using model::Statement;

namespace {

/// `batch` of `batch[0]`, `data["image"]` and `batch.label`.
const Expression& root_of(const Expression& value) {
  if (const auto* part = value.get_if<model::Subscript>()) return root_of(*part->object);
  if (const auto* part = value.get_if<model::Attribute>()) return root_of(*part->object);
  return value;
}

/// `loader` of `enumerate(loader)` and `tqdm(loader, …)`.
const Expression& gone_through(const Expression& iterable, const FixContext& context) {
  constexpr std::array<std::string_view, 4> kPassing = {"enumerate", "tqdm", "trange", "iter"};
  const auto* call = iterable.get_if<Call>();
  const bool passes = call != nullptr && !call->arguments.empty() && !call->arguments.front().keyword &&
                      call->arguments.front().stars == 0 && is_one_of(callee_name(*call, context.symbols), kPassing);
  return passes ? gone_through(*call->arguments.front().value, context) : iterable;
}

/// The only assignment to `name` among the statements of a module.
const Assign* only_assignment_of_module(const Expression& name, const FixContext& context) {
  const model::Binding* binding = context.bindings.only(context.module.body, name.as<model::Name>().name);
  if (binding == nullptr || binding->block.data() != context.module.body.data()) return nullptr;
  const auto* assign = binding->statement->get_if<Assign>();
  const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr;
  return plain && bound_in(*assign->targets.front(), name.as<model::Name>().name) != nullptr ? assign : nullptr;
}

const Assign* assignment_of(const Expression& name, const FixContext& context) {
  if (context.location.function == nullptr) return only_assignment_of_module(name, context);
  return only_assignment(name, context);
}

}  // namespace

bool comes_from_loop(const Expression& value, const FixContext& context) {
  const Expression& root = root_of(value);
  return root.kind == model::ExpressionKind::kName &&
         std::ranges::any_of(context.location.around, [&](const Statement* around) {
           const auto* loop = around->get_if<model::For>();
           return loop != nullptr && bound_in(*loop->target, root.as<model::Name>().name) != nullptr;
         });
}

const Call* loader_of(const Expression& value, const FixContext& context) {
  const Expression& root = root_of(value);
  if (root.kind != model::ExpressionKind::kName) return nullptr;
  for (const Statement* around : context.location.around) {
    const auto* loop = around->get_if<model::For>();
    if (loop == nullptr || bound_in(*loop->target, root.as<model::Name>().name) == nullptr) continue;
    const Expression& loader = gone_through(*loop->iterable, context);
    if (loader.kind != model::ExpressionKind::kName) return nullptr;
    const Assign* assign = assignment_of(loader, context);
    const auto* made = assign == nullptr ? nullptr : assign->value->get_if<Call>();
    if (made == nullptr || has_stars(*made) || callee_name(*made, context.symbols) != "DataLoader") return nullptr;
    return keyword_argument(*made, "pin_memory", context.symbols) == nullptr ? made : nullptr;
  }
  return nullptr;
}

}  // namespace syncfree::rules

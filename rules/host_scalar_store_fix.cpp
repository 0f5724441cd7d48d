// `x[i] = 0` becomes `x[i].fill_(0)`, and a number that goes through an index is made on the GPU.
#include "analyzer/engine/flow/function_view.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/pinned_copy.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/copy_rule.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules::host_scalar_store {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using values::Element;
using values::IndexKind;
using values::Kind;
using values::Value;

namespace {

/// Storing the number as a kernel's argument gives what storing it as a tensor gives.
bool is_same_number(const model::Expression& number, const Value& value, const Value& into, const FixContext& context) {
  const bool fraction_into_whole = value.may_be(Kind::kFloating) && !into.elements.within(Element::kFloating);
  return !fraction_into_whole && fits(number, ElementType::kOpen, nullptr, context);
}

/// `x[0] = x[n] = 1`, each by a kernel.
std::optional<Proposal> show_filled_in_turn(const model::Assign& assign) {
  Proposal proposal{
      Applicability::kSuggestion, "hand the number to a kernel with `fill_`, in one place after the other", {}};
  for (const model::Expression* target : assign.targets) {
    if (target->kind != model::ExpressionKind::kSubscript) return std::nullopt;
    const fixes::Code filled = fixes::method(fixes::kept(*target), "fill_", {{{}, fixes::kept(*assign.value)}});
    if (target == assign.targets.back()) {
      proposal.edits.emplace_back(fixes::ReplaceStatement{&assign, filled});
    } else {
      proposal.edits.emplace_back(fixes::InsertBefore{&assign, filled});
    }
  }
  return proposal;
}

/// What is not surely a number, or is computed there. Only shown.
std::optional<Proposal> show_stored(const Event& event, const SubscriptVerdict& verdict, const FixContext& context) {
  const model::Assign* assign = context.location.statement->get_if<model::Assign>();
  const auto* target = context.location.node->get_if<model::Subscript>();
  if (assign == nullptr || assign->value == nullptr || target == nullptr || assign->annotation != nullptr ||
      !is_stable(*target->object) || target->range.contains(assign->value->range))
    return std::nullopt;
  if (assign->targets.size() > 1)
    return does_nothing(*assign->value, context.symbols) ? show_filled_in_turn(*assign) : std::nullopt;
  if (assign->targets.front() != target) return std::nullopt;
  const fixes::Code value = fixes::kept(*assign->value);
  const fixes::Code object = fixes::kept(*target->object);
  if (verdict.kind == IndexKind::kHostInteger) {
    if (!event.operands[2].only(values::kHostNumber) && !event.operands[2].only(Kind::kTensor)) return std::nullopt;
    return shown("hand the number, or the tensor of no dimensions, to a kernel with `fill_`",
                 fixes::ReplaceStatement{assign, fixes::method(fixes::kept(*target), "fill_", {{{}, value}})});
  }
  const Value* mask = context.view.observation().value_of(*target->index);
  if (verdict.kind == IndexKind::kCpuMask && mask != nullptr && mask->only(Kind::kTensor)) {
    auto there = copied_there(*target->index, *target->object, context);
    if (!there) return std::nullopt;
    return shown("bring the mask there from pinned memory (better once, outside of the step)",
                 fixes::Replace{target->index, std::move(*there)});
  }
  // Where the object may be on the host, so may the number that is made like it.
  if (!event.operands[2].only(values::kHostNumber) || values::known(event.operands[0].is_cpu_tensor()))
    return std::nullopt;
  return shown("make the number on the GPU with `new_full`",
               fixes::Replace{assign->value, fixes::method(object, "new_full", {{{}, fixes::tuple({})}, {{}, value}})});
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const SubscriptVerdict verdict = judge_subscript(event);
  const model::Assign* assign = assignment_to(context);
  if (verdict.cause != SubscriptCause::kHostValue) return std::nullopt;
  if (assign == nullptr) return show_stored(event, verdict, context);
  const auto* target = context.location.node->get_if<model::Subscript>();
  const bool plain = event.operands[0].only(Kind::kTensor) && event.operands[2].only(values::kHostNumber);
  const bool is_pure = does_nothing(*assign->value, context.symbols);
  if (target != nullptr && event.operands[2].only(Kind::kTensor) && is_stable(*target->object)) {
    auto there = copied_there(*assign->value, *target->object, context);
    if (!there) return std::nullopt;
    return shown("bring the value there from pinned memory", fixes::Replace{assign->value, std::move(*there)});
  }
  if (target == nullptr || !plain || !is_pure) return show_stored(event, verdict, context);
  if (target->range.contains(assign->value->range)) return std::nullopt;  // `x.index_put_({i}, 0)`: one call does both
  const bool same = is_same_number(*assign->value, event.operands[2], event.operands[0], context);
  const Applicability applicability = same ? Applicability::kSafe : Applicability::kUnsafe;
  if (verdict.kind == IndexKind::kHostInteger) {
    Proposal proposal{applicability, "hand the number to a kernel with `fill_`", {}};
    proposal.edits.emplace_back(fixes::ReplaceStatement{
        assign, fixes::method(fixes::kept(*target), "fill_", {{{}, fixes::kept(*assign->value)}})});
    return proposal;
  }
  if (verdict.kind != IndexKind::kDeviceIndex || !is_stable(*target->object) ||
      values::known(event.operands[0].is_cpu_tensor()))
    return show_stored(event, verdict, context);
  Proposal proposal{applicability, "make the number on the GPU with `new_full`", {}};
  proposal.edits.emplace_back(
      fixes::Replace{assign->value, fixes::method(fixes::kept(*target->object), "new_full",
                                                  {{{}, fixes::tuple({})}, {{}, fixes::kept(*assign->value)}})});
  return proposal;
}

}  // namespace syncfree::rules::host_scalar_store

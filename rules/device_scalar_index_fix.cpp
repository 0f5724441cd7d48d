// `x[n]` becomes `x[n.view(1)].squeeze(0)`: a gather on the GPU, where the number stays.
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules::device_scalar_index {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;

namespace {

bool is_whole(const Expression& part) {
  const auto* slice = part.get_if<model::Slice>();
  return slice != nullptr && slice->start == nullptr && slice->stop == nullptr && slice->step == nullptr;
}

struct IndexPosition {
  const Expression* index = nullptr;
  int dimension = 0;
};

/// `n` in `x[n]` or `x[:, n]`, with nothing but whole dimensions around it.
IndexPosition position_of(const Expression& index) {
  const auto* several = index.get_if<model::Sequence>();
  if (several == nullptr) return {&index, 0};
  IndexPosition found;
  for (std::size_t i = 0; i < several->elements.size(); ++i) {
    if (is_whole(*several->elements[i])) continue;
    if (found.index != nullptr) return {};
    found = {several->elements[i], static_cast<int>(i)};
  }
  return found;
}

/// `x[:n]` with bounds that the host keeps: words.
std::optional<Proposal> with_bounds_of_host(const Event& event, const FixContext& context) {
  const auto* node = context.location.node->get_if<model::Subscript>();
  if (node == nullptr) return with_numbers_of_host(event, context);
  const auto* several = node->index->get_if<model::Sequence>();
  std::vector<const Expression*> bounds;
  const auto look = [&](const Expression& part) {
    const auto* slice = part.get_if<model::Slice>();
    if (slice != nullptr) {
      bounds.insert(bounds.end(), {slice->start, slice->stop});
    } else if (several == nullptr) {
      bounds.push_back(&part);
    }
  };
  if (several == nullptr) {
    look(*node->index);
  } else {
    for (const Expression* part : several->elements) look(*part);
  }
  std::erase(bounds, nullptr);
  return with_values_of_host(bounds, context);
}

std::optional<Proposal> gathered(const Event& event, const FixContext& context) {
  const auto* node = context.location.node->get_if<model::Subscript>();
  if (node == nullptr || judge_subscript(event).kind != values::IndexKind::kDeviceScalar) return std::nullopt;
  if (!event.operands[0].only(values::Kind::kTensor) || judge_subscript(event).sure < values::Truth::kSometimes)
    return std::nullopt;
  const IndexPosition position = position_of(*node->index);
  if (position.index == nullptr || position.index->kind == model::ExpressionKind::kSlice) return std::nullopt;
  // `x[tuple(n)]`: what is no tensor has no `view`.
  const values::Value* index = value_of(*position.index, context);
  if (index != nullptr && !index->only(values::Kind::kTensor)) return std::nullopt;
  const bool loads = event.kind == EventKind::kSubscriptLoad;
  // What lies on the host would be copied through an index on the GPU.
  const values::Value& stored = event.operands[2];
  if (!loads && !stored.may_be(values::kHostNumber) && values::known(stored.is_cpu_tensor())) return std::nullopt;
  // Where the element itself is stored to further on, it must stay a view.
  const auto& parents = context.location.parents;
  if (loads && !parents.empty() && parents[0]->kind == model::ExpressionKind::kSubscript) return std::nullopt;
  // And so it must in `x[n] *= y`.
  const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
  if (update != nullptr && update->target == node) return std::nullopt;
  Proposal proposal{
      Applicability::kUnsafe,
      loads ? "gather on the GPU (a copy, where there was a view)" : "store through an index of one dimension",
      {}};
  proposal.edits.emplace_back(
      fixes::Replace{position.index, fixes::method(fixes::kept(*position.index), "view", {{{}, fixes::number("1")}})});
  const model::Assign* assign = loads ? nullptr : assignment_to(context);
  if (!loads && event.operands[2].may_be(values::kHostNumber)) {
    // Through an index on the GPU a number of the host would be copied there, with a wait of its own.
    const bool plain = assign != nullptr && event.operands[2].only(values::kHostNumber) && is_stable(*node->object) &&
                       !values::known(event.operands[0].is_cpu_tensor()) &&
                       does_nothing(*assign->value, context.symbols);
    if (!plain) return std::nullopt;
    proposal.edits.emplace_back(
        fixes::Replace{assign->value, fixes::method(fixes::kept(*node->object), "new_full",
                                                    {{{}, fixes::tuple({})}, {{}, fixes::kept(*assign->value)}})});
  }
  if (loads) {
    proposal.edits.emplace_back(
        fixes::SelectMember{node, nullptr, "squeeze",
                            std::vector<fixes::CodeArgument>{{{}, fixes::number(std::to_string(position.dimension))}}});
  }
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  if (event.kind == EventKind::kCall) return or_copied_once(with_numbers_of_host(event, context), event, context);
  std::optional<Proposal> proposal = gathered(event, context);
  return or_copied_once(proposal ? proposal : with_bounds_of_host(event, context), event, context);
}

}  // namespace syncfree::rules::device_scalar_index

// `x[n]` becomes `x[n.view(1)].squeeze(0)`: a gather on the GPU, where the number stays.
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"
#include "rules/subscript_cause.h"

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

struct Position {
  const Expression* index = nullptr;
  int dimension = 0;
};

/// `n` in `x[n]` or `x[:, n]`, with nothing but whole dimensions around it.
Position position_of(const Expression& index) {
  const auto* several = index.get_if<model::Sequence>();
  if (several == nullptr) return {&index, 0};
  Position found;
  for (std::size_t i = 0; i < several->elements.size(); ++i) {
    if (is_whole(*several->elements[i])) continue;
    if (found.index != nullptr) return {};
    found = {several->elements[i], static_cast<int>(i)};
  }
  return found;
}

/// `x[:n]` with bounds that the host keeps.
std::optional<Proposal> with_bounds_of_host(const Event& event, const FixContext& context) {
  const auto* node = context.location.node->get_if<model::Subscript>();
  if (node == nullptr) return with_numbers_of_host(event, context);
  Proposal proposal{Applicability::kSuggestion, "with a number that the host keeps beside the tensor", {}};
  const auto replace = [&](const Expression* bound) {
    if (bound == nullptr || is_python_number(*bound, context.symbols)) return;
    proposal.edits.emplace_back(fixes::Replace{bound, number_of_host(*bound, context)});
  };
  const auto* several = node->index->get_if<model::Sequence>();
  const auto look = [&](const Expression& part) {
    const auto* slice = part.get_if<model::Slice>();
    if (slice == nullptr) return several == nullptr ? replace(&part) : void();
    replace(slice->start);
    replace(slice->stop);
  };
  if (several == nullptr) {
    look(*node->index);
  } else {
    for (const Expression* part : several->elements) look(*part);
  }
  return proposal.edits.empty() ? std::nullopt : std::optional(std::move(proposal));
}

std::optional<Proposal> gathered(const Event& event, const FixContext& context) {
  const auto* node = context.location.node->get_if<model::Subscript>();
  if (node == nullptr || judge_subscript(event).kind != values::IndexKind::kDeviceScalar) return std::nullopt;
  if (!event.operands[0].only(values::Kind::kTensor) || judge_subscript(event).sure < values::Truth::kSometimes)
    return std::nullopt;
  const Position position = position_of(*node->index);
  if (position.index == nullptr || position.index->kind == model::ExpressionKind::kSlice) return std::nullopt;
  const bool loads = event.kind == EventKind::kSubscriptLoad;
  // Where the element itself is stored to further on, it must stay a view.
  const auto& parents = context.location.parents;
  if (loads && !parents.empty() && parents[0]->kind == model::ExpressionKind::kSubscript) return std::nullopt;
  Proposal proposal{
      Applicability::kUnsafe,
      loads ? "gather on the GPU (a copy, where there was a view)" : "store through an index of one dimension",
      {}};
  proposal.edits.emplace_back(
      fixes::Replace{position.index, fixes::method(fixes::kept(*position.index), "view", {{{}, fixes::number("1")}})});
  if (loads) {
    proposal.edits.emplace_back(
        fixes::SelectMember{node, nullptr, "squeeze",
                            std::vector<fixes::CodeArgument>{{{}, fixes::number(std::to_string(position.dimension))}}});
  }
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  if (event.kind == EventKind::kCall) return with_numbers_of_host(event, context);
  std::optional<Proposal> proposal = gathered(event, context);
  return proposal ? proposal : with_bounds_of_host(event, context);
}

}  // namespace syncfree::rules::device_scalar_index

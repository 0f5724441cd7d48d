// A count that the host has to keep: words.
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules::host_iteration_count {

namespace {

std::optional<fixes::Proposal> count_in_words(const engine::Event& event, const engine::FixContext& context) {
  if (event.kind == engine::EventKind::kCall) return with_numbers_of_host(event, context);
  const auto* repeated = context.location.node->get_if<model::Binary>();
  if (event.kind == engine::EventKind::kRepeat && repeated != nullptr) {
    const bool list_first = repeated->left->kind == model::ExpressionKind::kSequence;
    const model::Expression& count = list_first ? *repeated->right : *repeated->left;
    if (!list_first && repeated->right->kind != model::ExpressionKind::kSequence) return std::nullopt;
    return with_number_of_host(count, context);
  }
  const auto* subscript = context.location.node->get_if<model::Subscript>();
  if (subscript == nullptr || event.kind != engine::EventKind::kHostIndex) return std::nullopt;
  return with_number_of_host(*subscript->index, context);
}

}  // namespace

std::optional<fixes::Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  return or_copied_once(count_in_words(event, context), event, context);
}

}  // namespace syncfree::rules::host_iteration_count

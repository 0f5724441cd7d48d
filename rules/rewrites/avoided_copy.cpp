#include "rules/rewrites/avoided_copy.h"

#include <string>
#include <string_view>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/computed_there.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/host_source.h"
#include "rules/rewrites/kept_on_gpu.h"
#include "rules/rewrites/pinned_copy.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Proposal;
using model::Call;

namespace {

/// What constructors made somewhere else is better made on the GPU than pinned, and the rule says so; of what a
/// function gives these words do.
std::optional<Proposal> or_built_there(std::optional<Proposal> pinned, const engine::Event& event, const Call& move,
                                       const FixContext& context) {
  if (!pinned || event.origin != values::Origin::kConstructor || is_pinned(event.operands[0])) return pinned;
  const auto* made = receiver_of(move)->get_if<Call>();
  const bool is_own = made != nullptr && engine::operators_of(context.view, *made).empty();
  if (!is_own) return pinned->edits.empty() ? std::nullopt : std::move(pinned);
  Proposal words =
      in_words("`" + engine::quote(text_of(*made->callee, context)) +
               "` builds it on the host: give that a device, which it passes to the constructors (`device=`)");
  if (pinned->edits.empty()) return words;
  pinned->hint = std::move(words.title);
  return pinned;
}

}  // namespace

std::optional<Proposal> avoided_copy(const engine::Event& event, const FixContext& context) {
  constexpr std::string_view kMoves[] = {"to", "cuda", "type_as"};
  const Call* move = plain_call(context);
  const bool moves =
      move != nullptr && receiver_of(*move) != nullptr && event.operands[0].only(values::Kind::kTensor) &&
      context.module.language == model::Language::kPython && is_one_of(callee_name(*move, context.symbols), kMoves);
  if (!moves) return through_pinned_memory(event, context);
  const auto* alone = context.location.statement->get_if<model::ExpressionStatement>();
  if (alone != nullptr && alone->value == move) {
    const std::string tensor = engine::quote(text_of(*receiver_of(*move), context));
    return in_words("the copy is thrown away, since a tensor is not moved in place: give it a name (`" + tensor +
                    " = …`), or leave the line out");
  }
  if (auto kept = kept_on_gpu(event, context)) return kept;
  if (auto there = computed_there(event, context)) return there;
  return or_built_there(through_pinned_memory(event, context), event, *move, context);
}

}  // namespace syncfree::rules

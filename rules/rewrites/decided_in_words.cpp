#include "rules/rewrites/decided_in_words.h"

#include <algorithm>
#include <string>

#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules {

namespace {

using model::StatementKind;

/// `if done: break`, `if done: return x` in a loop.
bool ends_loop(const engine::FixContext& context) {
  const auto* branch = context.location.statement->get_if<model::If>();
  if (branch == nullptr || branch->then.empty()) return false;
  const StatementKind last = branch->then.back()->kind;
  if (last != StatementKind::kBreak && last != StatementKind::kReturn) return false;
  return std::ranges::any_of(context.location.around, [](const model::Statement* around) {
    return around->kind == StatementKind::kFor || around->kind == StatementKind::kWhile;
  });
}

}  // namespace

const model::Expression* test_around(const engine::FixContext& context) {
  for (const model::Expression* parent : context.location.parents) {
    const auto* choice = parent->get_if<model::Conditional>();
    if (choice != nullptr && choice->condition->range.contains(context.location.node->range)) return choice->condition;
  }
  const model::Statement& statement = *context.location.statement;
  const model::Expression* test = nullptr;
  if (const auto* branch = statement.get_if<model::If>()) test = branch->condition;
  if (const auto* loop = statement.get_if<model::While>()) test = loop->condition;
  return test != nullptr && test->range.contains(context.location.node->range) ? test : nullptr;
}

fixes::Proposal decided_in_words(const model::Expression& tested, const engine::Event& event,
                                 const engine::FixContext& context) {
  const std::string test = "`" + engine::quote(text_of(tested, context)) + "`";
  if (event.truth_use == engine::TruthUse::kWhile || ends_loop(context)) {
    return in_words("ask for " + test +
                    " only every N rounds; or go round a number of times that the host knows, and let a mask leave "
                    "finished elements alone");
  }
  if (event.consumer == engine::Consumer::kReported) {
    return in_words("only a message depends on " + test +
                    ": keep the answer as a tensor, and let the host look at it every N steps");
  }
  if (event.consumer == engine::Consumer::kDiscarded) {
    return in_words("only a failure depends on " + test +
                    ": `torch._assert_async(…)` checks on the GPU, and the failure is reported later");
  }
  return in_words("decide by something that the host knows in place of " + test +
                  ", or let the GPU select: compute both ways, `torch.where` over the results, and no branch");
}

}  // namespace syncfree::rules

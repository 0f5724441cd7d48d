#include "rules/rewrites/reads_together.h"

#include <algorithm>

#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules {

using engine::FixContext;
using engine::FunctionView;
using model::Assign;
using model::Call;
using model::Expression;
using model::Statement;

namespace {

/// What a statement changes by itself: `x` of `x = …` and of `x[0] = …`.
const Expression& changed_by(const Expression& target) {
  const auto* subscript = target.get_if<model::Subscript>();
  return subscript == nullptr ? target : *subscript->object;
}

bool is_in_a_read(const Expression& node, std::span<const HostRead> reads) {
  return std::ranges::any_of(reads, [&](const HostRead& read) { return read.call->range.contains(node.range); });
}

/// Is something in `arguments` that `tensor` is made from.
bool is_handed(const Call& call, const Expression& tensor, std::span<const HostRead> reads, const FixContext& context) {
  bool handed = false;
  const auto look = [&](const Expression& given) {
    model::walk(given, [&](const Expression& part) {
      const bool names = part.kind == model::ExpressionKind::kName && !is_in_a_read(part, reads);
      handed = handed || (names && mentions(tensor, part, context));
    });
  };
  if (const Expression* receiver = receiver_of(call)) look(*receiver);
  for (const model::Argument& argument : call.arguments) look(*argument.value);
  return handed;
}

/// May what happens in `statement`, before and beside the reads, change what `tensor` is.
bool may_change(const FunctionView& view, const Statement& statement, const Expression& tensor, bool is_own,
                std::span<const HostRead> reads, const FixContext& context) {
  bool changes = false;
  const auto binds = [&](const Expression& target) {
    changes = changes || mentions(tensor, changed_by(target), context);
  };
  const auto evaluates = [&](const Expression* expression) {
    model::walk(*expression, [&](const Expression& part) {
      if (part.kind == model::ExpressionKind::kNamed) binds(*part.as<model::Named>().target);
      const auto* call = part.get_if<Call>();
      if (call == nullptr || is_in_a_read(part, reads) || view.only_computes(*call)) return;
      changes = changes || is_handed(*call, tensor, reads, context);
    });
  };
  model::for_each_part(statement, evaluates, [](model::Block) {});
  if (is_own) return changes;  // it is bound only after the read
  if (const auto* assign = statement.get_if<Assign>())
    std::ranges::for_each(assign->targets, [&](const auto* t) { binds(*t); });
  if (const auto* update = statement.get_if<model::AugmentedAssign>()) binds(*update->target);
  return changes ||
         (statement.kind != model::StatementKind::kAssign && statement.kind != model::StatementKind::kAugmentedAssign &&
          statement.kind != model::StatementKind::kExpression);
}

}  // namespace

bool all_are_there_at_the_first(const FunctionView& view, std::span<const Statement* const> statements,
                                std::span<const HostRead> reads, const FixContext& context) {
  for (const HostRead& read : reads) {
    if (!only_computes(view, *read.tensor)) return false;
    for (const Statement* statement : statements) {
      const bool own = statement == read.statement;
      if (may_change(view, *statement, *read.tensor, own, reads, context)) return false;
      if (own) break;
    }
  }
  return true;
}

}  // namespace syncfree::rules

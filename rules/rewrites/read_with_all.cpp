#include "rules/rewrites/read_with_all.h"

#include <algorithm>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;

namespace {

/// What goes over a tensor, and binds each element to one name.
struct ElementRound {
  const Expression* iterable = nullptr;
  const Expression* target = nullptr;
  std::vector<const Expression*> parts = {};  ///< where the name means the element
};

bool names_element(const Expression& expression, model::Symbol name) {
  const auto* variable = expression.get_if<model::Name>();
  return variable != nullptr && variable->name == name;
}

ElementRound element_comprehension(model::Symbol name, const FixContext& context) {
  for (const Expression* parent : context.location.parents) {
    const auto* all = parent->get_if<model::Comprehension>();
    if (all == nullptr) continue;
    for (const model::ComprehensionClause& clause : all->clauses) {
      if (names_element(*clause.target, name)) return {clause.iterable, clause.target, {all}};
    }
  }
  return {};
}

/// The innermost loop that binds the name, if nothing in it binds it again.
ElementRound element_loop(const Expression& variable, const FixContext& context) {
  ElementRound found;
  for (const model::Statement* around : context.location.around) {
    if (context.location.function != nullptr && !context.location.function->range.contains(around->range)) continue;
    const auto* loop = around->get_if<model::For>();
    if (loop == nullptr || !names_element(*loop->target, variable.as<model::Name>().name)) continue;
    if (loop->iterable->range.contains(context.location.node->range)) continue;
    if (binding_count(*around, variable, context) != 1) continue;
    if (found.target != nullptr && found.target->range.begin > loop->target->range.begin) continue;
    found = {loop->iterable, loop->target, {}};
    model::walk_expressions(loop->body, [&](const Expression& part) {
      if (part.kind == model::ExpressionKind::kName) found.parts.push_back(&part);
      if (part.kind == model::ExpressionKind::kCall) found.parts.push_back(&part);
    });
  }
  return found;
}

/// `x.item()` in each place where `x` stands; empty if something else is done with it.
std::vector<const Expression*> element_reads(const ElementRound& round, model::Symbol name, const FixContext& context) {
  std::vector<const Expression*> reads;
  std::size_t mentions = 0;
  const auto look_at = [&](const Expression& part) {
    if (&part != round.target && names_element(part, name)) ++mentions;
    const auto* call = part.get_if<model::Call>();
    const Expression* object = call == nullptr ? nullptr : receiver_of(*call);
    if (object != nullptr && names_element(*object, name) && call->arguments.empty() &&
        callee_name(*call, context.symbols) == "item")
      reads.push_back(&part);
  };
  for (const Expression* part : round.parts) {
    if (part->kind == model::ExpressionKind::kComprehension) {
      model::walk(*part, look_at);
    } else {
      look_at(*part);
    }
  }
  return mentions == reads.size() ? reads : std::vector<const Expression*>();
}

}  // namespace

std::optional<Proposal> read_with_all(const Expression& tensor, const values::Value& value, const FixContext& context) {
  const auto* variable = tensor.get_if<model::Name>();
  if (variable == nullptr || value.rank.is(0) == values::Truth::kNo) return std::nullopt;
  ElementRound round = element_comprehension(variable->name, context);
  if (round.iterable == nullptr) round = element_loop(tensor, context);
  if (round.iterable == nullptr) return std::nullopt;
  const values::Value* all = context.view.observation().value_of(*round.iterable);
  if (all == nullptr || !all->only(values::Kind::kTensor)) return std::nullopt;
  const std::vector<const Expression*> reads = element_reads(round, variable->name, context);
  if (reads.empty()) {
    return in_words("read all elements once, before the loop: go over `" +
                    engine::quote(text_of(*round.iterable, context)) + ".tolist()`, whose elements are numbers");
  }
  Proposal proposal{Applicability::kSuggestion, "read all elements once: the loop goes over numbers", {}};
  proposal.edits.emplace_back(
      fixes::Replace{round.iterable, fixes::method(fixes::kept(*round.iterable), "tolist", {})});
  for (const Expression* read : reads) proposal.edits.emplace_back(fixes::Replace{read, fixes::kept(tensor)});
  return proposal;
}

}  // namespace syncfree::rules

// An expression with the same value in each iteration is evaluated once, on a line before the loop.
#include <algorithm>

#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/shared/flow_match.h"
#include "rules/shared/own_result.h"

namespace syncfree::rules::loop_invariant_sync {

using engine::FixContext;
using engine::FlowMatch;
using engine::FunctionView;
using engine::Wait;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using model::Statement;

namespace {

/// The statement that runs `loop`: of a comprehension the one that holds it.
const Statement* statement_of(std::uint32_t loop, const FunctionView& view, const FixContext& context) {
  if (view.graph().loops[loop].comprehension != nullptr) return context.location.statement;
  for (const Statement* around : context.location.around) {
    const bool is_loop = around->kind == model::StatementKind::kFor || around->kind == model::StatementKind::kWhile;
    if (is_loop && around->range == view.graph().loops[loop].range) return around;
  }
  return nullptr;
}

/// Each iteration that comes to its end has come by `block`.
bool is_in_each_iteration(std::uint32_t block, std::uint32_t loop, const FunctionView& view) {
  const std::uint32_t head = view.graph().loops[loop].head;
  return std::ranges::all_of(view.graph().blocks[head].predecessors, [&](std::uint32_t last) {
    return !view.graph().inside(last, loop) || view.code().dominance().dominates(block, last);
  });
}

/// Does the wait stand in nothing but the bodies of loops, up to `outermost`: in no branch, `try` or `with`.
bool runs_whenever_the_loop_does(const Wait& wait, std::uint32_t outermost, const FunctionView& view,
                                 const FixContext& context) {
  std::uint32_t block = wait.at.block;
  for (std::uint32_t loop = wait.loop;; loop = view.graph().loops[loop].parent) {
    if (!is_in_each_iteration(block, loop, view)) return false;
    if (loop == outermost) break;
    block = view.graph().loops[loop].head;
  }
  const Statement* whole = statement_of(outermost, view, context);
  if (whole == context.location.statement) return true;
  for (const Statement* around : context.location.around) {
    if (around == whole) return true;
    if (around->kind != model::StatementKind::kFor && around->kind != model::StatementKind::kWhile) return false;
  }
  return false;
}

/// Between the statement and the wait there is nothing that may leave it out.
bool is_evaluated_in_its_loop(const FixContext& context, const model::Comprehension* loop) {
  model::Location inside = context.location;
  if (loop == nullptr) return is_always_evaluated(inside);
  const auto at = std::ranges::find(inside.parents, static_cast<const Expression*>(loop));
  if (at == inside.parents.end()) return false;
  model::Location outside = inside;
  outside.node = loop;
  outside.parents.assign(at + 1, inside.parents.end());
  inside.parents.erase(at, inside.parents.end());
  return is_always_evaluated(inside) && is_always_evaluated(outside);
}

/// A number, a bool or a list that only a call reads: it does not matter that all iterations share it. A tensor can be
/// written to where nobody sees it.
bool can_be_shared(const Wait& wait, const FixContext& context) {
  if (gives_plain_number(wait)) return true;
  const auto& parents = context.location.parents;
  if (parents.empty()) return false;
  const Expression& parent = *parents.front();
  if (parent.kind == ExpressionKind::kBinary || parent.kind == ExpressionKind::kComparison) return true;
  if (const auto* subscript = parent.get_if<model::Subscript>()) return subscript->index == context.location.node;
  const auto* call = parent.get_if<model::Call>();
  return call != nullptr && call->callee != context.location.node && calls_torch_function(*call, context);
}

/// `x = scale.item()`, the only thing that binds `x` in the function, and nothing in the loop looks at `x` before it.
/// If the loop does not run at all, `x` would otherwise no longer be what it was before.
const model::Assign* movable(const Statement& loop, const FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  const bool plain = assign != nullptr && assign->value == context.location.node && assign->targets.size() == 1 &&
                     assign->targets.front()->kind == ExpressionKind::kName;
  const model::Function* function = context.location.function;
  if (!plain || assign == &loop || function == nullptr) return nullptr;
  const Expression& target = *assign->targets.front();
  const model::Symbol name = target.as<model::Name>().name;
  if (std::ranges::any_of(function->parameters, [&](const auto& parameter) { return parameter.name == name; }) ||
      std::ranges::find(function->globals, name) != function->globals.end() ||
      std::ranges::find(function->nonlocals, name) != function->nonlocals.end())
    return nullptr;
  const std::size_t bindings = binding_count(function->body, target, context);
  bool seen_before = false;
  const Statement* const one[] = {&loop};
  model::walk_expressions(one, [&](const Expression& part) {
    const bool same = part.kind == ExpressionKind::kName && text_of(part, context) == text_of(target, context);
    seen_before = seen_before || (same && part.range.begin < target.range.begin);
  });
  return seen_before || bindings != 1 ? nullptr : assign;
}

/// `scale_value` for `scale.item()`, `lengths_list` for `lengths.tolist()`.
std::string name_for(const Wait& wait, const FixContext& context) {
  const auto* call = context.location.node->get_if<model::Call>();
  const Expression* receiver = call == nullptr ? nullptr : receiver_of(*call);
  if (wait.code == "SF302") return fresh_name(*context.location.node, "is_true", context);
  if (receiver != nullptr && wait.name == "tolist") return fresh_name(*receiver, "list", context);
  const bool reads = receiver != nullptr && wait.name == "item";
  return fresh_name(reads ? *receiver : *context.location.node, "value", context);
}

std::optional<fixes::Code> hoisted_value(const Wait& wait, const FixContext& context) {
  fixes::Code value = fixes::kept(*context.location.node);
  if (wait.code != "SF302") return value;
  if (!is_only_tested(wait.event->truth_use)) return std::nullopt;
  return fixes::call(fixes::name("bool"), {{{}, std::move(value)}});
}

}  // namespace

std::optional<Proposal> propose_flow(const FunctionView& view, const FlowMatch& match, const FixContext& context) {
  const Wait& wait = *match.waits.front();
  const std::uint32_t loop = view.invariant_loop(wait);
  if (loop == flow::kNone || context.location.node->range != match.range ||
      context.module.language != model::Language::kPython)
    return std::nullopt;
  const Statement* whole = statement_of(loop, view, context);
  if (whole == nullptr) return std::nullopt;
  const auto* comprehension = view.graph().loops[wait.loop].comprehension;
  if (!only_computes(view, *context.location.node)) return std::nullopt;
  const bool always =
      is_evaluated_in_its_loop(context, comprehension) && runs_whenever_the_loop_does(wait, loop, view, context);
  const auto value = hoisted_value(wait, context);
  if (!always || !value) return std::nullopt;
  const bool shared = can_be_shared(wait, context);
  Proposal proposal{
      shared ? Applicability::kUnsafe : Applicability::kSuggestion, "evaluate it on a line before the loop", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  if (const model::Assign* assign = movable(*whole, context); assign != nullptr && shared) {
    proposal.edits.emplace_back(fixes::MoveStatements{{assign}, fixes::MoveStatements::Side::kBefore, whole});
    return proposal;
  }
  const std::string name = name_for(wait, context);
  proposal.edits.emplace_back(fixes::InsertBefore{whole, fixes::assign(fixes::name(name), *value)});
  proposal.edits.emplace_back(fixes::Replace{context.location.node, fixes::name(name)});
  return proposal;
}

}  // namespace syncfree::rules::loop_invariant_sync

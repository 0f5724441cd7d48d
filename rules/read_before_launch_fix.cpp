// The statement with the read moves behind the backward pass and the optimiser's step.
#include <algorithm>
#include <optional>
#include <vector>

#include "analyzer/engine/flow/shared_memory.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/read_behind_loop.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::read_before_launch {

using engine::ActionKind;
using engine::FixContext;
using engine::FlowMatch;
using engine::FunctionView;
using engine::Wait;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;
using model::Statement;
using model::StatementKind;

namespace {

bool is_simple(const Statement& statement) {
  return statement.kind == StatementKind::kExpression || statement.kind == StatementKind::kAssign ||
         statement.kind == StatementKind::kAugmentedAssign;
}

/// The waits and launches of a function by their places in the source: many statements are asked for theirs.
class Places {
 public:
  explicit Places(const FunctionView& view) : view_(view) {
    for (const engine::Action& action : view.launches()) launches_.push_back(action.range);
    for (const Wait& wait : view.waits()) waits_.push_back(&wait);
    std::ranges::sort(launches_, {}, &source::TextRange::begin);
    std::ranges::stable_sort(waits_, {}, [](const Wait* wait) { return wait->event->range.begin; });
  }

  bool trains(const Statement& statement) const {
    for (auto at = std::ranges::lower_bound(launches_, statement.range.begin, {}, &source::TextRange::begin);
         at != launches_.end() && at->begin < statement.range.end; ++at) {
      if (statement.range.contains(*at)) return true;
    }
    return false;
  }
  bool any_wait(const Statement& statement, const auto& is_meant) const {
    const auto begin_of = [](const Wait* wait) { return wait->event->range.begin; };
    for (auto at = std::ranges::lower_bound(waits_, statement.range.begin, {}, begin_of);
         at != waits_.end() && begin_of(*at) < statement.range.end; ++at) {
      if (statement.range.contains((*at)->event->range) && is_meant(**at)) return true;
    }
    return false;
  }
  const FunctionView& view() const { return view_; }
  bool is_stepped(const Expression& expression) {
    if (!memory_) memory_.emplace(view_);
    return memory_->is_stepped(expression);
  }

 private:
  const FunctionView& view_;
  std::optional<engine::SharedMemory> memory_;
  std::vector<source::TextRange> launches_;
  std::vector<const Wait*> waits_;
};

/// Control may leave the statement, or it binds something in a way that is not looked at.
bool may_leave(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kExpression:
    case StatementKind::kAssign:
    case StatementKind::kAugmentedAssign:
    case StatementKind::kAssert:
    case StatementKind::kPass:
      return false;
    case StatementKind::kIf:
    case StatementKind::kWith: {
      bool leaves = false;
      model::for_each_part(
          statement, [](const Expression*) {},
          [&](model::Block block) {
            leaves = leaves || std::ranges::any_of(block, [](const auto* s) { return may_leave(*s); });
          });
      return leaves;
    }
    default:
      return true;
  }
}

/// The names, attributes and elements that it binds, as they are written.
void collect_targets(const Statement& statement, std::vector<const Expression*>& targets) {
  const auto add = [&](const auto& self, const Expression& target) -> void {
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const Expression* element : several->elements) self(self, *element);
    } else if (const auto* element = target.get_if<model::Subscript>()) {
      targets.push_back(element->object);
    } else {
      targets.push_back(&target);
    }
  };
  if (const auto* assign = statement.get_if<model::Assign>()) {
    for (const Expression* target : assign->targets) add(add, *target);
  } else if (const auto* update = statement.get_if<model::AugmentedAssign>()) {
    add(add, *update->target);
  }
  model::for_each_part(
      statement, [](const Expression*) {},
      [&](model::Block block) {
        for (const Statement* inner : block) collect_targets(*inner, targets);
      });
}

bool statement_mentions(const Statement& statement, const Expression& what, const FixContext& context) {
  bool found = false;
  const Statement* const one[] = {&statement};
  model::walk_expressions(one, [&](const Expression& part) {
    found = found || (part.kind == what.kind && text_of(part, context) == text_of(what, context));
  });
  return found;
}

/// A method that writes what it is called on: `x.add_(1)`, `x.zero_()`.
bool is_written(const Statement& statement, const Statement& reader, const FixContext& context) {
  bool written = false;
  const Statement* const one[] = {&statement};
  model::walk_expressions(one, [&](const Expression& part) {
    const auto* call = part.get_if<model::Call>();
    const Expression* object = call == nullptr ? nullptr : receiver_of(*call);
    if (object == nullptr || !callee_name(*call, context.symbols).ends_with('_')) return;
    written = written || statement_mentions(reader, *object, context);
  });
  return written;
}

/// `losses.append(loss.item())`, and the other statement reads `losses`.
bool is_collected_for(const Statement& moved, const Statement& passed, const FixContext& context) {
  constexpr std::string_view kCollects[] = {"append", "appendleft", "extend", "insert", "add", "update", "setdefault"};
  const auto* alone = moved.get_if<model::ExpressionStatement>();
  const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
  const Expression* object = call == nullptr ? nullptr : receiver_of(*call);
  return object != nullptr && is_one_of(callee_name(*call, context.symbols), kCollects) &&
         statement_mentions(passed, *object, context);
}

/// Gradients and parameters are other ones after the step.
bool reads_what_a_step_changes(const Statement& statement, const FixContext& context) {
  constexpr std::string_view kChanged[] = {"grad",         "parameters", "named_parameters", "weight",   "bias",
                                           "param_groups", "state_dict", "get_last_lr",      "get_scale"};
  bool changed = false;
  const Statement* const one[] = {&statement};
  model::walk_expressions(one, [&](const Expression& part) {
    const auto* attribute = part.get_if<model::Attribute>();
    changed = changed || (attribute != nullptr && is_one_of(context.symbols.text(attribute->name), kChanged));
  });
  return changed;
}

/// What is read there is a parameter, or is computed then by what has parameters: `model(x).mean().item()`.
bool waits_for_what_a_step_changes(Places& places, const Statement& statement) {
  const FunctionView& view = places.view();
  return places.any_wait(statement, [&](const Wait& wait) {
    const Expression* waited = view.expression_at(wait.event->range);
    return waited == nullptr || places.is_stepped(*waited) || !only_computes(view, *waited);
  });
}

/// What `moved` reads is not bound or written in `passed`, and the other way round.
bool can_pass(const Statement& moved, const Statement& passed, const FixContext& context) {
  std::vector<const Expression*> bound;
  collect_targets(passed, bound);
  if (std::ranges::any_of(bound, [&](const auto* target) { return statement_mentions(moved, *target, context); }))
    return false;
  bound.clear();
  collect_targets(moved, bound);
  if (std::ranges::any_of(bound, [&](const auto* target) { return statement_mentions(passed, *target, context); }))
    return false;
  return !is_written(passed, moved, context) && !is_written(moved, passed, context) &&
         !is_collected_for(moved, passed, context);
}

/// Is there another read of the same kind in `statement`: it moves as well.
bool moves_too(const Places& places, const Statement& statement) {
  return is_simple(statement) &&
         places.any_wait(statement, [&](const Wait& wait) { return holds_back(places.view(), wait).has_value(); });
}

/// Nobody reads an edit of more statements than these.
constexpr std::ptrdiff_t kMostStatements = 100;

}  // namespace

std::optional<Proposal> propose_flow(const FunctionView& view, const FlowMatch& match, const FixContext& context) {
  if (context.module.language != model::Language::kPython) return std::nullopt;
  // Behind the step the read would still be one of each step. What is only added up need not be read there either.
  if (auto behind = kept_on_device(match, context)) return behind;
  const model::Block block = context.location.block;
  const auto first = std::ranges::find(block, context.location.statement);
  if (first == block.end() || !is_simple(**first)) return std::nullopt;
  // Behind the last statement of the block that trains.
  Places places(view);
  auto anchor = block.end();
  for (auto it = block.end(); it != first + 1 && anchor == block.end();) {
    --it;
    if (places.trains(**it)) anchor = it;
  }
  if (anchor == block.end() || anchor - block.begin() > kMostStatements) return std::nullopt;
  // All reads of the block move at once, so that they keep their order.
  std::vector<const Statement*> moved;
  std::vector<const Statement*> passed;
  for (auto it = block.begin(); it <= anchor; ++it) {
    if (it != anchor && moves_too(places, **it)) {
      moved.push_back(*it);
    } else if (!moved.empty()) {
      passed.push_back(*it);
    }
  }
  if (std::ranges::any_of(passed, [](const Statement* statement) { return may_leave(*statement); }))
    return std::nullopt;
  for (const Statement* statement : moved) {
    if (reads_what_a_step_changes(*statement, context) || waits_for_what_a_step_changes(places, *statement))
      return std::nullopt;
    for (const Statement* other : passed) {
      if (other->range.begin > statement->range.begin && !can_pass(*statement, *other, context)) return std::nullopt;
    }
  }
  if (std::ranges::find(moved, *first) == moved.end()) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "read it when the GPU has all of the step's work", {}};
  proposal.waits_left = fixes::WaitsLeft::kLater;
  proposal.edits.emplace_back(fixes::MoveStatements{std::move(moved), fixes::MoveStatements::Side::kAfter, *anchor});
  return proposal;
}

}  // namespace syncfree::rules::read_before_launch

#include "rules/rewrites/read_behind_loop.h"

#include <algorithm>
#include <vector>

#include "analyzer/engine/flow_rule.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::Statement;

namespace {

/// The loops that the statement runs in, within its function, the outermost first: what is behind that runs least
/// often.
std::vector<const Statement*> loops_around(const model::Location& location) {
  std::vector<const Statement*> loops;
  for (const Statement* around : location.around) {
    if (location.function != nullptr && !location.function->range.contains(around->range)) continue;
    // What stands in a `try` or `with` inside of the loop is still in it.
    if (around->get_if<model::For>() != nullptr || around->get_if<model::While>() != nullptr) loops.push_back(around);
  }
  std::ranges::reverse(loops);
  return loops;
}

std::size_t mentions_of(const Expression& name, const Statement& statement) {
  const model::Symbol symbol = name.as<model::Name>().name;
  std::size_t count = 0;
  const Statement* const one[] = {&statement};
  model::walk_expressions(one, [&](const Expression& part) {
    const auto* read = part.get_if<model::Name>();
    count += read != nullptr && read->name == symbol ? 1 : 0;
  });
  return count;
}

/// A `return` or an exception would take the sum along as it is.
bool leaves_early(const Statement& loop) {
  bool leaves = false;
  const auto look = [&](const auto& self, const Statement& statement) -> void {
    leaves = leaves || statement.kind == model::StatementKind::kReturn;
    model::for_each_part(
        statement,
        [&](const Expression* expression) {
          model::walk(*expression, [&](const Expression& part) {
            leaves = leaves || part.kind == model::ExpressionKind::kYield || part.kind == model::ExpressionKind::kAwait;
          });
        },
        [&](model::Block block) {
          for (const Statement* inner : block) self(self, *inner);
        });
  };
  look(look, loop);
  return leaves;
}

/// What the assignment gives `name`: `0` of `total = 0` and of `total, metric = 0, Metric()`; null if it gives it
/// nothing, or what is not to be seen.
const Expression* value_for(const model::Assign& assign, model::Symbol name) {
  const auto is_name = [&](const Expression& target) {
    return target.kind == model::ExpressionKind::kName && target.as<model::Name>().name == name;
  };
  if (assign.targets.size() != 1 || assign.value == nullptr) return nullptr;
  const Expression& target = *assign.targets.front();
  if (is_name(target)) return assign.value;
  const auto* targets = target.get_if<model::Sequence>();
  const auto* values = assign.value->get_if<model::Sequence>();
  if (targets == nullptr || values == nullptr || targets->elements.size() != values->elements.size()) return nullptr;
  const Expression* found = nullptr;
  for (std::size_t i = 0; i < targets->elements.size(); ++i) {
    const bool starred = targets->elements[i]->kind == model::ExpressionKind::kStarred ||
                         values->elements[i]->kind == model::ExpressionKind::kStarred;
    if (starred || (found != nullptr && is_name(*targets->elements[i]))) return nullptr;
    if (is_name(*targets->elements[i])) found = values->elements[i];
  }
  return found;
}

/// What the sum or list starts as: by an assignment in the loop's own block, before it.
const Expression* started_as(const Expression& name, const Statement& loop, const FixContext& context) {
  const model::Symbol symbol = name.as<model::Name>().name;
  const Expression* found = nullptr;
  const auto look = [&](const auto& self, model::Block block) -> void {
    const Expression* last = nullptr;
    for (const Statement* statement : block) {
      if (statement == &loop) found = last;
      const auto* assign = statement->get_if<model::Assign>();
      const Expression* value = assign == nullptr ? nullptr : value_for(*assign, symbol);
      if (value != nullptr) {
        last = value;
      } else if (statement != &loop && mentions_of(name, *statement) > 0) {
        last = nullptr;
      }
      if (statement->range.contains(loop.range) && statement != &loop)
        model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  look(look, context.location.function->body);
  return found;
}

bool is_empty_list(const Expression& expression) {
  const auto* list = expression.get_if<model::Sequence>();
  return list != nullptr && list->sequence == model::SequenceKind::kList && list->elements.empty();
}

/// The sum as the number that it was on the host: a fraction if it began as one, and what the elements make it
/// otherwise.
Code number_of(const Expression& sum, const Expression& start, const values::Value& added, const FixContext& context) {
  const bool starts_whole = is_whole_number(start, context.symbols);
  const bool adds_whole =
      added.elements.within(values::Element::kInteger) || added.elements.within(values::Element::kBoolean);
  if (!starts_whole || adds_whole)
    return fixes::call(fixes::name(starts_whole ? "int" : "float"), {{{}, fixes::kept(sum)}});
  // Where the loop did not run once, it is the number that it began as.
  return fixes::method(fixes::call(fixes::library("torch.as_tensor"), {{{}, fixes::kept(sum)}}), "item", {});
}

/// `total += loss.item()`, alone in its statement but for arithmetic with numbers.
std::optional<Proposal> added_up(const model::Call& read, const Expression& tensor, const values::Value& value,
                                 const Statement& loop, const FixContext& context) {
  const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
  const bool adds =
      update != nullptr && update->value == &read &&
      (update->operation == model::BinaryOperator::kAdd || update->operation == model::BinaryOperator::kSubtract);
  if (!adds || update->target->kind != model::ExpressionKind::kName || mentions_of(*update->target, loop) != 1)
    return std::nullopt;
  const Expression* start = started_as(*update->target, loop, context);
  if (start == nullptr || !is_python_number(*start, context.symbols)) return std::nullopt;
  // The host adds with 64 bits. A sum that began whole stays so if whole numbers are added, which may be unknown: then
  // it keeps their type.
  const bool is_known = value.elements.within(values::Element::kFloating) ||
                        value.elements.within(values::Element::kInteger) ||
                        value.elements.within(values::Element::kBoolean);
  const bool starts_whole = is_whole_number(*start, context.symbols);
  const bool fraction = value.elements.within(values::Element::kFloating) || (!is_known && !starts_whole);
  const Code detached = fixes::method(fixes::kept(tensor), "detach", {});
  std::string title = "add up on the GPU, and read the sum once behind the loop";
  if (!is_known && starts_whole) title += " (added in the element type)";
  Proposal proposal{fixes::Applicability::kSuggestion, std::move(title), {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  proposal.edits.emplace_back(fixes::Replace{&read, fraction ? fixes::method(detached, "double", {}) : detached});
  proposal.edits.emplace_back(fixes::InsertAfter{
      &loop, fixes::assign(fixes::kept(*update->target), number_of(*update->target, *start, value, context))});
  return proposal;
}

/// `losses.append(loss.item())`
std::optional<Proposal> collected(const model::Call& read, const Expression& tensor, const Statement& loop,
                                  const FixContext& context) {
  const auto* statement = context.location.statement->get_if<model::ExpressionStatement>();
  const auto* append = statement == nullptr ? nullptr : statement->value->get_if<model::Call>();
  const Expression* list = append == nullptr ? nullptr : receiver_of(*append);
  const bool appends = list != nullptr && list->kind == model::ExpressionKind::kName && append->arguments.size() == 1 &&
                       append->arguments.front().value == &read && callee_name(*append, context.symbols) == "append";
  if (!appends || mentions_of(*list, loop) != 1) return std::nullopt;
  const Expression* start = started_as(*list, loop, context);
  if (start == nullptr || !is_empty_list(*start)) return std::nullopt;
  Proposal proposal{
      fixes::Applicability::kSuggestion, "collect the tensors, and read them with one wait behind the loop", {}};
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  proposal.edits.emplace_back(fixes::Replace{&read, fixes::method(fixes::kept(tensor), "detach", {})});
  const Code stacked = fixes::call(fixes::library("torch.stack"), {{{}, fixes::kept(*list)}});
  const Code numbers = fixes::method(fixes::method(stacked, "flatten", {}), "tolist", {});
  // Of no tensors there is no stack.
  const Code one_wait = fixes::binary(numbers, "if", fixes::binary(fixes::kept(*list), "else", fixes::list({})));
  proposal.edits.emplace_back(fixes::InsertAfter{&loop, fixes::assign(fixes::kept(*list), one_wait)});
  return proposal;
}

}  // namespace

std::optional<Proposal> read_behind_loop(const model::Call& read, const Expression& tensor, const values::Value& value,
                                         const FixContext& context) {
  if (context.module.language != model::Language::kPython || context.location.function == nullptr) return std::nullopt;
  const std::string_view name = callee_name(read, context.symbols);
  if (name != "item" && name != "float") return std::nullopt;
  if (name == "float" && !value.elements.within(values::Element::kFloating)) return std::nullopt;
  for (const Statement* loop : loops_around(context.location)) {
    if (leaves_early(*loop)) continue;
    if (auto sum = added_up(read, tensor, value, *loop, context)) return sum;
    if (auto list = collected(read, tensor, *loop, context)) return list;
  }
  return std::nullopt;
}

std::optional<Proposal> kept_on_device(const engine::FlowMatch& match, const FixContext& context) {
  const auto* call = context.location.node->get_if<model::Call>();
  if (call == nullptr || has_stars(*call) || match.waits.empty()) return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const bool is_method = name == "item" && receiver_of(*call) != nullptr;
  const bool converts = name == "float" && call->arguments.size() == 1 && receiver_of(*call) == nullptr;
  if (!is_method && !converts) return std::nullopt;
  const Expression& tensor = is_method ? *receiver_of(*call) : *call->arguments.front().value;
  return read_behind_loop(*call, tensor, match.waits.front()->event->operands[0], context);
}

}  // namespace syncfree::rules

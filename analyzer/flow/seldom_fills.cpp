// Code that runs once for each table, entry or object, since it stores what its test says is missing.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/flow/filled_once.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::flow {

using model::Expression;

namespace {

// What an answer that is kept is of, besides a variable.
constexpr std::uint64_t kOfLifetime = std::uint64_t{1} << 34;

/// `init_state`, `_build_cache`
bool makes_state(std::string_view name) {
  constexpr std::array<std::string_view, 8> kMakes = {"init",   "initialize", "initialise", "setup",
                                                      "create", "build",      "allocate",   "alloc"};
  return begins_with_word(name.substr(std::min(name.find_first_not_of('_'), name.size())), kMakes);
}

/// `self.state` of `self.state[p]`; null for another expression.
const model::Attribute* attribute_around(const Expression& expression) {
  const Expression* at = &expression;
  while (const auto* entry = at->get_if<model::Subscript>()) at = entry->object;
  return at->get_if<model::Attribute>();
}

/// The block stores something into an entry of an attribute of that name: `self.state[p]["step"] = 0`, also where
/// the entry has a name.
bool fills_entries(model::Block block, model::Symbol attribute) {
  std::vector<model::Symbol> entries;
  const auto is_found_there = [&](const Expression& object) {
    const model::Attribute* held = attribute_around(object);
    const auto* name = object.get_if<model::Name>();
    return (held != nullptr && held->name == attribute) ||
           (name != nullptr && std::ranges::find(entries, name->name) != entries.end());
  };
  const auto look = [&](const auto& self, model::Block statements) -> bool {
    return std::ranges::any_of(statements, [&](const model::Statement* statement) {
      const auto* assign = statement->get_if<model::Assign>();
      bool found = false;
      for (const Expression* target : assign == nullptr ? std::span<const Expression* const>() : assign->targets) {
        const auto* entry = target->get_if<model::Subscript>();
        found = found || (entry != nullptr && is_found_there(*entry->object));
        const auto* name = target->get_if<model::Name>();
        if (name != nullptr && assign->value != nullptr && is_found_there(*assign->value))
          entries.push_back(name->name);
      }
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { found = found || self(self, inner); });
      return found;
    });
  };
  return look(look, block);
}

}  // namespace

/// The function binds the name, and it is its own: no parameter, no `global`.
bool Seldom::is_own(model::Symbol name) const {
  const auto holds = [&](std::span<const model::Symbol> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (function_ == nullptr) return !values_of(name).empty();
  if (holds(function_->globals) || holds(function_->nonlocals)) return false;
  return holds(function_->locals) || !values_of(name).empty();
}

/// It is there before a call and after it: a variable of somebody else's, or what is found in such a one and only
/// called by another name: `table = self.tables[kind]`.
bool Seldom::variable_outlives_call(model::Symbol name) const {
  return known_once(answers_, {kOfLifetime | name.id, true}, [&] {
    if (!is_own(name)) return true;
    const auto& values = values_of(name);
    return !values.empty() && values.size() <= kMostAssignments &&
           std::ranges::all_of(values, [&](const Expression* value) { return outlives_call(*value); });
  });
}

bool Seldom::outlives_call(const Expression& object) const {
  if (const auto* name = object.get_if<model::Name>()) return variable_outlives_call(name->name);
  if (const auto* entry = object.get_if<model::Subscript>()) return outlives_call(*entry->object);
  const auto* attribute = object.get_if<model::Attribute>();
  if (attribute == nullptr) return false;
  // What a loop or a `with` gives was there before.
  const auto* owner = attribute->object->get_if<model::Name>();
  if (owner == nullptr) return outlives_call(*attribute->object);
  return values_of(owner->name).empty() || is_shared(owner->name) || outlives_call(*attribute->object);
}

/// What it stands for was there before: `tracer = Tracer.get_instance()`.
bool Seldom::is_shared(model::Symbol name) const {
  constexpr std::array<std::string_view, 5> kFinds = {"get", "current", "find", "lookup", "fetch"};
  constexpr std::array<std::string_view, 4> kShared = {"instance", "singleton", "shared", "current"};
  return is_only(name, [&](const Expression& value) {
    if (value.kind != model::ExpressionKind::kCall) return false;
    const std::string_view giver = last_name(value, *symbols_);
    return begins_with_word(giver, kFinds) || holds_word(giver, kShared);
  });
}

/// What the block calls fills the table: a method that stores into the attribute which the table was found in, or
/// whoever is said to make what the object or the table lacks.
bool Seldom::is_filled_by_call(model::Block block, const Expression& table, bool by_truth) const {
  const auto* name = table.get_if<model::Name>();
  const Expression* found_in = &table;
  if (name != nullptr) {
    const auto& values = values_of(name->name);
    if (values.size() != 1) return false;
    found_in = values.front();
  }
  const model::Attribute* held = attribute_around(*found_in);
  if (held == nullptr) return false;
  // `if not self.training: self.init_hidden()` asks for no table.
  const bool is_table = !by_truth || found_in->kind == model::ExpressionKind::kSubscript;
  return std::ranges::any_of(block, [&](const model::Statement* statement) {
    const auto* alone = statement->get_if<model::ExpressionStatement>();
    const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
    if (call == nullptr) return false;
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_of_owner =
        method != nullptr && is_variable(*method->object) && is_same_variable(*method->object, *held->object);
    const model::Function* callee = is_of_owner && callee_ ? callee_(*alone->value) : nullptr;
    if (callee != nullptr && fills_entries(callee->body, held->name)) return true;
    const bool takes_table = std::ranges::any_of(call->arguments, [&](const model::Argument& argument) {
      return is_variable(*argument.value) && is_same_variable(*argument.value, table);
    });
    return is_table && (is_of_owner || takes_table) && makes_state(last_name(*call, *symbols_));
  });
}

/// The table of `if key not in table: table[key] = …`, which runs once for each key, or once for the table. The test
/// may ask what `table.get(key)` gave, too, and whether there is anything in the table: `if not table: …`.
const Expression* Seldom::filled_table(model::Block block, const Expression& condition, bool positive) const {
  if (const auto* negated = condition.get_if<model::Unary>();
      negated != nullptr && negated->operation == model::UnaryOperator::kNot)
    return filled_table(block, *negated->operand, !positive);
  const auto* comparison = condition.get_if<model::Comparison>();
  const Expression* table = comparison == nullptr ? nullptr : lacking_table(*comparison, positive, *symbols_);
  if (const model::Name* missing = missing_value(condition, positive); table == nullptr && missing != nullptr) {
    for (const Expression* value : values_of(missing->name)) {
      if (table == nullptr) table = asked_table(*value, *symbols_);
    }
  }
  const bool by_truth = table == nullptr && !positive && is_variable(condition);
  if (by_truth) table = &condition;
  if (table == nullptr || !is_variable(*table)) return nullptr;
  return fills(block, *table) || is_filled_by_call(block, *table, by_truth) ? table : nullptr;
}

/// What the block stores is kept, and the test says that it is missing.
bool Seldom::fills_once(model::Block block, const Expression& condition, bool positive) const {
  // A table that is made in the call is empty again in the next.
  const Expression* table = filled_table(block, condition, positive);
  if (table != nullptr && outlives_call(*table)) return true;
  const Expression* owner = completed_entry(body_, block, condition, positive, *symbols_);
  if (owner != nullptr && outlives_call(*owner)) return true;
  const Expression* object = completed_object(body_, block, condition, positive, *symbols_, callee_);
  return object != nullptr && outlives_call(*object);
}

}  // namespace syncfree::flow

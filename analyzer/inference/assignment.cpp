// Assignment: to names, elements, attributes and subscripts.
#include <algorithm>

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

void Interpreter::assign_name(model::Symbol name, const Value& value) {
  if (class_depth_ > 0) {
    for (auto& [known, old] : inner_names_) {
      if (known == name) {
        old = value;
        return;
      }
    }
    inner_names_.emplace_back(name, value);
    return;
  }
  if (function_ != nullptr) {
    for (const model::Symbol global : function_->function->globals) {
      if (global != name) continue;
      const std::uint32_t slot = project().modules()[module_].scope.find(name);
      if (slot != Scope::kAbsent) out_.globals.push_back({module_, slot, generalize(value, 0)});
      return;
    }
  }
  const std::uint32_t slot = scope_->find(name);
  if (slot >= state_.slots.size()) return;
  state_.slots.set(slot, value);
  state_.forget_all_of(slot);
  if (exports_) export_variable(slot, value);
}

void Interpreter::export_variable(std::uint32_t slot, const Value& value) {
  if (slot >= out_.variables.size()) return;
  Value& kept = out_.variables[slot];
  kept = kept.only(Kind::kUnbound) ? value : join(kept, value);
}

/// An inner function is made: what the variables were before, it never sees.
void Interpreter::export_variables() {
  exports_ = true;
  exported_.merge(state_.slots, [this](std::uint32_t slot, const Value&, const Value& value) {
    if (!value.only(Kind::kUnbound)) export_variable(slot, value);
    return value;
  });
  exported_ = state_.slots;
}

/// What a value of several possible kinds holds by position: tuples, named tuples, records of a library; of any other
/// possibility each part is any element. Nothing if no possibility is known by position.
std::optional<std::vector<Value>> Interpreter::fields_in_order(const Value& value, std::size_t count,
                                                               source::TextRange range) {
  std::vector<Value> fields(count);
  const auto add = [&](std::span<const Value> more) {
    for (std::size_t i = 0; i < count; ++i) fields[i] = join(fields[i], more[i]);
  };
  Value rest = value;
  constexpr Kinds kSequences = values::kHostSequence | Kind::kIterator;
  const values::Aggregate* content = value.aggregate;
  if (value.may_be(kSequences) && content != nullptr && content->exact && content->elements.size() == count) {
    add(content->elements);
    rest.kinds = rest.kinds - kSequences;
  }
  constexpr Kinds kObjects = Kinds(Kind::kInstance) | Kind::kLibraryObject;
  if (value.may_be(kObjects) && value.entities != nullptr) {
    bool all = true;
    for (const Entity& entity : value.entities->items) {
      const std::vector<Value> own = fields_of_entity(value, entity);
      all &= own.size() == count;
      if (own.size() == count) add(own);
    }
    if (all) rest.kinds = rest.kinds - kObjects;
  }
  if (rest.kinds == value.kinds) return std::nullopt;
  rest.kinds = rest.kinds - Kinds(Kind::kNone);
  if (rest.kinds.empty()) return fields;
  const Value element = iterate(rest, range);
  for (Value& field : fields) field = join(field, element);
  return fields;
}

/// In order, of a named tuple or of a class of a library whose row says what it is unpacked to; none for another.
std::vector<Value> Interpreter::fields_of_entity(const Value& value, const Entity& entity) {
  std::vector<Value> fields;
  Value self = value;
  const Entity one[] = {entity};
  self.entities = arena_.entities(one);
  if (entity.kind == EntityKind::kObject) {
    const ClassInfo& info = project().classes()[world_.class_of(entity.index)];
    if (!info.is_named_tuple) return fields;
    self.kinds = Kind::kInstance;
    for (const model::Symbol name : info.field_order) fields.push_back(attribute_of(self, name));
  } else if (entity.kind == EntityKind::kLibraryObject) {
    bool found = false;
    self.kinds = Kind::kLibraryObject;
    const Value unpacked = member_of_library(self, entity.index, known_.unpacked, found);
    if (found && unpacked.aggregate != nullptr)
      fields.assign(unpacked.aggregate->elements.begin(), unpacked.aggregate->elements.end());
  }
  return fields;
}

void Interpreter::assign_elements(model::Expressions targets, const Value& value) {
  std::size_t star = targets.size();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i]->kind == model::ExpressionKind::kStarred) star = i;
  }
  const values::Aggregate* content = value.aggregate;
  const bool exact = content != nullptr && content->exact && value.only(values::kHostSequence | Kind::kIterator);
  if (exact && star == targets.size() && content->elements.size() == targets.size()) {
    for (std::size_t i = 0; i < targets.size(); ++i) assign(*targets[i], content->elements[i]);
    return;
  }
  if (exact && star < targets.size() && content->elements.size() + 1 >= targets.size()) {
    const std::size_t after = targets.size() - star - 1;
    for (std::size_t i = 0; i < star; ++i) assign(*targets[i], content->elements[i]);
    const auto middle = content->elements.subspan(star, content->elements.size() - star - after);
    assign(*targets[star]->as<model::Starred>().value, arena_.sequence(Kind::kList, middle));
    for (std::size_t i = 0; i < after; ++i)
      assign(*targets[star + 1 + i], content->elements[content->elements.size() - after + i]);
    return;
  }
  const source::TextRange where = targets.empty() ? source::TextRange{} : targets.front()->range;
  if (star == targets.size()) {
    if (const std::optional<std::vector<Value>> fields = fields_in_order(value, targets.size(), where)) {
      for (std::size_t i = 0; i < targets.size(); ++i) assign(*targets[i], (*fields)[i]);
      return;
    }
  }
  const Value element = iterate(value, where);
  for (const model::Expression* target : targets) {
    if (const auto* starred = target->get_if<model::Starred>()) {
      assign(*starred->value, arena_.container(Kind::kList, element));
    } else {
      assign(*target, element);
    }
  }
}

void Interpreter::assign(const model::Expression& target, const Value& value, bool is_made_here) {
  switch (target.kind) {
    case model::ExpressionKind::kName: {
      if (!value.is_anything()) return assign_name(target.as<model::Name>().name, value);
      Value by_use = declared_.bound_by_use(module_, function_, target);
      // `model = make(); model.cuda()`: what somebody else made may have been moved before.
      if (is_module(by_use) && !is_made_here) by_use.places = values::Place::kCaller;
      assign_name(target.as<model::Name>().name, declared_.completed(arena_, value, by_use));
      return;
    }
    case model::ExpressionKind::kAttribute:
      store_attribute(target.as<model::Attribute>(), value);
      return;
    case model::ExpressionKind::kSubscript:
      store_subscript(target.as<model::Subscript>(), value, false);
      return;
    case model::ExpressionKind::kSequence:
      assign_elements(target.as<model::Sequence>().elements, value);
      return;
    case model::ExpressionKind::kStarred:
      assign(*target.as<model::Starred>().value, arena_.container(Kind::kList, iterate(value, target.range)));
      return;
    default:
      return;
  }
}

void Interpreter::augmented_assign(const model::AugmentedAssign& statement) {
  const Value old = evaluate(*statement.target);
  const Value operand = evaluate(*statement.value);
  Value result;
  bool in_place = false;
  if (old.may_be(Kind::kInstance)) {
    const ArgumentValue argument{{}, 0, operand};
    result = call_method(old, known_.in_place(statement.operation), {&argument, 1}, statement.range, in_place);
  }
  if (!in_place) result = binary_values(statement.operation, old, operand, statement.range);
  // A device tensor changed in place stays where it is, whatever is added.
  if (old.only(Kind::kTensor) && result.may_be(Kind::kTensor)) {
    result.places = old.places;
    result.rank = old.rank;
  }
  if (old.only(Kind::kList) && !operand.is_bottom() && statement.operation == model::BinaryOperator::kAdd &&
      !operand.only(Kind::kList)) {
    result =
        arena_.container(Kind::kList, join(values::any_element(arena_, old), iterate(operand, statement.value->range)));
  }
  if (const auto* subscript = statement.target->get_if<model::Subscript>()) {
    store_subscript(*subscript, result, true);
    return;
  }
  assign(*statement.target, result);
}

}  // namespace syncfree::inference

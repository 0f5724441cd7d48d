// Assignment: to names, elements, attributes and subscripts.
#include <algorithm>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

Assignment::Assignment(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      attributes_(all.attributes),
      subscripts_(all.subscripts),
      calls_(all.calls),
      operators_(all.operators),
      conditions_(all.conditions),
      expressions_(all.expressions) {}

/// What a value of several possible kinds holds by position: tuples, named tuples, records of a library; of any other
/// possibility each part is any element. Beside a tuple of as many parts, a tensor or a number is not meant: `return
/// out` of one way, `return out, scale` of the other. Nothing if no possibility is known by position.
std::optional<std::vector<Value>> Assignment::fields_in_order(const Value& value, std::size_t count,
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
    rest.kinds = rest.kinds - kSequences - Kinds(Kind::kTensor) - values::kHostNumber;
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
  const Value element = expressions_.iterate(rest, range);
  for (Value& field : fields) field = join(field, element);
  return fields;
}

/// In order, of a named tuple or of a class of a library whose row says what it is unpacked to; none for another.
std::vector<Value> Assignment::fields_of_entity(const Value& value, const Entity& entity) {
  std::vector<Value> fields;
  Value self = value;
  const Entity one[] = {entity};
  self.entities = arena_.entities(one);
  if (entity.kind == EntityKind::kObject) {
    const ClassInfo& info = project().classes()[world_.class_of(entity.index)];
    if (!info.is_named_tuple) return fields;
    self.kinds = Kind::kInstance;
    for (const model::Symbol name : info.field_order) fields.push_back(members_.attribute_of(self, name));
  } else if (entity.kind == EntityKind::kLibraryObject) {
    bool found = false;
    self.kinds = Kind::kLibraryObject;
    const Value unpacked = members_.member_of_library(self, entity.index, known_.unpacked, found);
    if (found && unpacked.aggregate != nullptr)
      fields.assign(unpacked.aggregate->elements.begin(), unpacked.aggregate->elements.end());
  }
  return fields;
}

void Assignment::assign_elements(model::Expressions targets, const Value& value) {
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
  // `data: Tuple[Tensor]`, unpacked into three names: who wrote it meant any number of them, or other things too.
  if (exact && star == targets.size() && !content->elements.empty() && value.evidence == values::Evidence::kDeclared) {
    for (const model::Expression* target : targets) assign(*target, Value::anything());
    return;
  }
  const bool begins = content != nullptr && !content->exact && !content->elements.empty() && value.only(Kind::kTuple);
  if (begins && star == targets.size()) {
    const Value rest = content->rest.is_bottom() ? Value::anything() : content->rest;
    for (std::size_t i = 0; i < targets.size(); ++i)
      assign(*targets[i], i < content->elements.size() ? content->elements[i] : rest);
    return;
  }
  const source::TextRange where = targets.empty() ? source::TextRange{} : targets.front()->range;
  if (star == targets.size()) {
    if (const std::optional<std::vector<Value>> fields = fields_in_order(value, targets.size(), where)) {
      for (std::size_t i = 0; i < targets.size(); ++i) assign(*targets[i], (*fields)[i]);
      return;
    }
  }
  const Value element = expressions_.iterate(value, where);
  for (const model::Expression* target : targets) {
    if (const auto* starred = target->get_if<model::Starred>()) {
      assign(*starred->value, arena_.container(Kind::kList, element));
    } else {
      assign(*target, element);
    }
  }
}

void Assignment::assign_name(const model::Expression& target, const Value& value, bool is_made_here) {
  const model::Symbol name = target.as<model::Name>().name;
  const bool is_rebound_inside =
      frame_.function != nullptr &&
      std::ranges::find(frame_.function->rebound_inside, name) != frame_.function->rebound_inside.end();
  Value known = value;
  if (is_rebound_inside) {
    // An inner function binds it again whenever others call that: `best = None`, and `nonlocal best` in a hook.
    known.constant = {};
    if (known.may_be(Kind::kNone)) known = join(known, Value::anything());
  }
  if (!known.is_anything()) return variables_.assign_name(name, known);
  Value by_use = declared_.bound_by_use(frame_.module, frame_.function, target);
  // `model = make(); model.cuda()`: what somebody else made may have been moved before.
  if (module_containers_.is_module(by_use) && !is_made_here) by_use.places = values::Place::kCaller;
  variables_.assign_name(name, declared_.completed(arena_, known, by_use));
}

void Assignment::assign(const model::Expression& target, const Value& value, bool is_made_here) {
  switch (target.kind) {
    case model::ExpressionKind::kName:
      return assign_name(target, value, is_made_here);
    case model::ExpressionKind::kAttribute:
      attributes_.store_attribute(target.as<model::Attribute>(), value);
      return;
    case model::ExpressionKind::kSubscript:
      subscripts_.store_subscript(target.as<model::Subscript>(), value, false);
      // `y[mask] = expert(x[mask])`
      if (value.only(Kind::kTensor) && value.read_back) note_masked_change(*target.as<model::Subscript>().object);
      return;
    case model::ExpressionKind::kSequence:
      assign_elements(target.as<model::Sequence>().elements, value);
      return;
    case model::ExpressionKind::kStarred:
      assign(*target.as<model::Starred>().value,
             arena_.container(Kind::kList, expressions_.iterate(value, target.range)));
      return;
    default:
      return;
  }
}

/// `cost[wrong] /= norm[wrong]`: what is differentiated through `cost` goes through the mask from here on.
void Assignment::note_masked_change(const model::Expression& changed) {
  if (changed.kind != model::ExpressionKind::kName) return;
  Value whole = expressions_.evaluate(changed);
  if (!whole.only(Kind::kTensor) || !whole.elements.has(values::Element::kFloating)) return;
  whole.read_back = true;
  conditions_.narrow_to(changed, whole);
}

void Assignment::augmented_assign(const model::AugmentedAssign& statement) {
  const Value old = expressions_.evaluate(*statement.target);
  const Value operand = expressions_.evaluate(*statement.value);
  Value result;
  bool in_place = false;
  if (old.may_be(Kind::kInstance)) {
    const ArgumentValue argument{{}, 0, operand};
    result = calls_.call_method(old, known_.in_place(statement.operation), {&argument, 1}, statement.range, in_place);
  }
  if (!in_place) result = operators_.binary_values(statement.operation, old, operand, statement.range);
  // A device tensor changed in place stays where it is, whatever is added.
  if (old.only(Kind::kTensor) && result.may_be(Kind::kTensor)) {
    result.places = old.places;
    result.rank = old.rank;
  }
  if (old.only(Kind::kList) && !operand.is_bottom() && statement.operation == model::BinaryOperator::kAdd &&
      !operand.only(Kind::kList)) {
    result = arena_.container(
        Kind::kList, join(values::any_element(arena_, old), expressions_.iterate(operand, statement.value->range)));
  }
  if (const auto* subscript = statement.target->get_if<model::Subscript>()) {
    subscripts_.store_subscript(*subscript, result, true);
    if (old.only(Kind::kTensor) && old.read_back) note_masked_change(*subscript->object);
    return;
  }
  assign(*statement.target, result);
}

}  // namespace syncfree::inference

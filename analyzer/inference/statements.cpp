// Statements: flow of control, assignment, definitions.
#include <algorithm>
#include <array>

#include "analyzer/inference/interpreter.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

using model::StatementKind;

namespace {

// A loop whose state still changes after so many passes keeps what it has: the lattices are shallow, so this is seldom
// reached.
constexpr int kMostPasses = 4;

}  // namespace

void Interpreter::execute(model::Block block) {
  ++depth_;
  const Guards outer = guards_;
  for (std::size_t i = 0; i < block.size() && state_.reachable; ++i) {
    execute(*block[i]);
    if (guards_.rare == 0 && block[i]->kind == StatementKind::kIf) guards_.rare += seldom().runs_rest(block, i) ? 1 : 0;
  }
  guards_ = outer;
  --depth_;
}

void Interpreter::execute(const model::Statement& statement) {
  work::count(work::Kind::kStatements);
  switch (statement.kind) {
    case StatementKind::kExpression:
      evaluate(*statement.as<model::ExpressionStatement>().value);
      return;
    case StatementKind::kAssign: {
      const auto& assignment = statement.as<model::Assign>();
      Value value = assignment.value == nullptr ? Value{} : evaluate(*assignment.value);
      if (assignment.annotation != nullptr) {
        const bool vague = assignment.value == nullptr || value.is_anything();
        if (assignment.value == nullptr && class_depth_ == 0) return;
        // An annotated empty list is a list of what the annotation says.
        const bool empty_list = value.only(Kind::kList) && value.aggregate != nullptr && value.aggregate->exact &&
                                value.aggregate->elements.empty();
        if (vague || empty_list) {
          const Value declared = declared_.annotation(module_, *assignment.annotation);
          if (!declared.is_anything()) value = declared;
        }
      }
      for (const model::Expression* target : assignment.targets) assign(*target, value);
      if (assignment.targets.size() == 1) note_test(*assignment.targets.front(), assignment.value);
      return;
    }
    case StatementKind::kAugmentedAssign:
      augmented_assign(statement.as<model::AugmentedAssign>());
      return;
    case StatementKind::kIf:
      execute_if(statement.as<model::If>());
      return;
    case StatementKind::kWhile:
      execute_while(statement.as<model::While>());
      return;
    case StatementKind::kFor:
      execute_for(statement.as<model::For>());
      return;
    case StatementKind::kWith:
      execute_with(statement.as<model::With>());
      return;
    case StatementKind::kTry:
      execute_try(statement.as<model::Try>());
      return;
    case StatementKind::kMatch:
      execute_match(statement.as<model::Match>());
      return;
    case StatementKind::kReturn: {
      const auto* value = statement.as<model::Return>().value;
      out_.result = join(out_.result, value == nullptr ? Value::none() : evaluate(*value));
      state_.reachable = false;
      return;
    }
    case StatementKind::kRaise: {
      const auto& raise = statement.as<model::Raise>();
      ++guards_.rare;
      if (raise.value != nullptr) evaluate(*raise.value);
      if (raise.cause != nullptr) evaluate(*raise.cause);
      --guards_.rare;
      state_.reachable = false;
      return;
    }
    case StatementKind::kAssert: {
      const auto& assertion = statement.as<model::Assert>();
      const std::optional<bool> outcome = condition(*assertion.condition, engine::TruthUse::kAssert);
      if (assertion.message != nullptr) {
        const State before = state_;
        const Guards outer = guards_;
        ++guards_.rare;
        ++guards_.doubt;
        evaluate(*assertion.message);
        guards_ = outer;
        state_ = before;
      }
      if (outcome == false) {
        state_.reachable = false;
      } else {
        narrow(*assertion.condition, true);
      }
      return;
    }
    case StatementKind::kDelete:
      for (const model::Expression* target : statement.as<model::Delete>().targets) {
        if (const std::uint32_t slot = slot_of(*target); slot != Scope::kAbsent)
          state_.slots[slot] = Value::of(Kind::kUnbound);
      }
      return;
    case StatementKind::kImport:
      execute_import(statement.as<model::Import>());
      return;
    case StatementKind::kImportFrom:
      execute_import_from(statement.as<model::ImportFrom>());
      return;
    case StatementKind::kFunction:
      execute_function(statement.as<model::Function>());
      return;
    case StatementKind::kClass:
      execute_class(statement.as<model::Class>());
      return;
    case StatementKind::kBreak:
      if (!break_states_.empty()) join_into(arena_, break_states_.back(), state_);
      state_.reachable = false;
      return;
    case StatementKind::kContinue:
      if (!continue_states_.empty()) join_into(arena_, continue_states_.back(), state_);
      state_.reachable = false;
      return;
    case StatementKind::kGlobal:
    case StatementKind::kPass:
      return;
  }
}

/// A chain of `elif` is gone through without recursion, with one state for all that its branches lead to.
void Interpreter::execute_if(const model::If& statement) {
  const Guards outer = guards_;
  State after;
  after.reachable = false;
  for (const model::If* branch = &statement; branch != nullptr;) {
    const std::optional<bool> outcome = condition(*branch->condition, engine::TruthUse::kIf);
    State before = state_;
    if (outcome != false) {
      narrow(*branch->condition, true);
      const Guards around = guards_;
      enter_guarded(*branch->condition, true, &branch->then);
      execute(branch->then);
      guards_ = around;
      join_into(arena_, after, state_);
    }
    state_ = std::move(before);
    if (outcome == true) break;
    narrow(*branch->condition, false);
    enter_guarded(*branch->condition, false, &branch->otherwise);
    const bool goes_on = branch->otherwise.size() == 1 && branch->otherwise.front()->kind == StatementKind::kIf;
    if (goes_on && state_.reachable) {
      branch = &branch->otherwise.front()->as<model::If>();
      continue;
    }
    execute(branch->otherwise);
    join_into(arena_, after, state_);
    branch = nullptr;
  }
  guards_ = outer;
  state_ = std::move(after);
}

/// `exit_condition` is the test of a `while`; a `for` has none, and is taken to run at least once: what its body sets
/// is set after it.
template <class Body>
void Interpreter::loop(Body&& body, model::Block otherwise, const model::Expression* exit_condition) {
  const std::size_t events = out_.events.size();
  const std::size_t calls = out_.calls.size();
  State head = state_;
  State left;
  State last;
  for (int pass = 0;; ++pass) {
    // Only what the last pass saw counts: it knew the most.
    out_.events.resize(events);
    out_.calls.resize(calls);
    state_ = head;
    break_states_.emplace_back().reachable = false;
    continue_states_.emplace_back().reachable = false;
    ++loop_depth_;
    body();
    --loop_depth_;
    join_into(arena_, state_, continue_states_.back());
    left = std::move(break_states_.back());
    break_states_.pop_back();
    continue_states_.pop_back();
    last = state_;
    State next = head;
    join_into(arena_, next, state_);
    if (same(next, head) || pass + 1 == kMostPasses) {
      head = std::move(next);
      break;
    }
    head = std::move(next);
  }
  state_ = exit_condition == nullptr && (last.reachable || left.reachable) ? std::move(last) : std::move(head);
  if (exit_condition != nullptr) narrow(*exit_condition, false);
  execute(otherwise);
  join_into(arena_, state_, left);
}

void Interpreter::execute_while(const model::While& statement) {
  std::optional<bool> outcome;
  loop(
      [&] {
        in_while_test_ = true;
        outcome = condition(*statement.condition, engine::TruthUse::kWhile);
        in_while_test_ = false;
        if (outcome == false) {
          state_.reachable = false;
          return;
        }
        narrow(*statement.condition, true);
        execute(statement.body);
      },
      statement.otherwise, statement.condition);
}

void Interpreter::execute_for(const model::For& statement) {
  const Value iterable = evaluate(*statement.iterable);
  loop(
      [&] {
        const Value item = iterate(iterable, statement.iterable->range);
        if (item.is_bottom()) {
          // Nothing to iterate over (or not yet known): the body does not run.
          state_.reachable = false;
          return;
        }
        assign(*statement.target, item);
        execute(statement.body);
      },
      statement.otherwise, nullptr);
}

void Interpreter::execute_with(const model::With& statement) {
  std::vector<Value> managers;
  for (const model::WithItem& item : statement.items) {
    const Value manager = evaluate(*item.context);
    Value entered = manager;
    bool found = false;
    if (manager.may_be(Kind::kInstance)) {
      const Value result = call_method(manager, known_.enter, {}, item.context->range, found);
      if (found) entered = result;
    } else if (manager.only(Kind::kIterator)) {
      entered = values::any_element(arena_, manager);
    } else if (manager.is_anything()) {
      entered = Value::anything();
    }
    if (item.target != nullptr) assign(*item.target, entered);
    managers.push_back(manager);
  }
  execute(statement.body);
  const bool reachable = state_.reachable;
  for (const Value& manager : managers) {
    if (!manager.may_be(Kind::kInstance)) continue;
    bool found = false;
    const ArgumentValue nothing[] = {{{}, 0, Value::none()}, {{}, 0, Value::none()}, {{}, 0, Value::none()}};
    call_method(manager, known_.exit, nothing, statement.range, found);
  }
  state_.reachable = reachable;
}

void Interpreter::execute_try(const model::Try& statement) {
  const State before = state_;
  execute(statement.body);
  State after_body = state_;
  // An exception may leave the body anywhere: handlers start from before it or after it.
  State entry = before;
  join_into(arena_, entry, after_body);
  if (after_body.reachable) {
    state_ = after_body;
    execute(statement.otherwise);
    after_body = state_;
  }
  State joined = std::move(after_body);
  for (const model::ExceptHandler& handler : statement.handlers) {
    state_ = entry;
    if (handler.type != nullptr) evaluate(*handler.type);
    if (handler.name) assign_name(handler.name, Value::of(Kind::kOther));
    ++guards_.rare;
    execute(handler.body);
    --guards_.rare;
    join_into(arena_, joined, state_);
  }
  if (!statement.finally.empty()) {
    const bool reachable = joined.reachable;
    state_ = reachable ? joined : entry;
    execute(statement.finally);
    if (!reachable) state_.reachable = false;
    return;
  }
  state_ = std::move(joined);
}

void Interpreter::execute_match(const model::Match& statement) {
  const Value subject = evaluate(*statement.subject);
  const State before = state_;
  State after = before;  // no case may fit
  for (const model::MatchCase& choice : statement.cases) {
    state_ = before;
    Value matched = subject;
    if (choice.class_pattern != nullptr) {
      matched = narrow_to_class(subject, evaluate(*choice.class_pattern), true);
      if (matched.is_bottom()) continue;
      if (statement.subject->kind == model::ExpressionKind::kName) narrow_to(*statement.subject, matched);
    }
    // A lone capture is the subject; parts of a pattern are not followed.
    const bool whole = choice.captures.size() == 1 && choice.class_pattern == nullptr;
    for (model::Symbol capture : choice.captures)
      assign_name(capture, whole ? join(matched, Value::anything()) : Value::anything());
    if (choice.guard != nullptr) {
      condition(*choice.guard, engine::TruthUse::kIf);
      narrow(*choice.guard, true);
    }
    execute(choice.body);
    join_into(arena_, after, state_);
  }
  state_ = std::move(after);
}

void Interpreter::execute_import(const model::Import& statement) {
  for (const model::ImportedName& imported : statement.names) {
    const model::Symbol name = imported.alias ? imported.alias : imported.path.front();
    const std::size_t count = imported.alias ? imported.path.size() : 1;
    const Target target = project().imported(module_, imported.path, count);
    assign_name(name, target ? declared_.target(target) : Value::anything());
  }
}

void Interpreter::execute_import_from(const model::ImportFrom& statement) {
  for (const model::ImportedName& imported : statement.names) {
    const model::Symbol name = imported.alias ? imported.alias : imported.path.front();
    const auto [known, is_new] = imports_.insert(&imported, {});
    if (is_new) *known = project().imported(module_, statement, imported.path.front());
    const Target target = *known;
    Value value = Value::anything();
    if (target.kind == Target::Kind::kVariable) {
      Entity module{.kind = EntityKind::kModule};
      module.index = target.index;
      value = attribute_of(arena_.entity(Kind::kNamespace, module), target.name);
    } else if (target) {
      value = declared_.target(target);
    }
    assign_name(name, value);
  }
}

void Interpreter::execute_function(const model::Function& function) {
  for (const model::Expression* decorator : function.decorators) evaluate(*decorator);
  for (const model::Parameter& parameter : function.parameters) {
    if (parameter.default_value != nullptr) evaluate(*parameter.default_value);
  }
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = project().modules()[module_].first_function + function.id;
  // Methods and top-level functions see no variables of the code that defines them.
  entity.environment = function_ == nullptr ? 0 : number_ + 1;
  export_variables();
  assign_name(function.name, arena_.entity(Kind::kFunction, entity));
}

void Interpreter::execute_class(const model::Class& definition) {
  for (const model::Expression* decorator : definition.decorators) evaluate(*decorator);
  for (const model::Argument& base : definition.bases) evaluate(*base.value);
  const std::uint32_t number = project().modules()[module_].first_class + definition.id;
  const std::size_t names = inner_names_.size();
  ++class_depth_;
  execute(definition.body);
  --class_depth_;
  for (std::size_t i = names; i < inner_names_.size(); ++i) {
    const Value& value = inner_names_[i].second;
    if (value.is_bottom() || value.only(Kind::kFunction)) continue;
    out_.stores.push_back({number, inner_names_[i].first, generalize(value, 0)});
  }
  inner_names_.resize(names);
  Entity entity{.kind = EntityKind::kClass};
  entity.index = number;
  assign_name(definition.name, arena_.entity(Kind::kClass, entity));
}

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
  state_.slots[slot] = value;
  state_.forget_facts_of(slot);
  std::erase_if(named_tests_, [slot](const NamedTest& test) { return test.slot == slot || test.subject == slot; });
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
  for (std::uint32_t slot = 0; slot < out_.variables.size(); ++slot) {
    if (!state_.slots[slot].only(Kind::kUnbound)) export_variable(slot, state_.slots[slot]);
  }
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

void Interpreter::assign(const model::Expression& target, const Value& value) {
  switch (target.kind) {
    case model::ExpressionKind::kName:
      assign_name(
          target.as<model::Name>().name,
          value.is_anything() ? declared_.completed(value, declared_.bound_by_use(module_, function_, target)) : value);
      return;
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

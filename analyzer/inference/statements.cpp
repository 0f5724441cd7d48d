// Statements: which one is executed how; imports and definitions. Assignment and flow of control have files of their
// own.
#include "analyzer/inference/interpreter.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

using model::StatementKind;

namespace {

/// Bytes of values that one evaluation may build; what real code was seen to build is a fortieth of it.
constexpr std::size_t kMostMemory = 32'000'000;

}  // namespace

void Interpreter::execute(model::Block block) {
  ++depth_;
  const Guards outer = guards_;
  for (std::size_t i = 0; i < block.size() && state_.reachable; ++i) {
    execute(*block[i]);
    if (guards_.rare == 0 && block[i]->kind == StatementKind::kIf)
      guards_.rare += branches_.seldom_runs_rest(block, i) ? 1 : 0;
  }
  guards_ = outer;
  --depth_;
}

void Interpreter::execute(const model::Statement& statement) {
  work::count(work::Kind::kStatements);
  if (arena_.used() > kMostMemory) work::end_here();
  switch (statement.kind) {
    case StatementKind::kExpression:
      statement_ = statement.as<model::ExpressionStatement>().value;
      evaluate(*statement_);
      return;
    case StatementKind::kAssign:
      execute_assign(statement.as<model::Assign>());
      return;
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
    case StatementKind::kReturn:
      execute_return(statement.as<model::Return>());
      return;
    case StatementKind::kRaise:
      execute_raise(statement.as<model::Raise>());
      return;
    case StatementKind::kAssert:
      execute_assert(statement.as<model::Assert>());
      return;
    case StatementKind::kDelete:
      execute_delete(statement.as<model::Delete>());
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
      leave_pass(break_states_);
      return;
    case StatementKind::kContinue:
      leave_pass(continue_states_);
      return;
    case StatementKind::kGlobal:
    case StatementKind::kPass:
      return;
  }
}

namespace {

/// `start: int = f(x)`, of what is a tensor or a number by other annotations. Parameters are declared as numbers and
/// given tensors all the same.
bool is_number_of_either(const Value& value, const Value& declared) {
  return value.may_be(Kind::kTensor) && value.may_be(values::kHostNumber) &&
         value.evidence != values::Evidence::kSeen && declared.only(values::kHostNumber | Kind::kNone);
}

}  // namespace

namespace {

/// How many names a sequence with one starred part is unpacked into: 3 of `b, n, heads = *x.shape, self.heads`.
std::size_t names_to_fill(const model::Assign& statement) {
  const auto is_starred = [](const model::Expression* part) { return part->kind == model::ExpressionKind::kStarred; };
  const auto* from = statement.value == nullptr ? nullptr : statement.value->get_if<model::Sequence>();
  if (from == nullptr || std::ranges::count_if(from->elements, is_starred) != 1 || statement.targets.size() != 1)
    return 0;
  const auto* into = statement.targets.front()->get_if<model::Sequence>();
  return into == nullptr || std::ranges::any_of(into->elements, is_starred) ? 0 : into->elements.size();
}

}  // namespace

void Interpreter::execute_assign(const model::Assign& statement) {
  wanted_elements_ = names_to_fill(statement);
  Value value = statement.value == nullptr ? Value{} : evaluate(*statement.value);
  if (statement.annotation != nullptr) {
    const bool vague = statement.value == nullptr || value.is_anything();
    if (statement.value == nullptr && class_depth_ == 0) return;
    // An annotated empty list is a list of what the annotation says.
    const bool empty_list = value.only(Kind::kList) && value.aggregate != nullptr && value.aggregate->exact &&
                            value.aggregate->elements.empty();
    const Value declared = declared_.annotation(module_, *statement.annotation);
    const bool other = contradicts_annotation(value, declared) || is_number_of_either(value, declared);
    if ((vague || empty_list || other) && !declared.is_anything()) value = declared;
  } else if (const model::Expression* annotation = annotation_of(*statement.targets.front(), value)) {
    const Value declared = declared_.annotation(module_, *annotation);
    if (is_number_of_either(value, declared)) value = declared;
  }
  if (statement.value != nullptr && statement.value->kind == model::ExpressionKind::kCall && is_undone(statement)) {
    store_for_now(statement.targets.front()->as<model::Attribute>(), value);
    return;
  }
  const bool is_made_here = value.only(Kind::kAnything) && made_by_stranger(*statement.value) != nullptr;
  for (const model::Expression* target : statement.targets) assign(*target, value, is_made_here);
  if (statement.targets.size() == 1) note_test(*statement.targets.front(), statement.value);
}

void Interpreter::execute_return(const model::Return& statement) {
  const model::Expression* value = statement.value;
  out_.result = join(out_.result, value == nullptr ? Value::none() : evaluate(*value));
  state_.reachable = false;
}

void Interpreter::execute_raise(const model::Raise& statement) {
  ++guards_.rare;
  if (statement.value != nullptr) evaluate(*statement.value);
  if (statement.cause != nullptr) evaluate(*statement.cause);
  --guards_.rare;
  state_.reachable = false;
}

void Interpreter::execute_assert(const model::Assert& statement) {
  const std::optional<bool> outcome = condition(*statement.condition, TruthUse::kAssert);
  if (statement.message != nullptr) {
    const State before = state_;
    const Guards outer = guards_;
    ++guards_.rare;
    ++guards_.doubt;
    evaluate(*statement.message);
    guards_ = outer;
    state_ = before;
  }
  if (outcome == false) {
    state_.reachable = false;
  } else {
    narrow(*statement.condition, true);
  }
}

void Interpreter::execute_delete(const model::Delete& statement) {
  for (const model::Expression* target : statement.targets) {
    if (const std::uint32_t slot = slot_of(*target); slot != Scope::kAbsent) {
      state_.slots.set(slot, Value::of(Kind::kUnbound));
      state_.forget_all_of(slot);
    }
    if (const auto* part = target->get_if<model::Subscript>()) delete_part(*part);
  }
}

/// `del values[index]`
void Interpreter::delete_part(const model::Subscript& target) {
  const Value object = evaluate(*target.object);
  const Value index = evaluate(*target.index);
  forget_parts(*target.object);
  if (object.may_be(Kind::kList) && index.may_be(Kind::kTensor)) emit_value(EventKind::kHostIndex, target.range, index);
  bool found = false;
  const ArgumentValue argument{{}, 0, index};
  if (object.may_be(Kind::kInstance))
    call_method(object, known_.dunder("__delitem__"), {&argument, 1}, target.range, found);
}

/// `break` or `continue`: the innermost loop goes on from `states`' last one.
void Interpreter::leave_pass(std::vector<State>& states) {
  if (!states.empty()) join_into(arena_, states.back(), state_);
  state_.reachable = false;
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

}  // namespace syncfree::inference

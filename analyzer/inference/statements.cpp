// Statements: which one is executed how; imports and definitions. Assignment and flow of control have files of their
// own.
#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/kept_moves.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

using model::StatementKind;

namespace {

/// Bytes of values that one evaluation may build; what real code was seen to build is a fortieth of it.
constexpr std::size_t kMostMemory = 32'000'000;

}  // namespace

Statements::Statements(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      branches_(all.branches),
      depth_(all.depth),
      out_(all.record.out),
      guards_(all.record.guards),
      state_(all.variables.state),
      record_(all.record),
      binding_(all.binding),
      variables_(all.variables),
      members_(all.members),
      module_moves_(all.module_moves),
      strangers_(all.strangers),
      subscripts_(all.subscripts),
      containers_(all.containers),
      calls_(all.calls),
      conditions_(all.conditions),
      expressions_(all.expressions),
      assignment_(all.assignment) {}

void Statements::begin() {
  break_states_.clear();
  continue_states_.clear();
  reached_ = {};
}

void Statements::end() {
  for (std::size_t i = 0; i < reached_.size(); ++i) out_.reached.push_back({reached_.key(i), reached_.value(i)});
  std::ranges::sort(out_.reached, {}, &source::TextRange::begin);
}

void Statements::note_reached(model::Block block, const model::Statement& statement) {
  std::uint32_t& end = reached_[block.front()->range.begin];
  end = std::max(end, statement.range.end);
}

void Statements::execute(model::Block block) {
  ++depth_;
  const Guards outer = guards_;
  const model::Block behind = behind_;
  const model::Statement* last = nullptr;
  for (std::size_t i = 0; i < block.size() && state_.reachable; ++i) {
    behind_ = block.subspan(i + 1);
    last = block[i];
    execute(*block[i]);
    const auto* test = block[i]->get_if<model::If>();
    if (test != nullptr && !conditions_.is_decided(*test->condition, false))
      guards_.add(branches_.behind_all(block, i));
  }
  if (last != nullptr && frame_.function != nullptr) note_reached(block, *last);
  guards_ = outer;
  behind_ = behind;
  --depth_;
}

void Statements::execute(const model::Statement& statement) {
  work::count(work::Counted::kStatements);
  if (arena_.used() > kMostMemory) work::end_here();
  switch (statement.kind) {
    case StatementKind::kExpression:
      statement_ = statement.as<model::ExpressionStatement>().value;
      expressions_.evaluate(*statement_);
      return;
    case StatementKind::kAssign:
      execute_assign(statement.as<model::Assign>());
      return;
    case StatementKind::kAugmentedAssign:
      assignment_.augmented_assign(statement.as<model::AugmentedAssign>());
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

struct UnpackedShape {
  const model::Expression* whole = nullptr;  ///< a name; null: the statement unpacks no shape
  std::size_t dimensions = 0;
};

/// `n, d = x.shape` and `n, d = x.size()`
UnpackedShape unpacked_shape(const model::Assign& statement, const model::SymbolTable& symbols) {
  if (statement.value == nullptr || statement.targets.size() != 1) return {};
  const auto* into = statement.targets.front()->get_if<model::Sequence>();
  const auto* call = statement.value->get_if<model::Call>();
  const auto* asked = (call == nullptr ? statement.value : call->callee)->get_if<model::Attribute>();
  if (into == nullptr || asked == nullptr || asked->object->kind != model::ExpressionKind::kName) return {};
  const bool is_shape = call == nullptr ? symbols.text(asked->name) == "shape"
                                        : call->arguments.empty() && symbols.text(asked->name) == "size";
  const bool is_open = std::ranges::any_of(
      into->elements, [](const model::Expression* part) { return part->kind == model::ExpressionKind::kStarred; });
  return !is_shape || is_open ? UnpackedShape{} : UnpackedShape{asked->object, into->elements.size()};
}

}  // namespace

/// What is unpacked into two sizes has two dimensions from here on.
void Statements::note_rank(const model::Assign& statement) {
  const UnpackedShape shape = unpacked_shape(statement, project().symbols());
  if (shape.whole == nullptr) return;
  Value whole = expressions_.evaluate(*shape.whole);
  if (!whole.may_be(Kinds(Kind::kTensor) | Kind::kArray)) return;
  whole.rank = values::Rank::exactly(static_cast<int>(shape.dimensions));
  conditions_.narrow_to(*shape.whole, whole);
}

/// What a parameter that is assigned again was declared as, if the new value may be that, too.
const model::Expression* Statements::annotation_of(const model::Expression& target, const Value& value) const {
  const auto* name = target.get_if<model::Name>();
  if (name == nullptr || frame_.function == nullptr || variables_.is_inside()) return nullptr;
  if (!value.may_be(Kind::kTensor) || value.only(Kind::kTensor)) return nullptr;
  for (const model::Parameter& parameter : frame_.function->function->parameters) {
    if (parameter.name == name->name) return parameter.annotation;
  }
  return nullptr;
}

/// `self.table = self.table.to(x.device)`, of what constructors alone store otherwise: from the second call on it is
/// there.
bool Statements::moves_once(const model::Assign& statement) const {
  const FunctionInfo* function = frame_.function;
  if (function == nullptr || function->owner == kNowhere || function->function->parameters.empty()) return false;
  const model::Symbol self = function->function->parameters.front().name;
  bool all = statement.value != nullptr;
  for_each_stored_part(statement, [&](const model::Expression& target, const model::Expression* value) {
    const model::Symbol own = own_attribute(target, self);
    all = all && own && value != nullptr && is_moved_self(*value, self, own, project().symbols()) &&
          !record_.stores_again(function->owner, own);
  });
  return all;
}

void Statements::execute_assign(const model::Assign& statement) {
  expressions_.expect_elements(names_to_fill(statement));
  const bool is_once = moves_once(statement);
  guards_.rare += is_once ? 1 : 0;
  Value value = statement.value == nullptr ? Value{} : expressions_.evaluate(*statement.value);
  guards_.rare -= is_once ? 1 : 0;
  if (statement.annotation != nullptr) {
    const bool vague = statement.value == nullptr || value.is_anything();
    if (statement.value == nullptr && !variables_.is_inside()) return;
    // An annotated empty list is a list of what the annotation says.
    const bool empty_list = value.only(Kind::kList) && value.aggregate != nullptr && value.aggregate->exact &&
                            value.aggregate->elements.empty();
    const Value declared = declared_.annotation(frame_.module, *statement.annotation);
    const bool other = binding_.contradicts_annotation(value, declared) || is_number_of_either(value, declared);
    if ((vague || empty_list || other) && !declared.is_anything()) value = declared;
  } else if (const model::Expression* annotation = annotation_of(*statement.targets.front(), value)) {
    const Value declared = declared_.annotation(frame_.module, *annotation);
    if (is_number_of_either(value, declared)) value = declared;
  }
  if (statement.value != nullptr && statement.value->kind == model::ExpressionKind::kCall &&
      module_moves_.is_undone(statement)) {
    module_moves_.store_for_now(statement.targets.front()->as<model::Attribute>(), value);
    return;
  }
  note_rank(statement);
  if (store_moved_entry(statement, value)) return;
  const bool is_made_here = value.only(Kind::kAnything) && strangers_.made_by_stranger(*statement.value) != nullptr;
  for (const model::Expression* target : statement.targets) assignment_.assign(*target, value, is_made_here);
  if (statement.targets.size() == 1) conditions_.note_test(*statement.targets.front(), statement.value);
}

void Statements::execute_return(const model::Return& statement) {
  const model::Expression* value = statement.value;
  out_.result = join(out_.result, value == nullptr ? Value::none() : expressions_.evaluate(*value));
  state_.reachable = false;
}

void Statements::execute_raise(const model::Raise& statement) {
  ++guards_.rare;
  if (statement.value != nullptr) expressions_.evaluate(*statement.value);
  if (statement.cause != nullptr) expressions_.evaluate(*statement.cause);
  --guards_.rare;
  state_.reachable = false;
}

void Statements::execute_assert(const model::Assert& statement) {
  const std::optional<bool> outcome = conditions_.condition(*statement.condition, TruthUse::kAssert);
  if (statement.message != nullptr) {
    const State before = state_;
    const Guards outer = guards_;
    ++guards_.rare;
    ++guards_.doubt;
    expressions_.evaluate(*statement.message);
    guards_ = outer;
    state_ = before;
  }
  if (outcome == false) {
    state_.reachable = false;
  } else {
    conditions_.narrow(*statement.condition, true);
  }
}

void Statements::execute_delete(const model::Delete& statement) {
  for (const model::Expression* target : statement.targets) {
    if (const std::uint32_t slot = variables_.slot_of(*target); slot != Scope::kAbsent) {
      state_.slots.set(slot, Value::of(Kind::kUnbound));
      state_.forget_all_of(slot);
    }
    if (const auto* part = target->get_if<model::Subscript>()) delete_part(*part);
  }
}

/// `del values[index]`
void Statements::delete_part(const model::Subscript& target) {
  const Value object = expressions_.evaluate(*target.object);
  const Value index = expressions_.evaluate(*target.index);
  subscripts_.forget_parts(*target.object);
  if (object.may_be(Kind::kList) && index.may_be(Kind::kTensor))
    record_.emit_value(EventKind::kHostIndex, target.range, index);
  bool found = false;
  const ArgumentValue argument{{}, 0, index};
  if (object.may_be(Kind::kInstance))
    calls_.call_method(object, known_.dunder("__delitem__"), {&argument, 1}, target.range, found);
}

/// `break` or `continue`: the innermost loop goes on from `states`' last one.
void Statements::leave_pass(std::vector<State>& states) {
  if (!states.empty()) join_into(arena_, states.back(), state_);
  state_.reachable = false;
}

void Statements::execute_import(const model::Import& statement) {
  for (const model::ImportedName& imported : statement.names) {
    const model::Symbol name = imported.alias ? imported.alias : imported.path.front();
    const std::size_t count = imported.alias ? imported.path.size() : 1;
    if (frame_.function != nullptr) std::ranges::for_each(imported.path, [&](auto part) { record_.note_name(part); });
    const Target target = project().imported(frame_.module, imported.path, count);
    variables_.assign_name(name, target ? declared_.target(target) : Value::of(Kind::kNamespace));
  }
}

void Statements::execute_import_from(const model::ImportFrom& statement) {
  for (const model::ImportedName& imported : statement.names) {
    const model::Symbol name = imported.alias ? imported.alias : imported.path.front();
    if (frame_.function != nullptr) record_.note_name(imported.path.front());
    const auto [known, is_new] = imports_.insert(&imported, {});
    if (is_new) *known = project().imported(frame_.module, statement, imported.path.front());
    const Target target = *known;
    Value value = Value::anything();
    if (target.kind == TargetKind::kVariable) {
      Entity module{.kind = EntityKind::kModule};
      module.index = target.index;
      value = members_.attribute_of(arena_.entity(Kind::kNamespace, module), target.name);
    } else if (target) {
      value = declared_.target(target);
    }
    variables_.assign_name(name, value);
  }
}

void Statements::execute_function(const model::Function& function) {
  for (const model::Expression* decorator : function.decorators) expressions_.evaluate(*decorator);
  for (const model::Parameter& parameter : function.parameters) {
    if (parameter.default_value != nullptr) expressions_.evaluate(*parameter.default_value);
  }
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = project().modules()[frame_.module].first_function + function.id;
  // Methods and top-level functions see no variables of the code that defines them.
  entity.environment = frame_.function == nullptr ? 0 : frame_.number + 1;
  variables_.export_variables();
  variables_.assign_name(function.name, arena_.entity(Kind::kFunction, entity));
}

void Statements::execute_class(const model::Class& definition) {
  for (const model::Expression* decorator : definition.decorators) expressions_.evaluate(*decorator);
  for (const model::Argument& base : definition.bases) expressions_.evaluate(*base.value);
  const std::uint32_t number = project().modules()[frame_.module].first_class + definition.id;
  const std::size_t names = variables_.inner_names().size();
  variables_.enter();
  execute(definition.body);
  variables_.leave();
  for (const auto& [name, value] : variables_.inner_names().subspan(names)) {
    if (value.is_bottom() || value.only(Kind::kFunction)) continue;
    out_.stores.push_back({number, name, binding_.generalize(value, 0)});
  }
  variables_.keep_inner(names);
  Entity entity{.kind = EntityKind::kClass};
  entity.index = number;
  variables_.assign_name(definition.name, arena_.entity(Kind::kClass, entity));
}

}  // namespace syncfree::inference

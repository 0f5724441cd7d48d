// What the outcome of a test says of the variables in it.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

using model::ComparisonOperator;
using model::ExpressionKind;

namespace {

// Each branch copies what is known of parts: behind many, tests of others say nothing.
constexpr std::size_t kMostFacts = 64;

struct NamedType {
  std::string_view name;
  std::string_view row;
};
// Types without subclasses whose values pass for theirs, as `Parameter` and `bool` do for tensors and integers.
constexpr NamedType kNamedTypes[] = {{"ndarray", "numpy.ndarray"}, {"list", "builtins.list"},
                                     {"tuple", "builtins.tuple"},  {"dict", "builtins.dict"},
                                     {"str", "builtins.str"},      {"float", "builtins.float"}};

bool is_none(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

}  // namespace

void Conditions::narrow_to(const model::Expression& target, const Value& value) {
  if (const auto* named = target.get_if<model::Named>()) return narrow_to(*named->target, value);
  if (const auto* name = target.get_if<model::Name>()) {
    if (Value* inner = variables_.inner(name->name)) {
      if (!value.is_bottom()) *inner = value;
      return;
    }
    const std::uint32_t slot = variables_.slot_of(target);
    if (slot == Scope::kAbsent || state_.slots[slot].only(Kind::kUnbound)) return;
    if (value.is_bottom() && !state_.slots[slot].is_bottom()) {
      state_.reachable = false;
      return;
    }
    state_.slots.set(slot, value);
    return;
  }
  if (value.is_bottom()) return;
  if (const auto* attribute = target.get_if<model::Attribute>()) {
    const std::uint32_t slot = variables_.slot_of(*attribute->object);
    if (slot != Scope::kAbsent) state_.set_attribute(slot, attribute->name, value);
  } else if (const auto* part = target.get_if<model::Subscript>()) {
    const std::uint32_t slot = variables_.slot_of(*part->object);
    const auto* key = part->index->get_if<model::Constant>();
    if (slot == Scope::kAbsent || key == nullptr || state_.facts.size() >= kMostFacts) return;
    const model::Symbol name = project().symbols().intern(key->text);
    if (!value.is_anything() || state_.fact_of_part(slot, name) != nullptr) state_.set_part(slot, name, value);
  }
}

namespace {

bool can_narrow(const model::Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kName:
      return true;
    case ExpressionKind::kNamed:
      return true;
    case ExpressionKind::kAttribute:
      return expression.as<model::Attribute>().object->kind == ExpressionKind::kName;
    case ExpressionKind::kSubscript: {  // `batch["masks"]`
      const auto& part = expression.as<model::Subscript>();
      const auto* key = part.index->get_if<model::Constant>();
      return part.object->kind == ExpressionKind::kName && key != nullptr &&
             key->constant == model::ConstantKind::kString;
    }
    default:
      return false;
  }
}

}  // namespace

/// What a test asks about, if it is a name: `x` of `isinstance(x, T)`, `x is None`, `torch.is_tensor(x)`.
const model::Expression* Conditions::subject_of_test(const model::Expression& test) const {
  const model::Expression* subject = nullptr;
  if (const auto* call = test.get_if<model::Call>()) {
    const auto* name = call->callee->get_if<model::Name>();
    const auto* method = call->callee->get_if<model::Attribute>();
    const model::Symbol called = name != nullptr ? name->name : method != nullptr ? method->name : model::Symbol{};
    const std::string_view text = project().symbols().text(called);
    if (!call->arguments.empty() && (text == "isinstance" || text == "is_tensor"))
      subject = call->arguments.front().value;
  } else if (const auto* comparison = test.get_if<model::Comparison>()) {
    const bool is_identity =
        comparison->operators.size() == 1 &&
        (comparison->operators[0] == ComparisonOperator::kIs || comparison->operators[0] == ComparisonOperator::kIsNot);
    if (is_identity) subject = comparison->operands[0];
  }
  return subject != nullptr && subject->kind == ExpressionKind::kName ? subject : nullptr;
}

void Conditions::note_test(const model::Expression& target, const model::Expression* value) {
  const model::Expression* subject = value == nullptr ? nullptr : subject_of_test(*value);
  if (subject == nullptr) return;
  const std::uint32_t slot = variables_.slot_of(target);
  const std::uint32_t about = variables_.slot_of(*subject);
  if (slot != Scope::kAbsent && about != Scope::kAbsent && slot != about) state_.set_test({slot, about, value});
}

void Conditions::narrow_by_named_test(const model::Expression& name, bool positive) {
  if (state_.tests.empty() || name.kind != ExpressionKind::kName) return;
  const std::uint32_t slot = variables_.slot_of(name);
  if (slot == Scope::kAbsent) return;
  if (const NamedTest* known = state_.test_named(slot)) narrow(*known->test, positive);
}

namespace {

// Each alternation of "all of them" and "one of them" is gone through twice, once for each outcome.
constexpr int kMostAlternations = 4;

/// The operands of `a or (b or c)` and `(a or b) or c`, in order.
std::vector<const model::Expression*> operands_of(const model::Boolean& boolean) {
  std::vector<const model::Expression*> operands;
  std::vector<const model::Expression*> open = {&boolean};
  while (!open.empty()) {
    const model::Expression* next = open.back();
    open.pop_back();
    const auto* inner = next->get_if<model::Boolean>();
    if (inner != nullptr && inner->is_and == boolean.is_and) {
      open.insert(open.end(), inner->operands.rbegin(), inner->operands.rend());
    } else {
      operands.push_back(next);
    }
  }
  return operands;
}

}  // namespace

namespace {

/// `x.shape == other.shape`, `x.size() == other.size()`
bool asks_for_shape(const model::Expression& test, const model::Expression& subject,
                    const model::SymbolTable& symbols) {
  const auto* comparison = test.get_if<model::Comparison>();
  if (comparison == nullptr) return false;
  const auto* call = comparison->operands.front()->get_if<model::Call>();
  const model::Expression& asked = call == nullptr ? *comparison->operands.front() : *call->callee;
  const auto* attribute = asked.get_if<model::Attribute>();
  const auto* of = attribute == nullptr ? nullptr : attribute->object->get_if<model::Name>();
  if (of == nullptr || of->name != subject.as<model::Name>().name) return false;
  const std::string_view name = symbols.text(attribute->name);
  return name == "shape" || name == "size";
}

}  // namespace

/// Not `isinstance(k, Tensor) and k.shape == size.shape`: what is left is mostly no tensor, though one of another shape
/// might be.
void Conditions::doubt_other_shapes(const model::Boolean& boolean) {
  const std::vector<const model::Expression*> operands = operands_of(boolean);
  const model::Expression* subject = subject_of_test(*operands.front());
  const bool is_meant = subject != nullptr && operands.size() > 1 &&
                        std::all_of(operands.begin() + 1, operands.end(), [&](const model::Expression* operand) {
                          return asks_for_shape(*operand, *subject, project().symbols());
                        });
  const std::uint32_t slot = is_meant ? variables_.slot_of(*subject) : Scope::kAbsent;
  if (slot == Scope::kAbsent || !state_.slots[slot].may_be(Kind::kTensor)) return;
  Value left = state_.slots[slot];
  left.evidence = values::Evidence::kGuessed;
  state_.slots.set(slot, left);
}

/// Of "one of them", nothing follows for a variable that only one operand speaks of.
void Conditions::narrow_to_one_of(const model::Boolean& boolean, bool positive, int alternations) {
  if (alternations == kMostAlternations) return;
  State joined;
  joined.reachable = false;
  const State before = state_;
  for (const model::Expression* operand : operands_of(boolean)) {
    const State rest = state_;  // the operands before it have the other outcome
    narrow(*operand, positive, alternations + 1);
    join_into(arena_, joined, state_);
    state_ = rest;
    narrow(*operand, !positive, alternations + 1);
    if (!state_.reachable) break;
  }
  state_ = joined.reachable ? joined : before;
}

void Conditions::narrow(const model::Expression& expression, bool positive, int alternations) {
  switch (expression.kind) {
    case ExpressionKind::kUnary:
      if (expression.as<model::Unary>().operation == model::UnaryOperator::kNot)
        narrow(*expression.as<model::Unary>().operand, !positive, alternations);
      return;
    case ExpressionKind::kBoolean: {
      const auto& boolean = expression.as<model::Boolean>();
      if (boolean.is_and != positive) {
        narrow_to_one_of(boolean, positive, alternations);
        if (boolean.is_and && state_.reachable) doubt_other_shapes(boolean);
        return;
      }
      for (const model::Expression* operand : boolean.operands) narrow(*operand, positive, alternations);
      return;
    }
    case ExpressionKind::kCall:
      narrow_call(expression.as<model::Call>(), positive);
      return;
    case ExpressionKind::kComparison:
      narrow_comparison(expression.as<model::Comparison>(), positive);
      return;
    case ExpressionKind::kNamed:
    case ExpressionKind::kName:
    case ExpressionKind::kAttribute:
      narrow_by_truth(expression, positive);
      return;
    default:
      return;
  }
}

/// `if x`, `if x.is_cuda`
void Conditions::narrow_by_truth(const model::Expression& expression, bool positive) {
  if (const auto* attribute = expression.get_if<model::Attribute>()) {
    const bool asks_cpu = attribute->name == known_.is_cpu;
    if ((attribute->name == known_.is_cuda || asks_cpu) && can_narrow(*attribute->object)) {
      Value object = expressions_.evaluate(*attribute->object);
      if (!object.may_be(Kind::kTensor)) return;
      object.places = positive != asks_cpu ? values::Places(values::Place::kCuda) : values::Places(values::Place::kCpu);
      narrow_to(*attribute->object, object);
      return;
    }
  }
  if (!can_narrow(expression)) return;
  narrow_by_named_test(expression, positive);
  const Value value = expression.kind == ExpressionKind::kNamed
                          ? expressions_.evaluate(*expression.as<model::Named>().target)
                          : expressions_.evaluate(expression);
  if (value.is_bottom()) return;
  if (positive) {
    Value truthy = value;
    truthy.kinds = value.kinds - Kinds(Kind::kNone);
    narrow_to(expression, truthy);
  } else if (!value.may_be(Kind::kAnything)) {
    // False: None, a number, an empty container, a tensor; not a function, an object without a truth of its own.
    Value falsy = value;
    falsy.kinds =
        value.kinds - (Kinds(Kind::kFunction) | Kind::kClass | Kind::kNamespace | Kind::kDevice | Kind::kDtype);
    if (!falsy.kinds.empty()) narrow_to(expression, falsy);
  }
}

void Conditions::narrow_call(const model::Call& call, bool positive) {
  if (call.arguments.empty()) return;
  const model::Expression& subject = *call.arguments[0].value;
  if (!can_narrow(subject)) return;
  const Value callee = expressions_.evaluate(*call.callee);
  if (callee.entities == nullptr || callee.entities->items.size() != 1) return;
  const Entity& entity = callee.entities->items.front();
  if (entity.kind != EntityKind::kLibraryName) return;
  const Special* special = known_.specials.find(entity.index);
  if (special == nullptr) return;
  const Value value = expressions_.evaluate(subject);
  if (value.is_bottom()) return;
  if (*special == Special::kIsInstance && call.arguments.size() == 2) {
    narrow_to(subject, narrow_to_class(value, expressions_.evaluate(*call.arguments[1].value), positive));
  } else if (*special == Special::kIsTensor) {
    narrow_to(subject, narrow_to_class(value, declared_.target({TargetKind::kLibrary, known_.tensor, {}}), positive));
  } else if (*special == Special::kHasAttr && call.arguments.size() == 2 && value.is_anything() && positive) {
    const auto* name = call.arguments[1].value->get_if<model::Constant>();
    if (name != nullptr && known_.only_tensors_have(project().symbols().find(name->text))) {
      narrow_to(subject, Value::tensor(values::Place::kCaller, values::kAnyElement, {}, values::Evidence::kGuessed));
    }
  }
}

/// `type(x) is T`
bool Conditions::narrow_type(const model::Call& call, const model::Expression& klass, bool positive) {
  if (call.arguments.size() != 1 || !can_narrow(*call.arguments[0].value)) return false;
  const Value callee = expressions_.evaluate(*call.callee);
  if (calls_.special_of(callee) != Special::kType) return false;
  const model::Expression& subject = *call.arguments[0].value;
  const Value value = expressions_.evaluate(subject);
  if (!value.is_bottom()) narrow_to(subject, narrow_to_class(value, expressions_.evaluate(klass), positive));
  return true;
}

/// `type(x).__name__ == "ndarray"`
bool Conditions::narrow_type_name(const model::Attribute& attribute, const model::Expression& right, bool positive) {
  const auto* call = attribute.object->get_if<model::Call>();
  if (call == nullptr || attribute.name != known_.name_ || call->arguments.size() != 1) return false;
  const model::Expression& subject = *call->arguments[0].value;
  if (!can_narrow(subject) || calls_.special_of(expressions_.evaluate(*call->callee)) != Special::kType) return false;
  const std::string_view name = expressions_.evaluate(right).known_string();
  const auto named = std::ranges::find(kNamedTypes, name, &NamedType::name);
  const std::uint32_t row = named == std::end(kNamedTypes) ? catalog::Catalog::kNowhere : catalog().find(named->row);
  const Value value = expressions_.evaluate(subject);
  // A class of the project may have that name, too.
  const bool may_be_own = value.may_be(Kinds(Kind::kInstance) | Kind::kOther) && !value.is_anything();
  if (row != catalog::Catalog::kNowhere && !value.is_bottom() && !may_be_own)
    narrow_to(subject, narrow_to_class(value, declared_.target({TargetKind::kLibrary, row, {}}), positive));
  return true;
}

/// What is compared and has a truth has one element, whatever its rank was said to be.
void Conditions::narrow_to_one_element(const model::Expression& operand) {
  if (operand.kind != ExpressionKind::kName) return;
  Value value = expressions_.evaluate(operand);
  if (!value.only(Kind::kTensor) || value.rank.most <= 1 || value.rank.least > 1) return;
  value.rank.most = 1;
  narrow_to(operand, value);
}

/// `x is None`
void Conditions::narrow_none(const model::Expression& subject, bool positive) {
  if (!can_narrow(subject)) return;
  Value value = subject.kind == ExpressionKind::kNamed ? expressions_.evaluate(*subject.as<model::Named>().target)
                                                       : expressions_.evaluate(subject);
  if (value.is_bottom()) return;
  if (positive) {
    if (!value.may_be(Kinds(Kind::kNone) | Kind::kAnything)) {
      narrow_to(subject, {});
      return;
    }
    value = Value::none();
  } else {
    value.kinds = value.kinds - Kinds(Kind::kNone);
  }
  narrow_to(subject, value);
}

/// `x.device.type == "cpu"`
void Conditions::narrow_device(const model::Attribute& attribute, const model::Expression& right, bool positive) {
  const auto* device = attribute.object->get_if<model::Attribute>();
  const Value text = expressions_.evaluate(right);
  const bool cpu = text.known_string() == "cpu";
  const bool cuda = text.known_string() == "cuda";
  if (device != nullptr && device->name == known_.device_name && can_narrow(*device->object) && (cpu || cuda)) {
    Value object = expressions_.evaluate(*device->object);
    if (!object.may_be(Kind::kTensor)) return;
    const bool on_cpu = cpu == positive;
    object.places = on_cpu ? values::Places(values::Place::kCpu) : values::Places(values::Place::kCuda);
    narrow_to(*device->object, object);
  }
}

/// `x.dtype == torch.bool`, `x.ndim == 2`
void Conditions::narrow_attribute(const model::Attribute& attribute, const model::Expression& right, bool positive) {
  if (attribute.name == known_.type_name) return narrow_device(attribute, right, positive);
  if (!can_narrow(*attribute.object)) return;
  if (attribute.name == known_.dtype_name) {
    const Value wanted = expressions_.evaluate(right);
    if (wanted.elements.empty()) return;
    Value object = expressions_.evaluate(*attribute.object);
    if (!object.may_be(Kind::kTensor)) return;
    const values::Elements rest = positive                                     ? wanted.elements & object.elements
                                  : wanted.elements.within(values::kSelecting) ? object.elements - wanted.elements
                                                                               : object.elements;
    if (!rest.empty()) object.elements = rest;
    narrow_to(*attribute.object, object);
  } else if (attribute.name == known_.ndim && positive) {
    const auto rank = expressions_.evaluate(right).known_integer();
    Value object = expressions_.evaluate(*attribute.object);
    if (rank && object.may_be(Kinds(Kind::kTensor) | Kind::kArray)) {
      object.rank = values::Rank::exactly(static_cast<int>(*rank));
      narrow_to(*attribute.object, object);
    }
  }
}

/// `x.dim() == 2`
void Conditions::narrow_dim(const model::Call& call, const model::Expression& right, bool positive) {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method != nullptr && method->name == known_.dim && positive && can_narrow(*method->object)) {
    const auto rank = expressions_.evaluate(right).known_integer();
    Value object = expressions_.evaluate(*method->object);
    if (rank && object.may_be(Kind::kTensor)) {
      object.rank = values::Rank::exactly(static_cast<int>(*rank));
      narrow_to(*method->object, object);
    }
  }
}

void Conditions::narrow_comparison(const model::Comparison& comparison, bool positive) {
  if (comparison.operators.size() != 1) return;
  if (comparison.operators[0] <= ComparisonOperator::kGreaterEqual) {
    for (const model::Expression* operand : comparison.operands) narrow_to_one_element(*operand);
  }
  const model::Expression& left = *comparison.operands[0];
  const model::Expression& right = *comparison.operands[1];
  ComparisonOperator operation = comparison.operators[0];
  if (operation == ComparisonOperator::kIsNot || operation == ComparisonOperator::kNotEqual) {
    positive = !positive;
    operation = operation == ComparisonOperator::kIsNot ? ComparisonOperator::kIs : ComparisonOperator::kEqual;
  }
  if (operation == ComparisonOperator::kIs || operation == ComparisonOperator::kEqual) {
    if (const model::Expression* subject = is_none(right) ? &left : is_none(left) ? &right : nullptr)
      return narrow_none(*subject, positive);
    if (const auto* call = left.get_if<model::Call>(); call != nullptr && narrow_type(*call, right, positive)) return;
  }
  if (operation != ComparisonOperator::kEqual) return;
  if (const auto* attribute = left.get_if<model::Attribute>()) {
    if (!narrow_type_name(*attribute, right, positive)) narrow_attribute(*attribute, right, positive);
    return;
  }
  if (const auto* called = left.get_if<model::Call>()) return narrow_dim(*called, right, positive);
  // `x == "mode"`
  if (positive && can_narrow(left)) {
    const Value wanted = expressions_.evaluate(right);
    if (wanted.only(Kind::kString) && wanted.constant.type == values::ConstantValue::Type::kString) {
      Value value = expressions_.evaluate(left);
      if (value.may_be(Kind::kString) && value.constant.type == values::ConstantValue::Type::kNothing)
        narrow_to(left, wanted);
    }
  }
}

}  // namespace syncfree::inference

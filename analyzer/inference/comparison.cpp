// Comparisons, and the truth of a value.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "analyzer/flow/torch_version_test.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

using model::ComparisonOperator;
using values::Element;

namespace {

constexpr Kinds kTensorLike = Kinds(Kind::kTensor);
constexpr Kinds kNumbers = values::kHostNumber;

// In the order of model::ComparisonOperator.
constexpr std::string_view kNames[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
constexpr std::string_view kSwapped[] = {"__eq__", "__ne__", "__gt__", "__ge__", "__lt__", "__le__"};

/// The one class that it is, of the project or of a library; null if it may be something else.
const values::Entity* only_class(const Value& value) {
  if (!value.only(Kind::kClass) || value.is_bottom() || value.entities == nullptr) return nullptr;
  const auto& entities = value.entities->items;
  if (entities.size() != 1 || value.evidence == values::Evidence::kGuessed) return nullptr;
  const values::EntityKind kind = entities.front().kind;
  return kind == values::EntityKind::kClass || kind == values::EntityKind::kLibraryName ? &entities.front() : nullptr;
}

/// `kind is torch.Tensor`. `cls` and the type of an object may be a class below the one that is known. Classes of a
/// library may have several names.
std::optional<bool> same_class(const Project& project, const Value& left, const Value& right) {
  const values::Entity* a = only_class(left);
  const values::Entity* b = only_class(right);
  if (a == nullptr || b == nullptr) return std::nullopt;
  const bool of_project = a->kind == values::EntityKind::kClass && b->kind == values::EntityKind::kClass;
  if (a->kind == b->kind && a->module == b->module && a->index == b->index)
    return of_project && !project.classes()[a->index].children.empty() ? std::nullopt : std::optional(true);
  const auto is_below = [&project](std::uint32_t low, std::uint32_t high) {
    const std::vector<std::uint32_t>& above = project.classes()[low].ancestors;
    return std::ranges::find(above, high) != above.end();
  };
  if (of_project && (is_below(a->index, b->index) || is_below(b->index, a->index))) return std::nullopt;
  const bool both_of_libraries =
      a->kind == values::EntityKind::kLibraryName && b->kind == values::EntityKind::kLibraryName;
  return both_of_libraries ? std::nullopt : std::optional(false);
}

/// `a is b`; `wanted` is false for `is not`.
Value identity(const Project& project, const Value& left, const Value& right, bool wanted) {
  if (left.only(Kind::kNone) && right.only(Kind::kNone)) return Value::boolean(wanted);
  if ((right.only(Kind::kNone) && !left.may_be(Kinds(Kind::kNone) | Kind::kAnything)) ||
      (left.only(Kind::kNone) && !right.may_be(Kinds(Kind::kNone) | Kind::kAnything))) {
    return Value::boolean(!wanted);
  }
  const auto a = left.known_bool();
  const auto b = right.known_bool();
  if (a && b && left.only(Kind::kBoolean) && right.only(Kind::kBoolean)) return Value::boolean((*a == *b) == wanted);
  if (const std::optional<bool> same = same_class(project, left, right)) return Value::boolean(*same == wanted);
  // `mode is False` of a text
  constexpr Kinds kSettings = values::kHostNumber | Kind::kString;
  if (left.only(kSettings) && right.only(kSettings) && !left.kinds.overlaps(right.kinds))
    return Value::boolean(!wanted);
  return Value::of(Kind::kBoolean);
}

std::optional<bool> equality(const Value& left, const Value& right) {
  using Type = values::ConstantValue::Type;
  if (left.only(Kind::kNone) && right.only(Kind::kNone)) return true;
  if (left.constant.type == Type::kNothing || right.constant.type == Type::kNothing) {
    if (left.only(Kind::kNone) != right.only(Kind::kNone) && !left.may_be(Kind::kNone) && !right.is_anything()) {
      if (right.only(Kind::kNone)) return false;
    }
    if (left.only(Kind::kNone) && !right.may_be(Kind::kNone)) return false;
    return std::nullopt;
  }
  if (left.constant.type != right.constant.type) return std::nullopt;
  return left.constant == right.constant;
}

Value compared_constants(ComparisonOperator operation, const Value& left, const Value& right) {
  const std::optional<bool> known_equal = equality(left, right);
  if (known_equal && operation == ComparisonOperator::kEqual) return Value::boolean(*known_equal);
  if (known_equal && operation == ComparisonOperator::kNotEqual) return Value::boolean(!*known_equal);
  const auto a = left.known_integer();
  const auto b = right.known_integer();
  if (a && b && left.only(Kind::kInteger) && right.only(Kind::kInteger)) {
    switch (operation) {
      case ComparisonOperator::kLess:
        return Value::boolean(*a < *b);
      case ComparisonOperator::kLessEqual:
        return Value::boolean(*a <= *b);
      case ComparisonOperator::kGreater:
        return Value::boolean(*a > *b);
      case ComparisonOperator::kGreaterEqual:
        return Value::boolean(*a >= *b);
      default:
        break;
    }
  }
  return Value::of(Kind::kBoolean);
}

/// `dim: int | Tensor`, compared with 2: what counts something is seldom a tensor, whatever its declaration allows.
bool is_compared_count(const Value& value, const Value& other) {
  const Kinds beside_tensors = value.kinds - kTensorLike - Kinds(Kind::kNone);
  return value.may_be(kTensorLike) && beside_tensors == Kinds(Kind::kInteger) &&
         value.evidence != values::Evidence::kSeen && other.known_integer().has_value() && other.only(Kind::kInteger);
}

}  // namespace

/// `left in right`
void Operators::search(const Value& left, const Value& right, source::TextRange range) {
  bool found = false;
  if (right.may_be(Kind::kInstance)) {
    const ArgumentValue argument{{}, 0, left};
    calls_.call_method(right, known_.contains, {&argument, 1}, range, found);
  }
  // A text is looked for in a mapping: in a tensor it would be an error.
  if (right.may_be(kTensorLike) && !left.only(Kind::kString)) {
    // `key in results`: what is asked for something that nobody knows is a mapping as well.
    const bool is_unclear =
        !left.only(kNumbers | kTensorLike) && (!right.only(kTensorLike) || right.entities != nullptr);
    guards_.doubt += is_unclear ? 1 : 0;
    record_.emit_value(EventKind::kContains, range, right);
    guards_.doubt -= is_unclear ? 1 : 0;
  } else if (left.may_be(kTensorLike) && right.may_be(values::kHostSequence | Kind::kIterator) &&
             !right.only(Kind::kAnything)) {
    // `t in [1, 2]` compares element by element and takes each truth; `t in [t]` is settled by identity first, and
    // no object or text equals a tensor.
    const Value element = values::any_element(arena_, right);
    if (element.may_be(kNumbers) && !element.may_be(Kinds(Kind::kTensor) | Kind::kAnything))
      record_.emit_value(EventKind::kContains, range, left);
  }
}

Value Operators::compare(ComparisonOperator operation, const Value& left, const Value& right, source::TextRange range) {
  if (left.is_bottom() || right.is_bottom()) return {};
  switch (operation) {
    case ComparisonOperator::kIs:
    case ComparisonOperator::kIsNot:
      return identity(project_, left, right, operation == ComparisonOperator::kIs);
    case ComparisonOperator::kIn:
    case ComparisonOperator::kNotIn:
      search(left, right, range);
      return Value::of(Kind::kBoolean);
    default:
      break;
  }
  const auto at = static_cast<std::size_t>(operation);
  if (std::optional<Value> own = operator_of_objects(kNames[at], kSwapped[at], left, right, range)) return *own;

  if (left.may_be(kTensorLike) || right.may_be(kTensorLike)) {
    // A tensor compared with a string, a shape or None is an ordinary comparison of objects.
    const Kinds plain = Kinds(Kind::kString) | Kind::kNone | Kind::kShape | Kind::kDevice | Kind::kDtype;
    if (left.only(plain) || right.only(plain)) return Value::of(Kind::kBoolean);
    Value result = tensor_result(left, right, Element::kBoolean);
    if (result.kinds.overlaps(kNumbers)) result.kinds = (result.kinds - kNumbers) | Kind::kBoolean;
    if (is_compared_count(left, right) || is_compared_count(right, left)) result.evidence = values::Evidence::kGuessed;
    return perhaps_of_a_tree(result, left, right);
  }
  if (left.may_be(Kind::kArray) || right.may_be(Kind::kArray)) {
    Value result = Value::of(Kind::kArray);
    result.elements = Element::kBoolean;
    return result;
  }
  if (left.is_anything() && right.is_anything()) return Value::unknown_mask();
  if (left.is_anything() || right.is_anything()) {
    const Value& other = left.is_anything() ? right : left;
    // Comparing the unknown with a number may give a tensor; with text, a type or a container it does not.
    return other.may_be(kNumbers) ? Value::unknown_mask() : Value::of(Kind::kBoolean);
  }
  return compared_constants(operation, left, right);
}

namespace {

/// The function does no more with the variable than to ask for its parts, to add some by name, and to return it.
bool keeps_to_itself(const model::Function& function, model::Symbol name) {
  bool keeps = std::ranges::find(function.nonlocals, name) == function.nonlocals.end() &&
               std::ranges::find(function.globals, name) == function.globals.end();
  const auto is_it = [&](const model::Expression& expression) {
    const auto* variable = expression.get_if<model::Name>();
    return variable != nullptr && variable->name == name;
  };
  bool returns = false;
  const auto look_at = [&](const model::Expression& expression) {
    if (const auto* call = expression.get_if<model::Call>()) {
      for (const model::Argument& argument : call->arguments) keeps &= !is_it(*argument.value);
    } else if (const auto* sequence = expression.get_if<model::Sequence>(); sequence != nullptr && !returns) {
      for (const model::Expression* element : sequence->elements) keeps &= !is_it(*element);
    }
    keeps &= expression.kind != model::ExpressionKind::kLambda;
  };
  const auto visit = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      // A function in it may do whatever it likes.
      keeps &= statement->kind != model::StatementKind::kFunction && statement->kind != model::StatementKind::kClass;
      returns = statement->kind == model::StatementKind::kReturn;
      if (const auto* assign = statement->get_if<model::Assign>()) {
        if (assign->value == nullptr) continue;
        keeps &= !is_it(*assign->value);
        model::walk(*assign->value, look_at);
      } else {
        model::for_each_part(
            *statement, [&](const model::Expression* part) { model::walk(*part, look_at); },
            [&](model::Block inner) { self(self, inner); });
      }
    }
  };
  visit(visit, function.body);
  return keeps;
}

}  // namespace

/// `"loss" in extras` of a dictionary of which all keys are known. Strangers give a parameter other ones.
bool Operators::is_no_key_of(const Value& key, const Value& mapping, const model::Expression& node) const {
  const auto* name = node.get_if<model::Name>();
  const values::Aggregate* content = mapping.aggregate;
  if (name == nullptr || frame_.function == nullptr || key.known_string().empty() || !key.only(Kind::kString) ||
      !mapping.only(Kind::kDictionary) || mapping.evidence != values::Evidence::kSeen || content == nullptr ||
      !content->rest.is_bottom())
    return false;
  const auto is_parameter = [&](const model::Parameter& parameter) { return parameter.name == name->name; };
  if (std::ranges::any_of(frame_.function->function->parameters, is_parameter)) return false;
  const auto has_key = [&](const values::DictionaryEntry& entry) { return entry.key == key.constant; };
  return std::ranges::none_of(content->entries, has_key) && frame_.function->scope.find(name->name) != Scope::kAbsent &&
         keeps_to_itself(*frame_.function->function, name->name);
}

Value Operators::comparison(const model::Comparison& node) {
  Value left = expressions_.evaluate(*node.operands[0]);
  Value result;
  for (std::size_t i = 0; i < node.operators.size(); ++i) {
    const Value right = expressions_.evaluate(*node.operands[i + 1]);
    // `a < b < c` takes the truth of `a < b` before it looks at `c`.
    if (i > 0) conditions_.take_truth(result, node.range, TruthUse::kBooleanOperator);
    const bool seeks = node.operators[i] == ComparisonOperator::kIn || node.operators[i] == ComparisonOperator::kNotIn;
    // `name in batch`, beside `batch["graph"]`: a mapping, whatever else its name says.
    const bool is_mapping = seeks && right.evidence != values::Evidence::kSeen &&
                            declared_.is_keyed(frame_.function, *node.operands[i + 1]);
    guards_.doubt += is_mapping ? 1 : 0;
    result = compare(node.operators[i], left, right, node.range);
    guards_.doubt -= is_mapping ? 1 : 0;
    if (seeks && is_no_key_of(left, right, *node.operands[i + 1]))
      result = Value::boolean(node.operators[i] == ComparisonOperator::kNotIn);
    left = right;
  }
  const std::optional<bool> outcome = flow::outcome_with_torch_2(node, symbols_);
  return outcome ? Value::boolean(*outcome) : result;
}

}  // namespace syncfree::inference

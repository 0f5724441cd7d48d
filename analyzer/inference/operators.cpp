// Unary and binary operators, comparisons, truth.
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

using model::BinaryOperator;
using model::ComparisonOperator;
using values::Element;
using values::Elements;
using values::Places;

namespace {

constexpr Kinds kTensorLike = Kinds(Kind::kTensor);
constexpr Kinds kNumbers = values::kHostNumber;

const char* const kBinaryDunders[][2] = {
    {"__add__", "__radd__"},       {"__sub__", "__rsub__"},         {"__mul__", "__rmul__"},
    {"__matmul__", "__rmatmul__"}, {"__truediv__", "__rtruediv__"}, {"__floordiv__", "__rfloordiv__"},
    {"__mod__", "__rmod__"},       {"__pow__", "__rpow__"},         {"__lshift__", "__rlshift__"},
    {"__rshift__", "__rrshift__"}, {"__and__", "__rand__"},         {"__or__", "__ror__"},
    {"__xor__", "__rxor__"},
};

Elements promote(const Value& left, const Value& right, BinaryOperator operation) {
  const auto of = [](const Value& v) {
    Elements e;
    if (v.may_be(Kinds(Kind::kTensor) | Kind::kArray)) e = v.elements.empty() ? values::kAnyElement : v.elements;
    if (v.may_be(Kind::kBoolean)) e |= Element::kBoolean;
    if (v.may_be(Kind::kInteger)) e |= Element::kInteger;
    if (v.may_be(Kind::kFloating)) e |= Element::kFloating;
    return e.empty() ? values::kAnyElement : e;
  };
  const Elements a = of(left);
  const Elements b = of(right);
  const bool divides = operation == BinaryOperator::kDivide;
  if (a.within(Element::kFloating) || b.within(Element::kFloating) || divides) {
    if (!(a | b).has(Element::kComplex)) return Element::kFloating;
    return Elements(Element::kFloating) | Element::kComplex;
  }
  if (a.within(Element::kBoolean) && b.within(Element::kBoolean)) {
    // Arrays of booleans stay boolean when they are added or multiplied; Python's own become integers.
    const bool of_arrays = (left.kinds | right.kinds).overlaps(Kinds(Kind::kTensor) | Kind::kArray) &&
                           (operation == BinaryOperator::kAdd || operation == BinaryOperator::kMultiply);
    const bool logical = operation == BinaryOperator::kBitAnd || operation == BinaryOperator::kBitOr ||
                         operation == BinaryOperator::kBitXor || of_arrays;
    return logical ? Elements(Element::kBoolean) : Elements(Element::kInteger);
  }
  Elements result = a | b;
  if (a.within(Element::kInteger) || b.within(Element::kInteger)) result = result - Elements(Element::kBoolean);
  return result;
}

values::Rank broadcast(const Value& left, const Value& right) {
  const auto rank_of = [](const Value& v) {
    return v.may_be(Kinds(Kind::kTensor) | Kind::kArray) ? v.rank : values::Rank::exactly(0);
  };
  const values::Rank a = rank_of(left);
  const values::Rank b = rank_of(right);
  return {std::max(a.least, b.least), std::max(a.most, b.most)};
}

/// Where the result of an operation on both lives: a device tensor wins over a CPU one, which must then be a 0-dim
/// number.
Places join_places(const Value& left, const Value& right) {
  const bool l = left.may_be(kTensorLike);
  const bool r = right.may_be(kTensorLike);
  if (l && !r) return left.places;
  if (r && !l) return right.places;
  if (left.places == right.places) return left.places;
  if (left.places.within(values::kOnDevice)) return left.places;
  if (right.places.within(values::kOnDevice)) return right.places;
  // One on the CPU, the other unknown: the unknown one decides, unless the CPU one is surely more than a number.
  if (left.places.within(values::Place::kCpu)) return left.rank.least > 0 ? left.places : right.places;
  if (right.places.within(values::Place::kCpu)) return right.rank.least > 0 ? right.places : left.places;
  return left.places | right.places;
}

}  // namespace

Value Interpreter::tensor_result(const Value& left, const Value& right, Elements elements) {
  Value result = Value::tensor(join_places(left, right), elements, broadcast(left, right));
  const bool l = left.may_be(kTensorLike);
  const bool r = right.may_be(kTensorLike);
  result.evidence = l && r ? std::max(left.evidence, right.evidence) : (l ? left.evidence : right.evidence);
  // What is computed from what a mask selected is differentiated through that mask.
  result.read_back = (left.only(Kind::kTensor) && left.read_back) || (right.only(Kind::kTensor) && right.read_back);
  // `x + y` of a tensor-or-number and a number may stay a number.
  const Kinds other_left = left.kinds - Kinds(Kind::kTensor) - Kinds(Kind::kNone);
  const Kinds other_right = right.kinds - Kinds(Kind::kTensor) - Kinds(Kind::kNone);
  if ((!other_left.empty() || !l) && (!other_right.empty() || !r)) {
    if ((other_left | other_right).has(Kind::kAnything)) {
      result.kinds |= Kind::kAnything;
    } else {
      result.kinds |= (other_left | other_right) & (kNumbers | Kind::kArray);
    }
  }
  return result;
}

Value Interpreter::unary(const model::Unary& node) {
  if (node.operation == model::UnaryOperator::kNot) {
    const std::optional<bool> outcome = condition(*node.operand, engine::TruthUse::kNot);
    return outcome ? Value::boolean(!*outcome) : Value::of(Kind::kBoolean);
  }
  const Value operand = evaluate(*node.operand);
  if (operand.is_bottom()) return {};
  if (node.operation == model::UnaryOperator::kNegate) {
    if (const auto number = operand.known_integer(); number && operand.only(Kind::kInteger))
      return Value::integer(-*number);
    if (operand.constant.type == values::ConstantValue::Type::kFloating)
      return Value::floating(-operand.constant.floating);
  }
  if (operand.may_be(Kind::kInstance)) {
    bool found = false;
    const char* name = node.operation == model::UnaryOperator::kInvert ? "__invert__"
                       : node.operation == model::UnaryOperator::kPlus ? "__pos__"
                                                                       : "__neg__";
    const Value result = call_method(operand, known_.dunder(name), {}, node.range, found);
    if (found) return result;
  }
  Value result = operand;
  result.constant = {};
  result.registered = false;
  result.kinds = result.kinds - Kinds(Kind::kNone);
  if (result.only(Kind::kBoolean)) result.kinds = Kind::kInteger;
  if (!result.may_be(kNumbers | Kind::kTensor | Kind::kArray))
    return operand.is_anything() ? Value::anything() : Value::of(Kind::kOther);
  return result;
}

Value Interpreter::binary(const model::Binary& node) {
  const Value left = evaluate(*node.left);
  const Value right = evaluate(*node.right);
  return binary_values(node.operation, left, right, node.range);
}

Value Interpreter::binary_values(BinaryOperator operation, const Value& left, const Value& right,
                                 source::TextRange range) {
  if (left.is_bottom() || right.is_bottom()) return {};
  if (left.may_be(Kind::kInstance) || right.may_be(Kind::kInstance)) {
    const auto& names = kBinaryDunders[static_cast<std::size_t>(operation)];
    bool found = false;
    Value result;
    if (left.may_be(Kind::kInstance)) {
      const ArgumentValue argument{{}, 0, right};
      result = call_method(left, known_.dunder(names[0]), {&argument, 1}, range, found);
    }
    if (!found && right.may_be(Kind::kInstance)) {
      const ArgumentValue argument{{}, 0, left};
      result = call_method(right, known_.dunder(names[1]), {&argument, 1}, range, found);
    }
    if (found) return result;
  }
  // Text: `"%f" % values` reads every tensor in `values`.
  if (left.only(Kind::kString)) {
    if (operation == BinaryOperator::kModulo) {
      emit_value(engine::EventKind::kFormat, range, right);
    } else if (operation == BinaryOperator::kMultiply) {
      emit_value(engine::EventKind::kRepeat, range, right);
    }
    // `"cuda:" + str(rank)`, `"cuda:%d" % rank` name the device that they begin with.
    Value text = Value::of(Kind::kString);
    text.places = left.places;
    return text;
  }
  const bool left_list = left.only(Kinds(Kind::kList) | Kind::kTuple | Kind::kShape);
  const bool right_list = right.only(Kinds(Kind::kList) | Kind::kTuple | Kind::kShape);
  if (operation == BinaryOperator::kMultiply && left_list != right_list) {
    const Value& sequence = left_list ? left : right;
    const Value& count = left_list ? right : left;
    if (count.may_be(kTensorLike) && !sequence.may_be(kTensorLike)) {
      // No sequence is repeated by a tensor of fractions: one of the two is something else.
      const bool is_count = count.elements.within(Elements(Element::kInteger) | Element::kBoolean);
      guards_.doubt += is_count ? 0 : 1;
      emit_value(engine::EventKind::kRepeat, range, count);
      guards_.doubt -= is_count ? 0 : 1;
    }
    if (!count.only(kTensorLike) || count.elements.within(Element::kInteger)) {
      return arena_.container(sequence.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple,
                              values::any_element(arena_, sequence));
    }
  }
  if (operation == BinaryOperator::kAdd && left_list && right_list) {
    if (left.aggregate != nullptr && right.aggregate != nullptr && left.aggregate->exact && right.aggregate->exact) {
      std::vector<Value> elements(left.aggregate->elements.begin(), left.aggregate->elements.end());
      elements.insert(elements.end(), right.aggregate->elements.begin(), right.aggregate->elements.end());
      return arena_.sequence(left.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple, elements);
    }
    return arena_.container(left.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple,
                            join(values::any_element(arena_, left), values::any_element(arena_, right)));
  }
  if (left.may_be(kTensorLike) || right.may_be(kTensorLike)) {
    Value result = tensor_result(left, right, promote(left, right, operation));
    if (operation == BinaryOperator::kMatrixMultiply) {
      result.rank = left.rank.known() && right.rank.known() && left.rank.least <= 2 && right.rank.least <= 2
                        ? values::Rank::exactly(left.rank.least + right.rank.least - 2)
                        : values::Rank{};
    }
    return result;
  }
  if (left.may_be(Kind::kArray) || right.may_be(Kind::kArray)) {
    Value result = Value::of(Kind::kArray);
    result.elements = promote(left, right, operation);
    result.rank = broadcast(left, right);
    return result;
  }
  if (left.only(kNumbers) && right.only(kNumbers)) {
    Value result =
        Value::of(operation == BinaryOperator::kDivide || left.may_be(Kind::kFloating) || right.may_be(Kind::kFloating)
                      ? Kinds(Kind::kFloating)
                      : Kinds(Kind::kInteger));
    if (operation != BinaryOperator::kDivide && (left.kinds | right.kinds).has(Kind::kInteger) &&
        !(left.only(Kind::kFloating) || right.only(Kind::kFloating))) {
      result.kinds |= Kind::kInteger;
    }
    result.read_back = left.read_back || right.read_back;
    const auto a = left.known_integer();
    const auto b = right.known_integer();
    if (a && b && result.only(Kind::kInteger)) {
      constexpr std::int64_t kSafe = std::int64_t{1} << 30;
      const bool small = *a < kSafe && *a > -kSafe && *b < kSafe && *b > -kSafe;
      if (small && operation == BinaryOperator::kAdd) return Value::integer(*a + *b);
      if (small && operation == BinaryOperator::kSubtract) return Value::integer(*a - *b);
      if (small && operation == BinaryOperator::kMultiply) return Value::integer(*a * *b);
      if (small && operation == BinaryOperator::kLeftShift && *a >= 0 && *b >= 0 && *b < 32)
        return Value::integer(*a << *b);
    }
    return result;
  }
  if (left.may_be(Kind::kSet) && right.may_be(Kind::kSet)) return join(left, right);
  if (left.may_be(Kind::kDictionary) && right.may_be(Kind::kDictionary)) return join(left, right);
  if (right.only(Kind::kString)) return Value::of(Kind::kString);
  return left.is_anything() || right.is_anything() ? Value::anything() : join(left, right);
}

Value Interpreter::compare(ComparisonOperator operation, const Value& left, const Value& right,
                           source::TextRange range) {
  if (left.is_bottom() || right.is_bottom()) return {};
  switch (operation) {
    case ComparisonOperator::kIs:
    case ComparisonOperator::kIsNot: {
      const bool wanted = operation == ComparisonOperator::kIs;
      if (left.only(Kind::kNone) && right.only(Kind::kNone)) return Value::boolean(wanted);
      if ((right.only(Kind::kNone) && !left.may_be(Kinds(Kind::kNone) | Kind::kAnything)) ||
          (left.only(Kind::kNone) && !right.may_be(Kinds(Kind::kNone) | Kind::kAnything))) {
        return Value::boolean(!wanted);
      }
      const auto a = left.known_bool();
      const auto b = right.known_bool();
      if (a && b && left.only(Kind::kBoolean) && right.only(Kind::kBoolean))
        return Value::boolean((*a == *b) == wanted);
      return Value::of(Kind::kBoolean);
    }
    case ComparisonOperator::kIn:
    case ComparisonOperator::kNotIn: {
      bool found = false;
      if (right.may_be(Kind::kInstance)) {
        const ArgumentValue argument{{}, 0, left};
        call_method(right, known_.contains, {&argument, 1}, range, found);
      }
      // A text is looked for in a mapping: in a tensor it would be an error.
      if (right.may_be(kTensorLike) && !left.only(Kind::kString)) {
        emit_value(engine::EventKind::kContains, range, right);
      } else if (left.may_be(kTensorLike) && right.may_be(values::kHostSequence | Kind::kIterator) &&
                 !right.only(Kind::kAnything)) {
        // `t in [1, 2]` compares element by element and takes each truth; `t in [t]` is settled by identity first, and
        // no object or text equals a tensor.
        const Value element = values::any_element(arena_, right);
        if (element.may_be(kNumbers) && !element.may_be(Kinds(Kind::kTensor) | Kind::kAnything))
          emit_value(engine::EventKind::kContains, range, left);
      }
      return Value::of(Kind::kBoolean);
    }
    default:
      break;
  }
  if (left.may_be(Kind::kInstance) || right.may_be(Kind::kInstance)) {
    static constexpr const char* kNames[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
    static constexpr const char* kSwapped[] = {"__eq__", "__ne__", "__gt__", "__ge__", "__lt__", "__le__"};
    const auto at = static_cast<std::size_t>(operation);
    bool found = false;
    Value result;
    if (left.may_be(Kind::kInstance)) {
      const ArgumentValue argument{{}, 0, right};
      result = call_method(left, known_.dunder(kNames[at]), {&argument, 1}, range, found);
    }
    if (!found && right.may_be(Kind::kInstance)) {
      const ArgumentValue argument{{}, 0, left};
      result = call_method(right, known_.dunder(kSwapped[at]), {&argument, 1}, range, found);
    }
    if (found) return result;
  }
  if (left.may_be(kTensorLike) || right.may_be(kTensorLike)) {
    // A tensor compared with a string, a shape or None is an ordinary comparison of objects.
    const Kinds plain = Kinds(Kind::kString) | Kind::kNone | Kind::kShape | Kind::kDevice | Kind::kDtype;
    if (left.only(plain) || right.only(plain)) return Value::of(Kind::kBoolean);
    Value result = tensor_result(left, right, Element::kBoolean);
    if (result.kinds.overlaps(kNumbers)) result.kinds = (result.kinds - kNumbers) | Kind::kBoolean;
    return result;
  }
  if (left.may_be(Kind::kArray) || right.may_be(Kind::kArray)) {
    Value result = Value::of(Kind::kArray);
    result.elements = Element::kBoolean;
    return result;
  }
  if (left.is_anything() && right.is_anything()) return Value::anything();
  if (left.is_anything() || right.is_anything()) {
    const Value& other = left.is_anything() ? right : left;
    // Comparing the unknown with a number may give a tensor; with text, a type or a container it does not.
    return other.may_be(kNumbers) ? Value::anything() : Value::of(Kind::kBoolean);
  }
  const auto known_equal = [&]() -> std::optional<bool> {
    using Type = values::ConstantValue::Type;
    if (left.constant.type == Type::kNothing || right.constant.type == Type::kNothing) {
      if (left.only(Kind::kNone) != right.only(Kind::kNone) && !left.may_be(Kind::kNone) && !right.is_anything()) {
        if (right.only(Kind::kNone)) return false;
      }
      if (left.only(Kind::kNone) && !right.may_be(Kind::kNone)) return false;
      return std::nullopt;
    }
    if (left.constant.type != right.constant.type) return std::nullopt;
    return left.constant == right.constant;
  }();
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

Value Interpreter::comparison(const model::Comparison& node) {
  Value left = evaluate(*node.operands[0]);
  Value result;
  for (std::size_t i = 0; i < node.operators.size(); ++i) {
    const Value right = evaluate(*node.operands[i + 1]);
    // `a < b < c` takes the truth of `a < b` before it looks at `c`.
    if (i > 0) take_truth(result, node.range, engine::TruthUse::kBooleanOperator);
    result = compare(node.operators[i], left, right, node.range);
    left = right;
  }
  return result;
}

std::optional<bool> Interpreter::condition(const model::Expression& expression, engine::TruthUse use) {
  if (const auto* boolean = expression.get_if<model::Boolean>()) {
    // Every operand's truth is taken; what an operand taught holds for the next ones.
    const State before = state_;
    const Guards outer = guards_;
    std::optional<bool> result = boolean->is_and;
    for (const model::Expression* operand : boolean->operands) {
      const std::optional<bool> outcome = condition(*operand, engine::TruthUse::kBooleanOperator);
      if (outcome.has_value() && *outcome != boolean->is_and) {
        result = !boolean->is_and;
        break;
      }
      if (!outcome.has_value()) result = std::nullopt;
      narrow(*operand, boolean->is_and);
      enter_guarded(*operand, boolean->is_and);
    }
    guards_ = outer;
    unlearn(before);
    return result;
  }
  if (const auto* negation = expression.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot) {
    const std::optional<bool> outcome = condition(*negation->operand, engine::TruthUse::kNot);
    return outcome ? std::optional<bool>(!*outcome) : std::nullopt;
  }
  return take_truth(evaluate(expression), expression.range, use);
}

std::optional<bool> Interpreter::take_truth(const Value& value, source::TextRange range, engine::TruthUse use) {
  if (value.is_bottom()) return std::nullopt;
  if (value.may_be(Kind::kInstance)) {
    bool found = false;
    const Value truth = call_method(value, known_.bool_, {}, range, found);
    if (found && truth.may_be(kTensorLike)) emit_value(engine::EventKind::kTruth, range, truth, use);
    if (!found) call_method(value, known_.len, {}, range, found);
  }
  if (value.may_be(kTensorLike)) emit_value(engine::EventKind::kTruth, range, value, use);
  if (value.only(Kind::kNone)) return false;
  if (value.only(Kind::kBoolean)) return value.known_bool();
  if (value.only(Kinds(Kind::kFunction) | Kind::kClass | Kind::kNamespace)) return true;
  if (value.only(Kind::kInteger)) {
    if (const auto number = value.known_integer()) return *number != 0;
  }
  return std::nullopt;
}

}  // namespace syncfree::inference

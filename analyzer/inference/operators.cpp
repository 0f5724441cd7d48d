// Unary and binary operators.
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

using model::BinaryOperator;
using values::Element;
using values::Elements;
using values::Places;

namespace {

constexpr std::string_view kBinaryDunders[][2] = {
    {"__add__", "__radd__"},       {"__sub__", "__rsub__"},         {"__mul__", "__rmul__"},
    {"__matmul__", "__rmatmul__"}, {"__truediv__", "__rtruediv__"}, {"__floordiv__", "__rfloordiv__"},
    {"__mod__", "__rmod__"},       {"__pow__", "__rpow__"},         {"__lshift__", "__rlshift__"},
    {"__rshift__", "__rrshift__"}, {"__and__", "__rand__"},         {"__or__", "__ror__"},
    {"__xor__", "__rxor__"},
};

bool is_bitwise(BinaryOperator operation) {
  return operation == BinaryOperator::kBitAnd || operation == BinaryOperator::kBitOr ||
         operation == BinaryOperator::kBitXor;
}

constexpr Kinds kWhole = Kinds(Kind::kInteger) | Kind::kBoolean;

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
    return is_bitwise(operation) || of_arrays ? Elements(Element::kBoolean) : Elements(Element::kInteger);
  }
  // A whole number of the host changes nothing: `1 - mask` of bytes is one of bytes.
  if (a.within(Element::kByte) && right.only(kWhole)) return a;
  if (b.within(Element::kByte) && left.only(kWhole)) return b;
  Elements result = a | b;
  if (a.within(Element::kInteger) || b.within(Element::kInteger)) result = result - values::kSelecting;
  if (a.within(Element::kByte) || b.within(Element::kByte)) result = result - Elements(Element::kBoolean);
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
  const bool l = left.may_be(Kind::kTensor);
  const bool r = right.may_be(Kind::kTensor);
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

Value binary_of_numbers(BinaryOperator operation, const Value& left, const Value& right) {
  if (is_bitwise(operation) && left.only(Kind::kBoolean) && right.only(Kind::kBoolean))
    return Value::of(Kind::kBoolean);
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

}  // namespace

Operators::Operators(Evaluation& all)
    : known_(all.known),
      declared_(all.declared),
      frame_(all.frame),
      project_(all.world.project),
      symbols_(all.world.project.symbols()),
      arena_(all.arena),
      guards_(all.record.guards),
      record_(all.record),
      calls_(all.calls),
      conditions_(all.conditions),
      expressions_(all.expressions) {}

/// `state["steps"] + 1`: of an unknown tree's leaves, those that are numbers meet numbers.
Value Operators::perhaps_of_a_tree(Value result, const Value& left, const Value& right) {
  const bool is_one =
      (left.is_of_a_tree() && !right.only(Kind::kTensor)) || (right.is_of_a_tree() && !left.only(Kind::kTensor));
  if (is_one) result.kinds |= Value::kTree;
  return result;
}

namespace {

/// Computed on the host from what was made there in one way, and from numbers. What was read back is no copy of it.
values::Origin origin_of(const Value& left, const Value& right) {
  using values::Origin;
  const Value& tensor = left.may_be(Kind::kTensor) ? left : right;
  const Value& other = left.may_be(Kind::kTensor) ? right : left;
  const bool same = other.only(values::kHostNumber) || (other.only(Kind::kTensor) && other.origin == tensor.origin);
  const bool known = tensor.only(Kind::kTensor) && tensor.origin != Origin::kDevice;
  return known && same ? tensor.origin : Origin::kUnknown;
}

}  // namespace

Value Operators::tensor_result(const Value& left, const Value& right, Elements elements) {
  Value result = Value::tensor(join_places(left, right), elements, broadcast(left, right));
  if (result.places.within(values::Place::kCpu)) result.origin = origin_of(left, right);
  const bool l = left.may_be(Kind::kTensor);
  const bool r = right.may_be(Kind::kTensor);
  result.evidence = l && r ? std::max(left.evidence, right.evidence) : (l ? left.evidence : right.evidence);
  // What is computed from what a mask selected is differentiated through that mask.
  result.read_back = (left.only(Kind::kTensor) && left.read_back) || (right.only(Kind::kTensor) && right.read_back);
  result.waits_back = left.waits_back || right.waits_back;
  // `x + y` of a tensor-or-number and a number may stay a number.
  const Kinds other_left = left.kinds - Kinds(Kind::kTensor) - Kinds(Kind::kNone);
  const Kinds other_right = right.kinds - Kinds(Kind::kTensor) - Kinds(Kind::kNone);
  if ((!other_left.empty() || !l) && (!other_right.empty() || !r)) {
    if ((other_left | other_right).has(Kind::kAnything)) {
      result.kinds |= Kind::kAnything;
    } else {
      result.kinds |= (other_left | other_right) & (values::kHostNumber | Kind::kArray);
    }
  }
  return result;
}

Value Operators::unary(const model::Unary& node) {
  if (node.operation == model::UnaryOperator::kNot) {
    const std::optional<bool> outcome = conditions_.condition(*node.operand, TruthUse::kNot);
    return outcome ? Value::boolean(!*outcome) : Value::of(Kind::kBoolean);
  }
  const Value operand = expressions_.evaluate(*node.operand);
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
    const Value result = calls_.call_method(operand, known_.dunder(name), {}, node.range, found);
    if (found) return result;
  }
  if (node.operation == model::UnaryOperator::kInvert && operand.is_unknown_mask()) return operand;
  Value result = operand;
  result.constant = {};
  result.registered = false;
  result.kinds = result.kinds - Kinds(Kind::kNone);
  if (result.only(Kind::kBoolean)) result.kinds = Kind::kInteger;
  if (!result.may_be(values::kHostNumber | Kind::kTensor | Kind::kArray))
    return operand.is_anything() ? Value::anything() : Value::of(Kind::kOther);
  return result;
}

Value Operators::binary(const model::Binary& node) {
  Value left = expressions_.evaluate(*node.left);
  Value right = expressions_.evaluate(*node.right);
  // With None the operation raises: what comes behind it is of the others.
  for (Value* operand : {&left, &right}) {
    if (operand->may_be(Kind::kNone) && !operand->only(Kind::kNone))
      operand->kinds = operand->kinds - Kinds(Kind::kNone);
  }
  return binary_values(node.operation, left, right, node.range);
}

/// The objects' own operator: the left one's, or else the right one's reflected one; nothing if neither has it.
std::optional<Value> Operators::operator_of_objects(std::string_view direct, std::string_view reflected,
                                                    const Value& left, const Value& right, source::TextRange range) {
  bool found = false;
  Value result;
  if (left.may_be(Kind::kInstance)) {
    const ArgumentValue argument{{}, 0, right};
    result = calls_.call_method(left, known_.dunder(direct), {&argument, 1}, range, found);
  }
  if (!found && right.may_be(Kind::kInstance)) {
    const ArgumentValue argument{{}, 0, left};
    result = calls_.call_method(right, known_.dunder(reflected), {&argument, 1}, range, found);
  }
  return found ? std::optional(result) : std::nullopt;
}

/// `"%f" % values` reads every tensor in `values`.
Value Operators::binary_of_text(BinaryOperator operation, const Value& left, const Value& right,
                                source::TextRange range) {
  if (operation == BinaryOperator::kModulo) {
    record_.emit_value(EventKind::kFormat, range, right);
  } else if (operation == BinaryOperator::kMultiply) {
    record_.emit_value(EventKind::kRepeat, range, right);
  }
  // `"cuda:" + str(rank)`, `"cuda:%d" % rank` name the device that they begin with.
  Value text = Value::of(Kind::kString);
  text.places = left.places;
  return text;
}

/// `(x,) + outputs[1:]`: it begins like the left one.
Value Operators::joined_tuples(const Value& left, const Value& right) {
  const values::Aggregate& first = *left.aggregate;
  std::vector<Value> elements(first.elements.begin(), first.elements.end());
  if (!first.exact) return arena_.tuple_beginning(elements, join(first.rest, values::any_element(arena_, right)));
  if (right.aggregate == nullptr) return arena_.tuple_beginning(elements, Value::anything());
  elements.insert(elements.end(), right.aggregate->elements.begin(), right.aggregate->elements.end());
  return arena_.tuple_beginning(elements, right.aggregate->rest);
}

/// `[x] * n`, `a + b` of lists and tuples; nothing for other values.
std::optional<Value> Operators::binary_of_sequences(BinaryOperator operation, const Value& left, const Value& right,
                                                    source::TextRange range) {
  const bool left_list = left.only(Kinds(Kind::kList) | Kind::kTuple | Kind::kShape);
  const bool right_list = right.only(Kinds(Kind::kList) | Kind::kTuple | Kind::kShape);
  if (operation == BinaryOperator::kMultiply && left_list != right_list) {
    const Value& sequence = left_list ? left : right;
    const Value& count = left_list ? right : left;
    if (count.may_be(Kind::kTensor) && !sequence.may_be(Kind::kTensor)) {
      // No sequence is repeated by a tensor of fractions: one of the two is something else. What the source writes as a
      // list is one.
      const bool is_list = sequence.only(Kind::kList) && sequence.evidence == values::Evidence::kSeen;
      const bool is_count = is_list || count.elements.within(values::kWholeNumbers | Element::kBoolean);
      guards_.doubt += is_count ? 0 : 1;
      record_.emit_value(EventKind::kRepeat, range, count);
      guards_.doubt -= is_count ? 0 : 1;
    }
    if (!count.only(Kind::kTensor) || count.elements.within(values::kWholeNumbers)) {
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
    if (left.only(Kind::kTuple) && right.only(Kind::kTuple) && left.aggregate != nullptr)
      return joined_tuples(left, right);
    return arena_.container(left.kinds.has(Kind::kList) ? Kind::kList : Kind::kTuple,
                            join(values::any_element(arena_, left), values::any_element(arena_, right)));
  }
  return std::nullopt;
}

Value Operators::binary_values(BinaryOperator operation, const Value& left, const Value& right,
                               source::TextRange range) {
  if (left.is_bottom() || right.is_bottom()) return {};
  const auto& names = kBinaryDunders[static_cast<std::size_t>(operation)];
  if (std::optional<Value> own = operator_of_objects(names[0], names[1], left, right, range)) return *own;
  // No text is repeated by what may be a fraction: `self.weight = "N/A"` stands for a number that a file of settings
  // gives.
  const bool is_count = right.elements.within(values::kWholeNumbers | Element::kBoolean);
  if (operation == BinaryOperator::kMultiply && left.only(Kind::kString) && right.only(Kind::kTensor) && !is_count)
    return binary_values(operation, Value::of(Kind::kFloating), right, range);
  if (left.only(Kind::kString)) return binary_of_text(operation, left, right, range);
  if (std::optional<Value> sequence = binary_of_sequences(operation, left, right, range)) return *sequence;
  if (left.may_be(Kind::kTensor) || right.may_be(Kind::kTensor)) {
    Value result = tensor_result(left, right, promote(left, right, operation));
    if (operation == BinaryOperator::kMatrixMultiply) {
      result.rank = left.rank.known() && right.rank.known() && left.rank.least <= 2 && right.rank.least <= 2
                        ? values::Rank::exactly(left.rank.least + right.rank.least - 2)
                        : values::Rank{};
    }
    return perhaps_of_a_tree(result, left, right);
  }
  if (left.may_be(Kind::kArray) || right.may_be(Kind::kArray)) {
    // NumPy's numbers are numbers to a tensor: `lam * criterion(x, y)`.
    const Value& array = left.may_be(Kind::kArray) ? left : right;
    const Value& other = left.may_be(Kind::kArray) ? right : left;
    if (other.is_anything() && array.rank.least == 0) return Value::anything();
    Value result = Value::of(Kind::kArray);
    result.elements = promote(left, right, operation);
    result.rank = broadcast(left, right);
    return result;
  }
  if (left.only(values::kHostNumber) && right.only(values::kHostNumber))
    return binary_of_numbers(operation, left, right);
  if (left.may_be(Kind::kSet) && right.may_be(Kind::kSet)) return join(left, right);
  if (left.may_be(Kind::kDictionary) && right.may_be(Kind::kDictionary)) return join(left, right);
  if (right.only(Kind::kString)) return Value::of(Kind::kString);
  if (!left.is_anything() && !right.is_anything()) return join(left, right);
  if (operation == BinaryOperator::kBitAnd || operation == BinaryOperator::kBitOr) {
    if (left.is_unknown_mask()) return left;
    if (right.is_unknown_mask()) return right;
  }
  return Value::anything();
}

}  // namespace syncfree::inference

#include "analyzer/catalog/condition.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/place.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::ConstantValue;
using values::Kind;
using values::Kinds;
using values::Place;
using values::Places;
using values::truth;
using values::Truth;
using values::Value;

namespace {

constexpr Kinds kSequenceKinds = values::kHostSequence | Kind::kSet | Kind::kIterator;
constexpr Kinds kHostDataKinds = values::kHostNumber | Kind::kString | Kind::kArray | Kind::kShape | Kind::kRange;

// Yes if it can be nothing else, no if it cannot be one of them.
Truth is_kind(const Value& value, Kinds kinds) {
  if (value.only(kinds)) return Truth::kYes;
  if (value.may_be(kinds)) return Truth::kSometimes;
  return value.is_anything() ? Truth::kMaybe : Truth::kNo;
}

template <class E, class Bits>
Truth is_within(values::Set<E, Bits> set, E wanted) {
  if (set.within(wanted)) return Truth::kYes;
  return set.empty() || set.has(wanted) ? Truth::kMaybe : Truth::kNo;
}

Truth is_host_data(const Value& value) {
  const Truth whole = is_kind(value, kHostDataKinds | kSequenceKinds | Kind::kDictionary);
  if (value.only(kHostDataKinds)) return Truth::kYes;
  return whole && !holds_tensor(value);
}

Truth is_empty(const Value& value) {
  if (!value.may_be(kSequenceKinds | Kind::kDictionary | Kind::kAnything)) return Truth::kNo;
  if (value.aggregate == nullptr) return Truth::kMaybe;
  const values::Aggregate& held = *value.aggregate;
  if (!held.elements.empty() || !held.entries.empty()) return Truth::kNo;
  if (!held.exact || !held.rest.is_bottom()) return Truth::kMaybe;
  return is_kind(value, kSequenceKinds | Kind::kDictionary);
}

Truth is_several(const Value& value) {
  if (value.only(values::kHostNumber | Kind::kString | Kind::kNone)) return Truth::kNo;
  if (value.only(Kind::kDictionary)) return Truth::kNo;  // it hands out its keys
  if (value.only(Kinds(Kind::kTensor) | Kind::kArray)) {
    // Python goes over it, so it has dimensions: without any it would be a TypeError.
    return truth(value.rank.most >= 1);
  }
  if (value.aggregate == nullptr) return Truth::kMaybe;
  const bool listed = value.only(kSequenceKinds | Kind::kDictionary);
  if (value.aggregate->exact && listed) return truth(value.aggregate->elements.size() >= 2);
  // More than one is the rule: nobody asks for the largest of a list that holds one element.
  return listed ? Truth::kYes : Truth::kMaybe;
}

Truth is_true(const Value& value) {
  if (value.only(Kind::kNone)) return Truth::kNo;
  if (!value.only(values::kHostNumber)) return Truth::kMaybe;
  switch (value.constant.type) {
    case ConstantValue::Type::kBoolean:
    case ConstantValue::Type::kInteger:
      return truth(value.constant.integer != 0);
    case ConstantValue::Type::kFloating:
      return truth(value.constant.floating != 0);
    default:
      return Truth::kMaybe;
  }
}

Truth is_equal(const Value& value, const ConditionNode& node) {
  if (!node.text.empty()) {
    if (!value.may_be(Kinds(Kind::kString) | Kind::kAnything)) return Truth::kNo;
    if (value.constant.type != ConstantValue::Type::kString) return Truth::kMaybe;
    return truth(value.constant.text() == node.text) && is_kind(value, Kind::kString);
  }
  if (!value.may_be(values::kHostNumber | Kind::kAnything)) return Truth::kNo;
  switch (value.constant.type) {
    case ConstantValue::Type::kBoolean:
    case ConstantValue::Type::kInteger:
      return truth(value.constant.integer == node.number) && is_kind(value, values::kHostNumber);
    case ConstantValue::Type::kFloating:
      return truth(value.constant.floating == static_cast<double>(node.number)) && is_kind(value, values::kHostNumber);
    default:
      return Truth::kMaybe;
  }
}

Truth is_less(const Value& value, const ConditionNode& node) {
  if (!value.may_be(values::kHostNumber | Kind::kAnything)) return Truth::kNo;
  const auto known = value.known_integer();
  return known ? truth(*known < node.number) : Truth::kMaybe;
}

Truth is_node(const Value& value, const ConditionNode& node) {
  if (value.entities == nullptr) return is_kind(value, Kinds(Kind::kClass) | Kind::kFunction) && Truth::kMaybe;
  const auto items = value.entities->items;
  const bool named = std::ranges::any_of(items, [&node](const values::Entity& entity) {
    return entity.kind == values::EntityKind::kLibraryName && entity.index == static_cast<std::uint32_t>(node.number);
  });
  if (!named) return value.is_anything() ? Truth::kMaybe : Truth::kNo;
  if (!value.only(Kinds(Kind::kClass) | Kind::kFunction)) return Truth::kMaybe;
  return items.size() == 1 ? Truth::kYes : Truth::kSometimes;
}

Truth is_object(const Value& value, const ConditionNode& node) {
  if (value.entities == nullptr || !value.may_be(Kind::kLibraryObject))
    return value.is_anything() ? Truth::kMaybe : Truth::kNo;
  const bool is_one = std::ranges::any_of(value.entities->items, [&node](const values::Entity& entity) {
    return entity.kind == values::EntityKind::kLibraryObject && entity.index == static_cast<std::uint32_t>(node.number);
  });
  if (!is_one) return value.is_anything() ? Truth::kMaybe : Truth::kNo;
  return value.only(Kind::kLibraryObject) && value.entities->items.size() == 1 ? Truth::kYes : Truth::kMaybe;
}

// It may be anything, and nothing says that it may be a tensor.
bool is_unknown(const Value& value) { return value.is_anything() && !value.may_be(Kind::kTensor); }

/// A function of tensors says that it is one, also where only a name has said so before.
bool is_anybodys(const Value& value) {
  return is_unknown(value) || (value.only(Kind::kTensor) && value.evidence == values::Evidence::kGuessed &&
                               value.places.within(Place::kCaller));
}

/// The answer "maybe" says nothing: it is not known whether there is a tensor, whether it may be where it is asked for,
/// or which number or word it is. A boolean is one of two.
bool says_nothing_of(const ConditionNode& node, const Value& value) {
  switch (node.predicate) {
    case Predicate::kDevice:
    case Predicate::kOnDevice:
    case Predicate::kWorksOn:
      return true;
    case Predicate::kCpuTensor:
      return !value.may_be(Kind::kTensor) || !value.places.has(Place::kCpu);
    case Predicate::kEquals:
    case Predicate::kLess:
    case Predicate::kNode:
      return node.operand.field.empty() && !value.only(Kind::kBoolean);
    default:
      return is_unknown(value) && !known(holds_tensor(value));
  }
}

Truth is_on(const Value& value, Places wanted) {
  constexpr Kinds kPlaced = Kinds(Kind::kTensor) | Kind::kLibraryObject | Kind::kInstance;
  // Of what was read from a file no more may be known than where its tensors are.
  const bool is_open = value.is_anything() && value.only(Kinds(Kind::kAnything) | Kind::kNone);
  if ((value.only(kPlaced) || is_open) && value.places.within(wanted)) return Truth::kYes;
  if (!value.may_be(kPlaced | Kind::kAnything)) return Truth::kNo;
  if ((value.may_be(kPlaced) || is_open) && value.places.overlaps(wanted)) return Truth::kSometimes;
  const bool says_nothing = !value.may_be(kPlaced) && !is_open;
  return says_nothing || value.places.empty() || value.places.has(Place::kUnknown) ? Truth::kMaybe : Truth::kNo;
}

Truth has_rank(const Value& value, const ConditionNode& node) {
  if (value.only(values::kHostNumber))
    return truth(node.predicate == Predicate::kRank ? node.number == 0 : node.number <= 0);
  if (!value.may_be(Kinds(Kind::kTensor) | Kind::kArray)) return Truth::kMaybe;
  if (node.predicate == Predicate::kRank) return value.rank.is(static_cast<int>(node.number));
  if (value.rank.least >= node.number) return Truth::kYes;
  return value.rank.most < node.number ? Truth::kNo : Truth::kMaybe;
}

Truth names_place(const Value& value, Places wanted) {
  const NamedPlace named = named_place(value);
  if (named.places.empty()) return Truth::kNo;
  // Who brings something to where another tensor is does not mean the CPU.
  if (wanted == Places(Place::kCpu) && named.places.overlaps(values::kOnDevice)) return Truth::kNo;
  const Truth there = named.places.within(wanted)     ? Truth::kYes
                      : named.places.overlaps(wanted) ? Truth::kSometimes
                                                      : truth(named.places.has(Place::kUnknown)) && Truth::kMaybe;
  return named.may_be_silent ? there && Truth::kSometimes : there;
}

/// A gradient may have other ways back, and may not be asked for.
Truth is_on_way_back(const Value& value, Predicate predicate) {
  const bool waits = predicate == Predicate::kThroughMask ? goes_through_mask(value) : waits_back(value);
  return truth(waits) && Truth::kSometimes;
}

/// Of predicates that ask for one kind alone.
Kind kind_of(Predicate predicate) {
  switch (predicate) {
    case Predicate::kArray:
      return Kind::kArray;
    case Predicate::kShape:
      return Kind::kShape;
    case Predicate::kDtype:
      return Kind::kDtype;
    case Predicate::kText:
      return Kind::kString;
    default:
      return Kind::kNone;
  }
}

Truth ask(const ConditionNode& node, const Value& value) {
  switch (node.predicate) {
    case Predicate::kDevice:
      return holds_device_tensor(value);
    case Predicate::kWorksOn:
      return is_anybodys(value) ? Truth::kSometimes : holds_device_tensor(value);
    case Predicate::kCpuTensor:
      return value.origin == values::Origin::kNoElements ? Truth::kNo : value.is_cpu_tensor();
    case Predicate::kTensor:
      return value.is_tensor();
    case Predicate::kHoldsTensor:
      return holds_tensor(value);
    case Predicate::kHoldsCpuIndex:
      return holds_cpu_index(value);
    case Predicate::kOnDevice:
      return is_on(value, values::kOnDevice);
    case Predicate::kOnCpu:
      return is_on(value, Place::kCpu);
    case Predicate::kHostData:
      return is_host_data(value);
    case Predicate::kHoldsNumber:
      return holds_number(value);
    case Predicate::kHostNumber:
      return is_kind(value, values::kHostNumber);
    case Predicate::kSequence:
      return is_kind(value, kSequenceKinds);
    case Predicate::kEmpty:
      return is_empty(value);
    case Predicate::kArray:
    case Predicate::kShape:
    case Predicate::kDtype:
    case Predicate::kText:
    case Predicate::kNone:
      return is_kind(value, kind_of(node.predicate));
    case Predicate::kSeveral:
      return is_several(value);
    case Predicate::kThroughMask:
    case Predicate::kWaitsBack:
      return is_on_way_back(value, node.predicate);
    case Predicate::kTrue:
      return is_true(value);
    case Predicate::kFalse:
      return !is_true(value);
    case Predicate::kEquals:
      return is_equal(value, node);
    case Predicate::kLess:
      return is_less(value, node);
    case Predicate::kNode:
      return is_node(value, node);
    case Predicate::kObject:
      return is_object(value, node);
    case Predicate::kRank:
    case Predicate::kRankAtLeast:
      return has_rank(value, node);
    case Predicate::kBoolean:
      return is_within(value.elements, values::Element::kBoolean);
    case Predicate::kInteger:
      return is_within(value.elements, values::Element::kInteger);
    case Predicate::kFloating:
      return is_within(value.elements, values::Element::kFloating);
    case Predicate::kComplex:
      return is_within(value.elements, values::Element::kComplex);
    case Predicate::kToDevice:
    case Predicate::kToCpu:
      return names_place(value, node.predicate == Predicate::kToDevice ? values::kOnDevice : Places(Place::kCpu));
    case Predicate::kPinned:
    case Predicate::kPageable:
      return is_within(value.memories,
                       node.predicate == Predicate::kPinned ? values::Memory::kPinned : values::Memory::kPageable);
    case Predicate::kSmall:
      return is_within(value.extents, values::Extent::kSmall);
    case Predicate::kLarge:
      return is_within(value.extents, values::Extent::kLarge);
    default:
      assert(false);
      return Truth::kMaybe;
  }
}

// Of two things that each hold on some way nobody knows whether they hold on the same one.
bool on_ways_apart(Truth a, Truth b) { return a == Truth::kSometimes && b == Truth::kSometimes; }

Truth both(Truth a, Truth b) { return on_ways_apart(a, b) ? Truth::kMaybe : a && b; }

bool speaks_of_place(Predicate predicate) {
  return predicate == Predicate::kDevice || predicate == Predicate::kToDevice || predicate == Predicate::kCpuTensor ||
         predicate == Predicate::kHoldsCpuIndex || predicate == Predicate::kToCpu || predicate == Predicate::kOnDevice;
}

// The evidence of the tensors in a value, not that of the list around them.
void testify(Witness& witness, const Value& value) {
  constexpr Kinds kWitnesses =
      Kinds(Kind::kTensor) | Kind::kDevice | Kind::kString | Kind::kLibraryObject | Kind::kInstance | Kind::kAnything;
  if (value.may_be(kWitnesses)) {
    const bool owner = value.may_be(Kinds(Kind::kTensor) | Kind::kLibraryObject | Kind::kInstance);
    if (owner) witness.places |= value.places;
    witness.evidence = std::min(witness.evidence, owner ? value.evidence : named_place(value).evidence);
  }
  if (value.aggregate == nullptr || !value.may_be(values::kContainer)) return;
  for (const Value& element : value.aggregate->elements) testify(witness, element);
  for (const values::DictionaryEntry& entry : value.aggregate->entries) testify(witness, entry.value);
  if (!value.aggregate->rest.is_bottom()) testify(witness, value.aggregate->rest);
}

Truth when_absent(const ConditionNode& node, Default otherwise) {
  switch (node.predicate) {
    case Predicate::kNone:
      return truth(otherwise == Default::kNone || otherwise == Default::kRequired);
    case Predicate::kTrue:
      return otherwise == Default::kOther ? Truth::kMaybe : truth(otherwise == Default::kTrue);
    case Predicate::kFalse:
      return otherwise == Default::kOther ? Truth::kMaybe : truth(otherwise != Default::kTrue);
    case Predicate::kEquals:
      return truth(node.text.empty() && node.number == 0 &&
                   (otherwise == Default::kZero || otherwise == Default::kFalse));
    default:
      return Truth::kNo;
  }
}

/// The parameter is declared to be a tensor.
bool takes_tensor(const Operator& operation, const Operand& operand) {
  return operand.field.empty() && operand.parameter >= 0 &&
         operation.parameters[static_cast<std::size_t>(operand.parameter)].takes == Takes::kTensor;
}

/// Whoever made the tensor chose where it is.
void testify_anybodys(Witness& witness) {
  witness.evidence = std::min(witness.evidence, values::Evidence::kDeclared);
  witness.places |= Place::kCaller;
}

// Any of the values that the operand stands for.
Truth ask_operand(const Operator& operation, ConditionNode node, const BoundArguments& arguments, Witness* witness) {
  const bool asks_for_gpu = node.predicate == Predicate::kDevice || node.predicate == Predicate::kOnDevice;
  const bool is_tensor = takes_tensor(operation, node.operand);
  if (is_tensor && node.predicate == Predicate::kDevice) node.predicate = Predicate::kWorksOn;
  Truth answer = Truth::kNo;
  bool given = false;
  for_each_value(operation, node.operand, arguments, [&](const Value& value) {
    given = true;
    const bool is_declared = is_tensor && node.predicate == Predicate::kTensor && is_unknown(value);
    const Truth one = is_declared ? Truth::kYes : ask(node, value);
    if (one == Truth::kMaybe && witness != nullptr) witness->unknown |= says_nothing_of(node, value);
    // Who does not know says nothing; the answer itself stays uncertain.
    if (known(one) && witness != nullptr && speaks_of_place(node.predicate)) testify(*witness, value);
    if (node.predicate == Predicate::kWorksOn && witness != nullptr && is_anybodys(value)) {
      testify_anybodys(*witness);
    } else if (node.predicate == Predicate::kWorksOn && witness != nullptr && known(one)) {
      testify(*witness, value);
    }
    answer = answer || one;
  });
  // `max(a, b)`, `max(*values)`.
  const bool spread = arguments.open && !arguments.extra.empty();
  if (node.predicate == Predicate::kSeveral && (spread || arguments.extra.size() >= 2)) return Truth::kYes;
  if (given) return answer;
  if (arguments.open && asks_for_gpu && witness != nullptr) witness->unknown = true;
  if (arguments.open) return Truth::kMaybe;
  if (!node.operand.field.empty() || node.operand.parameter < 0) return Truth::kMaybe;
  return when_absent(node, operation.parameters[static_cast<std::size_t>(node.operand.parameter)].otherwise);
}

Truth is_given(const Operator& operation, const ConditionNode& node, const BoundArguments& arguments) {
  bool given = false;
  bool is_default = false;
  for_each_value(operation, node.operand, arguments, [&](const Value& value) {
    given = true;
    // What an object keeps of a parameter that was not given, if a row does not say what it is then.
    is_default = !node.operand.field.empty() && value.only(Kind::kOther);
  });
  if (given) return truth(!is_default);
  return arguments.open || !node.operand.field.empty() ? Truth::kMaybe : Truth::kNo;
}

Truth any_device(const Operator& operation, const BoundArguments& arguments, Witness* witness) {
  Truth answer = Truth::kNo;
  for_each_argument(arguments, [&](const Value& value) {
    const Truth one = holds_device_tensor(value);
    if (one != Truth::kNo && witness != nullptr) testify(*witness, value);
    if (one == Truth::kMaybe && witness != nullptr) witness->unknown = true;
    answer = answer || one;
  });
  if (answer == Truth::kYes || answer == Truth::kSometimes) return answer;
  for (std::size_t i = 0; i < arguments.by_parameter.size(); ++i) {
    const Value* value = arguments.by_parameter[i];
    if (value == nullptr || operation.parameters[i].takes != Takes::kTensor || !is_anybodys(*value)) continue;
    Witness anybodys;
    testify_anybodys(anybodys);
    if (witness != nullptr) *witness = anybodys;
    return Truth::kSometimes;
  }
  return answer;
}

Truth made_on_device(const BoundArguments& arguments) {
  if (arguments.made_at.within(values::kOnDevice)) return Truth::kYes;
  return arguments.made_at.overlaps(values::kOnDevice) ? Truth::kMaybe : Truth::kNo;
}

/// What a part of a condition says, and on whose evidence.
struct Said {
  Truth truth = Truth::kNo;
  Witness witness = {};
};

Witness joined(const Witness& a, const Witness& b) {
  return {
      .places = a.places | b.places, .evidence = std::min(a.evidence, b.evidence), .unknown = a.unknown || b.unknown};
}

/// One that holds is enough: what is only guessed of the other takes nothing from it.
Said either(const Said& a, const Said& b) {
  Said said{.truth = a.truth || b.truth, .witness = joined(a.witness, b.witness)};
  if (a.truth == Truth::kYes && b.truth == Truth::kYes)
    said.witness.evidence = std::max(a.witness.evidence, b.witness.evidence);
  else if (a.truth == Truth::kYes || b.truth == Truth::kYes)
    said.witness = a.truth == Truth::kYes ? a.witness : b.witness;
  return said;
}

Said leaf(const Operator& operation, const ConditionNode& node, const BoundArguments& arguments) {
  Said said;
  switch (node.predicate) {
    case Predicate::kPerhaps:
      said.truth = Truth::kMaybe;
      break;
    case Predicate::kAlways:
      said.truth = Truth::kYes;
      break;
    case Predicate::kMadeOnDevice:
      said.truth = made_on_device(arguments);
      said.witness = {.places = arguments.made_at, .evidence = values::Evidence::kDeclared};
      break;
    case Predicate::kTestsGradients:
      said.truth = values::truth(arguments.tests_gradients);
      break;
    case Predicate::kAnyDevice:
      said.truth = any_device(operation, arguments, &said.witness);
      break;
    case Predicate::kPresent:
      said.truth = is_given(operation, node, arguments);
      break;
    case Predicate::kAbsent:
      said.truth = !is_given(operation, node, arguments);
      break;
    default:
      said.truth = ask_operand(operation, node, arguments, &said.witness);
      break;
  }
  return said;
}

}  // namespace

Truth holds(const Operator& operation, std::span<const ConditionNode> condition, const BoundArguments& arguments,
            Witness* witness) {
  constexpr std::size_t kDeepest = 16;  // checked by the generator
  std::array<Said, kDeepest> stack{};
  std::size_t top = 0;
  for (const ConditionNode& node : condition) {
    switch (node.predicate) {
      case Predicate::kAnd:
        --top;
        stack[top].witness.unknown |= on_ways_apart(stack[top - 1].truth, stack[top].truth);
        stack[top - 1] = {.truth = both(stack[top - 1].truth, stack[top].truth),
                          .witness = joined(stack[top - 1].witness, stack[top].witness)};
        break;
      case Predicate::kOr:
        --top;
        stack[top - 1] = either(stack[top - 1], stack[top]);
        break;
      case Predicate::kNot:
        stack[top - 1].truth = !stack[top - 1].truth;
        break;
      case Predicate::kSurely:
        stack[top - 1].truth = truth(stack[top - 1].truth == Truth::kYes);
        break;
      case Predicate::kPossibly:
        if (stack[top - 1].truth == Truth::kMaybe)
          stack[top - 1].witness.evidence = std::min(stack[top - 1].witness.evidence, values::Evidence::kDeclared);
        stack[top - 1].truth = truth(stack[top - 1].truth != Truth::kNo);
        break;
      default:
        stack[top++] = leaf(operation, node, arguments);
        break;
    }
  }
  assert(top == 1);
  if (witness != nullptr) *witness = joined(*witness, stack[0].witness);
  return stack[0].truth;
}

std::optional<Verdict> blocking(const Operator& operation, const BoundArguments& arguments) {
  if (arguments.bottom) return std::nullopt;
  std::optional<Verdict> possible;
  for (const Block& block : operation.blocks) {
    Witness witness;
    const Truth blocks = holds(operation, block.condition, arguments, &witness);
    if (blocks == Truth::kNo) continue;
    const Verdict verdict{&block, blocks, witness.places, witness.evidence, witness.unknown};
    if (blocks == Truth::kYes) return verdict;
    if (!possible || blocks > possible->truth) possible = verdict;
  }
  return possible;
}

bool holds_on_cpu(const Operator& operation, const Block& block, BoundArguments arguments) {
  static const Value kOnCpu = Value::device(values::Place::kCpu);
  const auto at = std::ranges::find(operation.parameters, "device", &Parameter::name);
  if (at == operation.parameters.end()) return true;
  const Value*& given = arguments.by_parameter[static_cast<std::size_t>(at - operation.parameters.begin())];
  if (given == nullptr || given->only(Kinds(Kind::kTensor) | Kind::kNone | Kind::kDtype)) return true;
  given = &kOnCpu;
  return holds(operation, block.condition, arguments, nullptr) != Truth::kNo;
}

std::uint16_t decisive_arguments(const Operator& operation, const Block& block, const BoundArguments& bound,
                                 std::span<const ArgumentValue> arguments) {
  constexpr std::size_t kMost = 16;
  bool spread = false;
  std::vector<const Value*> spoken_of;
  for (const ConditionNode& node : block.condition) {
    if (node.predicate != Predicate::kDevice || node.operand.parameter < 0) continue;
    const auto parameter = static_cast<std::size_t>(node.operand.parameter);
    const Parameter& declared = operation.parameters[parameter];
    if (parameter == 0 && (declared.name == "self" || declared.name == "input")) continue;
    spoken_of.push_back(bound.by_parameter[parameter]);
    spread = spread || declared.stars == 1;
  }
  if (spread) spoken_of.insert(spoken_of.end(), bound.extra.begin(), bound.extra.end());
  std::uint16_t decisive = 0;
  for (std::size_t i = 0; i < std::min(arguments.size(), kMost); ++i) {
    const bool meant =
        std::ranges::find(spoken_of, &arguments[i].value) != spoken_of.end() || (spread && arguments[i].stars == 1);
    if (meant && values::may_hold_device_tensor(arguments[i].value)) decisive |= static_cast<std::uint16_t>(1U << i);
  }
  return decisive;
}

}  // namespace syncfree::catalog

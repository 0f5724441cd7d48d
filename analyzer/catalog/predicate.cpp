#include "analyzer/catalog/predicate.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

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
Truth is_within(values::Set<E, Bits> set, std::type_identity_t<values::Set<E, Bits>> wanted) {
  if (set.within(wanted)) return Truth::kYes;
  return set.empty() || set.overlaps(wanted) ? Truth::kMaybe : Truth::kNo;
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

}  // namespace

bool is_unknown(const Value& value) { return value.is_anything() && !value.may_be(Kind::kTensor); }

bool is_anybodys(const Value& value) {
  return is_unknown(value) || (value.only(Kind::kTensor) && value.evidence == values::Evidence::kGuessed &&
                               value.places.within(Place::kCaller));
}

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
      return is_within(value.elements, values::kWholeNumbers);
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

}  // namespace syncfree::catalog

#include "analyzer/catalog/tensor_rule.h"

#include <algorithm>
#include <bit>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/origin.h"
#include "analyzer/catalog/rank_rule.h"
#include "analyzer/values/entity.h"

namespace syncfree::catalog {

using values::Element;
using values::Elements;
using values::Evidence;
using values::Extent;
using values::Extents;
using values::Kind;
using values::Kinds;
using values::Memories;
using values::Memory;
using values::Place;
using values::Truth;
using values::Value;

namespace {

constexpr Kinds kShaped = Kinds(Kind::kTensor) | Kind::kArray;

Elements elements_of(const Value* value) {
  if (value == nullptr || value->is_anything()) return values::kAnyElement;
  Elements elements;
  if (value->may_be(kShaped | Kind::kDtype))
    elements |= value->elements.empty() ? values::kAnyElement : value->elements;
  if (!value->may_be(kShaped)) {
    if (value->may_be(Kind::kBoolean)) elements |= Element::kBoolean;
    if (value->may_be(Kinds(Kind::kInteger) | Kind::kRange | Kind::kShape)) elements |= Element::kInteger;
    if (value->may_be(Kind::kFloating)) elements |= Element::kFloating;
  }
  return elements.empty() ? values::kAnyElement : elements;
}

Elements elements_of_data(const Value* data) {
  if (data == nullptr || !data->only(Kinds(Kind::kTuple) | Kind::kList)) return elements_of(data);
  if (data->aggregate == nullptr) return values::kAnyElement;
  const values::Aggregate& held = *data->aggregate;
  if (held.exact && held.elements.empty()) return Element::kFloating;
  Elements elements;
  for (const Value& element : held.elements) elements |= elements_of_data(&element);
  if (!held.rest.is_bottom()) elements |= elements_of_data(&held.rest);
  return elements;
}

// The wider of any pair: complex before floating before integer before byte before boolean.
Elements promoted(Elements a, Elements b) {
  if (a.empty() || b.empty()) return a | b;
  const auto weakest = std::max(std::countr_zero(a.bits), std::countr_zero(b.bits));
  const auto mask = static_cast<std::uint8_t>(0xFFU << static_cast<unsigned>(weakest));
  return (a | b) & Elements::raw(mask);
}

Elements promoted(const CallView& call) {
  Elements elements;
  constexpr std::size_t kMostOperands = 3;
  for (std::size_t i = 0; i < std::min(kMostOperands, call.arguments.by_parameter.size()); ++i) {
    const Value* value = call.arguments.by_parameter[i];
    if (value == nullptr || !value->may_be(kShaped | values::kHostNumber | Kind::kAnything)) continue;
    elements = promoted(elements, elements_of(value));
  }
  return elements.empty() ? values::kAnyElement : elements;
}

Elements replaced(Elements elements, Elements from, Element to) {
  return elements.overlaps(from) ? (elements - from) | to : elements;
}

Elements base_elements(const TensorRule& rule, const CallView& call) {
  switch (rule.element) {
    case ElementRule::kFixed:
      return rule.elements;
    case ElementRule::kPromote:
      return promoted(call);
    case ElementRule::kData: {
      Elements elements;  // of `*bounds`, the widest
      for_each_value(call.operation, rule.element_operand, call.arguments,
                     [&elements](const Value& value) { elements = promoted(elements, elements_of_data(&value)); });
      return elements.empty() ? values::kAnyElement : elements;
    }
    default:
      break;
  }
  const Elements elements =
      rule.element_operand.parameter < 0 ? promoted(call) : elements_of(value_of(rule.element_operand, call.arguments));
  switch (rule.element) {
    case ElementRule::kFloat:
      return replaced(elements, values::kWholeNumbers | Element::kBoolean, Element::kFloating);
    case ElementRule::kSum:
      return replaced(elements, values::kSelecting, Element::kInteger);
    case ElementRule::kReal:
      return replaced(elements, Element::kComplex, Element::kFloating);
    default:
      return elements;
  }
}

// What an element type argument asks for; `silent` if it may leave the choice to the rule.
struct AskedElements {
  Elements elements;
  bool silent = true;
};

constexpr Kinds kSaysNoType = Kinds(Kind::kNone) | Kind::kDevice | Kind::kString | Kind::kInteger | Kind::kBoolean;

AskedElements asked_elements(const Value* dtype) {
  if (dtype == nullptr) return {};
  AskedElements asked{{}, dtype->may_be(kSaysNoType)};
  // `dtype=bool`, `dtype=np.float32`: a class.
  if (dtype->may_be(Kinds(Kind::kDtype) | Kind::kTensor | Kind::kClass))
    asked.elements = dtype->elements.empty() ? values::kAnyElement : dtype->elements;
  if (dtype->is_anything()) asked.elements = values::kAnyElement;
  return asked;
}

Memories memories_by(const TensorRule& rule, const CallView& call) {
  switch (rule.memory) {
    case MemoryRule::kPageable:
      return Memory::kPageable;
    case MemoryRule::kPinned:
      return Memory::kPinned;
    case MemoryRule::kOperand: {
      const Value* from = value_of(rule.memory_operand, call.arguments);
      return from == nullptr || from->memories.empty() ? values::kAnyMemory : from->memories;
    }
    case MemoryRule::kByArgument: {
      const Value* pin = value_of(rule.memory_operand, call.arguments);
      if (pin == nullptr) return Memory::kPageable;
      const auto known = pin->known_bool();
      if (!known) return values::kAnyMemory;
      return *known ? Memory::kPinned : Memory::kPageable;
    }
  }
  return values::kAnyMemory;
}

Extents extent_of_count(std::optional<std::int64_t> count) {
  if (!count) return values::kAnyExtent;
  constexpr std::int64_t kElementBytes = 4;
  return *count > values::kLargeBytes / kElementBytes ? Extent::kLarge : Extent::kSmall;
}

Extents extents_by(const TensorRule& rule, const CallView& call, values::Rank rank) {
  if (rank.most == 0) return Extent::kSmall;
  switch (rule.extent) {
    case ExtentRule::kByRank:
      return values::kAnyExtent;
    case ExtentRule::kOperand: {
      const Value* from = value_of(rule.extent_operand, call.arguments);
      return from == nullptr || from->extents.empty() ? values::kAnyExtent : from->extents;
    }
    case ExtentRule::kSizes:
      return extent_of_count(element_count(rule.extent_operand, call));
    case ExtentRule::kData: {
      const Value* data = value_of(rule.extent_operand, call.arguments);
      if (data == nullptr) return values::kAnyExtent;
      if (data->only(kShaped)) return data->extents;
      return extent_of_count(element_count(*data));
    }
  }
  return values::kAnyExtent;
}

FoundPlace base_place(const TensorRule& rule, const CallView& call) {
  switch (rule.device) {
    case DeviceRule::kFixed:
      return {rule.places, Evidence::kSeen};
    case DeviceRule::kJoin:
      return joined_place(call.arguments, rule.rank == RankRule::kBroadcast || rule.rank == RankRule::kMatmul);
    case DeviceRule::kOperand: {
      const Value* operand = value_of(rule.device_operand, call.arguments);
      if (operand == nullptr || operand->places.empty()) return {Place::kUnknown, Evidence::kSeen};
      if (operand->is_anything()) return {operand->places | Place::kUnknown, operand->evidence};
      return {operand->places, operand->evidence};
    }
  }
  return {Place::kUnknown, Evidence::kSeen};
}

}  // namespace

FoundPlace place_by(const TensorRule& rule, const CallView& call) {
  // Only memory of the host is pinned.
  if (rule.memory == MemoryRule::kByArgument && memories_by(rule, call) == Memories(Memory::kPinned))
    return {Place::kCpu, Evidence::kSeen};
  const Value* device = value_of(rule.device_argument, call.arguments);
  if (device == nullptr) {
    FoundPlace place = base_place(rule, call);
    if (rule.device_argument.parameter < 0) return place;
    if (rule.device == DeviceRule::kFixed && !call.arguments.default_is_cpu)
      return {Place::kUnknown, Evidence::kGuessed};
    if (call.arguments.open) place.places |= Place::kUnknown;
    return place;
  }
  const NamedPlace named = named_place(*device);
  if (named.places.empty()) return base_place(rule, call);
  if (!named.may_be_silent) return {named.places, named.evidence};
  const FoundPlace otherwise = base_place(rule, call);
  return {named.places | otherwise.places, std::min(named.evidence, otherwise.evidence)};
}

Elements elements_by(const TensorRule& rule, const CallView& call) {
  Elements elements;
  // `torch.zeros(n, *shape, dtype=data.dtype)`: what is given by name is given, whatever the star brings.
  const int at = rule.dtype_argument.parameter;
  const bool is_given = at >= 0 && call.arguments.by_parameter[static_cast<std::size_t>(at)] != nullptr;
  if (call.arguments.open && at >= 0 && !is_given) return values::kAnyElement;
  for (const Operand& operand : {rule.dtype_argument, rule.dtype_argument_too}) {
    const AskedElements asked = asked_elements(value_of(operand, call.arguments));
    elements |= asked.elements;
    if (!asked.silent) return elements;
  }
  return elements | base_elements(rule, call);
}

Value tensor_by(const TensorRule& rule, Kind kind, const CallView& call) {
  Value value = Value::of(kind);
  if (kind == Kind::kTensor) {
    const FoundPlace place = place_by(rule, call);
    value.places = place.places;
    value.evidence = place.evidence;
  } else {
    value.places = Place::kCpu;
  }
  value.elements = elements_by(rule, call);
  value.rank = rank_by(rule, call);
  value.memories = memories_by(rule, call);
  value.extents = extents_by(rule, call, value.rank);
  if (kind == Kind::kTensor) value.origin = origin_by(rule, value.places, call);
  return value;
}

}  // namespace syncfree::catalog

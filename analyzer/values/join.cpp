// The union of values. Where a component means something only for some kinds (the rank of a tensor, the elements of a
// list), only values of such kinds contribute to it: None joined to a 2-D tensor leaves the rank at 2.
#include <algorithm>
#include <array>
#include <vector>

#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::values {

namespace {

// A text or device that names no place, where the other does: the place of the two is not known.
bool leaves_place_open(const Value& a, const Value& b, Kinds result) {
  constexpr Kinds kNames = Kinds(Kind::kString) | Kind::kDevice;
  constexpr Kinds kPlaced = Kinds(Kind::kTensor) | Kind::kArray | Kind::kInstance | Kind::kLibraryObject;
  return !result.overlaps(kPlaced) && a.may_be(kNames) && b.may_be(kNames) && a.places.empty() != b.places.empty();
}

constexpr Kinds kHasPlace =
    Kinds(Kind::kTensor) | Kind::kArray | Kind::kInstance | Kind::kLibraryObject | Kind::kString | Kind::kDevice;

/// Where an unknown value's tensors are says nothing of another thing that has a place.
bool is_placed_alone(const Value& value, Kinds result) {
  return value.is_anything() && result.overlaps(kHasPlace) && !value.may_be(kHasPlace);
}

constexpr Kinds kDimensioned = Kinds(Kind::kTensor) | Kind::kArray;
constexpr Kinds kOwned = Kinds(Kind::kTensor) | Kind::kInstance | Kind::kLibraryObject;

Rank hull(Rank a, Rank b) { return {std::min(a.least, b.least), std::max(a.most, b.most)}; }

// Does `value` say something about a component that describes `kinds`, in a result that may be `result`.
bool speaks(const Value& value, Kinds result, Kinds kinds) { return !result.overlaps(kinds) || value.may_be(kinds); }

bool has_rank(const Value& value, Kinds result) {
  return result.overlaps(kDimensioned) ? value.may_be(kDimensioned) : value.may_be(Kind::kShape);
}

/// What nothing is known of does not make what is known of the rest a guess. Of two unknown values, one may say where
/// its tensors are.
Evidence joined_evidence(const Value& a, const Value& b) {
  const bool is_a_unknown = a.only(Kind::kAnything);
  const bool is_b_unknown = b.only(Kind::kAnything);
  if (is_a_unknown != is_b_unknown) return is_a_unknown ? b.evidence : a.evidence;
  if (is_a_unknown && a.places.empty() != b.places.empty()) return a.places.empty() ? b.evidence : a.evidence;
  return std::min(a.evidence, b.evidence);
}

ConstantValue joined_constant(const Value& a, const Value& b) {
  if (a.is_anything() || b.is_anything()) return {};
  if (!a.may_be(kConstantKinds)) return b.constant;
  if (!b.may_be(kConstantKinds) || a.constant == b.constant) return a.constant;
  return {};
}

/// Has the dictionary keys that it does not list?
bool is_open(const Aggregate& aggregate) { return !aggregate.rest.is_bottom() || !aggregate.elements.empty(); }

/// Of a key that one side does not list but may have, the constant is not known.
std::vector<DictionaryEntry> joined_entries(ValueArena& arena, const Aggregate& a, const Aggregate& b) {
  std::vector<DictionaryEntry> entries(a.entries.begin(), a.entries.end());
  std::vector<bool> is_in_both(entries.size(), false);
  for (const DictionaryEntry& entry : b.entries) {
    const auto known = std::ranges::find(entries, entry.key, &DictionaryEntry::key);
    if (known == entries.end()) {
      entries.push_back(entry);
      if (is_open(a)) entries.back().value.constant = {};
      continue;
    }
    known->value = join(arena, known->value, entry.value);
    const auto at = static_cast<std::size_t>(known - entries.begin());
    if (at < is_in_both.size()) is_in_both[at] = true;
  }
  if (is_open(b)) {
    for (std::size_t i = 0; i < a.entries.size(); ++i) {
      if (!is_in_both[i]) entries[i].value.constant = {};
    }
  }
  return entries;
}

bool comes_before(const DictionaryEntry& a, const DictionaryEntry& b) {
  if (a.key.type != b.key.type) return a.key.type < b.key.type;
  switch (a.key.type) {
    case ConstantValue::Type::kString:
      return a.key.text() < b.key.text();
    case ConstantValue::Type::kFloating:
      return a.key.floating < b.key.floating;
    default:
      return a.key.integer < b.key.integer;
  }
}

/// Of what may be a list, which grows and shrinks, no more is kept by position than tuples of one length have.
const Aggregate* joined_aggregate(ValueArena& arena, const Aggregate& a, const Aggregate& b, bool are_tuples) {
  if (&a == &b || a == b) return &a;
  Aggregate joined;
  joined.rest = join(arena, a.rest, b.rest);
  joined.exact = a.exact && b.exact && a.elements.size() == b.elements.size();
  const bool has_beginning = joined.exact || (are_tuples && a.entries.empty() && b.entries.empty());
  const std::size_t common = has_beginning ? std::min(a.elements.size(), b.elements.size()) : 0;
  std::vector<Value> elements;
  for (std::size_t i = 0; i < common; ++i) elements.push_back(join(arena, a.elements[i], b.elements[i]));
  joined.elements = elements;
  for (const Aggregate* one : {&a, &b}) {
    for (const Value& element : one->elements.subspan(common)) joined.rest = join(arena, joined.rest, element);
  }
  std::vector<DictionaryEntry> entries = joined_entries(arena, a, b);
  // Entries are kept in the order of their keys, so that the two orders of a join agree.
  std::ranges::sort(entries, comes_before);
  joined.entries = entries;
  return arena.aggregate(joined);
}

const Value* joined_part(ValueArena& arena, const Value* a, const Value* b) {
  if (a == nullptr) return b;
  if (b == nullptr || *a == *b) return a;
  return arena.keep(join(arena, *a, *b));
}

const Entities* joined_entities(ValueArena& arena, const Entities& a, const Entities& b) {
  if (&a == &b || a == b) return &a;
  if (a.too_many() || b.too_many()) return a.too_many() ? &a : &b;
  std::vector<Entity> items(a.items.begin(), a.items.end());
  for (const Entity& item : b.items) {
    auto known = std::ranges::find_if(items, [&item](const Entity& other) { return same_thing(item, other); });
    if (known == items.end()) {
      items.push_back(item);
    } else {
      known->self = joined_part(arena, known->self, item.self);
      known->bound = joined_part(arena, known->bound, item.bound);
    }
  }
  const auto is_of_object = [](const Entity& item) {
    return item.kind == EntityKind::kObject || (item.kind == EntityKind::kFunction && item.self != nullptr);
  };
  const bool are_objects = items.size() > Entities::kMost && std::ranges::all_of(items, is_of_object);
  if (items.size() > (are_objects ? Entities::kMostObjects : Entities::kMost)) items.clear();
  return arena.entities(items);
}

}  // namespace

Value join(ValueArena& arena, const Value& a, const Value& b) {
  if (a.is_bottom()) return b;
  if (b.is_bottom() || a == b) return a;

  Value joined;
  joined.kinds = a.kinds | b.kinds;
  joined.evidence = joined_evidence(a, b);
  joined.read_back = a.read_back || b.read_back;
  joined.waits_back = a.waits_back || b.waits_back;
  joined.constant = joined_constant(a, b);

  // A dtype says what it denotes; something unknown, what it holds if it is a tensor.
  const bool is_of_dtype = joined.may_be(Kind::kDtype) && !joined.may_be(kDimensioned);
  for (const Value* part : {&a, &b}) {
    if (!speaks(*part, joined.kinds, kDimensioned)) continue;
    if (!is_placed_alone(*part, joined.kinds)) joined.places |= part->places;
    if (!is_of_dtype || part->may_be(Kind::kDtype)) joined.elements |= part->elements;
    joined.memories |= part->memories;
    joined.extents |= part->extents;
  }
  // Of two unknown values, one says that its elements are booleans, and the other may have any.
  if (a.is_anything() && b.is_anything() && !joined.may_be(kDimensioned | Kind::kDtype) &&
      a.elements.empty() != b.elements.empty())
    joined.elements = {};
  // Of two unknown values, one says where its tensors are.
  if (a.is_anything() && b.is_anything() && !joined.may_be(kHasPlace) && a.places.empty() != b.places.empty())
    joined.places |= Place::kUnknown;
  if (leaves_place_open(a, b, joined.kinds)) joined.places |= Place::kUnknown;
  const bool ranked_a = has_rank(a, joined.kinds);
  const bool ranked_b = has_rank(b, joined.kinds);
  if (ranked_a && ranked_b) joined.rank = hull(a.rank, b.rank);
  if (ranked_a != ranked_b) joined.rank = ranked_a ? a.rank : b.rank;

  const bool tensor_a = a.may_be(Kind::kTensor);
  const bool tensor_b = b.may_be(Kind::kTensor);
  if (tensor_a != tensor_b) joined.origin = tensor_a ? a.origin : b.origin;
  if (tensor_a && tensor_b && a.origin == b.origin) joined.origin = a.origin;

  const bool owned_a = a.may_be(kOwned);
  const bool owned_b = b.may_be(kOwned);
  joined.registered = (owned_a || owned_b) && (!owned_a || a.registered) && (!owned_b || b.registered);

  const bool contains_a = a.may_be(kContainer);
  const bool contains_b = b.may_be(kContainer);
  if (contains_a && contains_b && a.aggregate != nullptr && b.aggregate != nullptr) {
    const bool are_tuples = (joined.kinds & kContainer) == Kinds(Kind::kTuple);
    joined.aggregate = joined_aggregate(arena, *a.aggregate, *b.aggregate, are_tuples);
  } else if (contains_a != contains_b) {
    joined.aggregate = contains_a ? a.aggregate : b.aggregate;
  }

  if (a.entities == nullptr || b.entities == nullptr) {
    joined.entities = a.entities == nullptr ? b.entities : a.entities;
  } else {
    joined.entities = joined_entities(arena, *a.entities, *b.entities);
  }
  if (joined.entities != nullptr && joined.entities->too_many()) {
    joined.kinds |= Kind::kAnything;
    joined.constant = {};
  }
  return joined;
}

namespace {

Value element_of_tensor(const Value& container, Kind kind) {
  Value element = container;
  element.kinds = kind;
  element.rank = container.rank.plus(-1);
  element.extents = element.rank.most == 0 ? Extents(Extent::kSmall) : kAnyExtent;
  element.registered = false;
  element.aggregate = nullptr;
  element.entities = nullptr;
  element.constant = {};
  return element;
}

Value element_of_array(const Value& container) {
  Value row = element_of_tensor(container, Kind::kArray);
  if (container.rank.most > 1) {
    if (container.rank.least <= 1) row.kinds |= kHostNumber;
    return row;
  }
  return Value::of(kHostNumber);
}

Value element_of_mapping(ValueArena& arena, const Aggregate& aggregate) {
  // Keys that are not known are host values: nobody looks tensors up by tensors.
  const bool listed = aggregate.rest.is_bottom() && !aggregate.entries.empty();
  if (!listed) return Value::of(Kinds(Kind::kString) | Kind::kInteger | Kind::kOther);
  Value keys;
  for (const DictionaryEntry& entry : aggregate.entries) {
    const bool text = entry.key.type == ConstantValue::Type::kString;
    keys = join(arena, keys, text ? Value::string(entry.key.text()) : Value::integer(entry.key.integer));
  }
  return keys;
}

}  // namespace

Value any_element(ValueArena& arena, const Value& container) {
  if (container.is_bottom()) return {};
  if (container.is_anything()) return part_of_unknown(container);
  Value element;
  if (container.may_be(Kind::kTensor)) element = element_of_tensor(container, Kind::kTensor);
  if (container.may_be(Kind::kArray)) element = join(arena, element, element_of_array(container));
  if (container.may_be(Kinds(Kind::kRange) | Kind::kShape)) element = join(arena, element, Value::of(Kind::kInteger));
  if (container.may_be(Kind::kString)) element = join(arena, element, Value::of(Kind::kString));

  constexpr Kinds kListed = Kinds(Kind::kTuple) | Kind::kList | Kind::kSet | Kind::kIterator | Kind::kLibraryObject;
  const bool listed = container.may_be(kListed);
  const bool mapped = container.may_be(Kind::kDictionary);
  if (container.aggregate == nullptr) return listed || mapped || element.is_bottom() ? Value::anything() : element;
  if (mapped) element = join(arena, element, element_of_mapping(arena, *container.aggregate));
  if (listed) {
    for (const Value& one : container.aggregate->elements) element = join(arena, element, one);
    element = join(arena, element, container.aggregate->rest);
  }
  // How it was made is too far away to be the cause of anything, but for several results of one computation.
  const bool is_result = container.only(Kind::kTuple) && element.origin == Origin::kConstructor;
  if (!is_result) element.origin = Origin::kUnknown;
  return element;
}

}  // namespace syncfree::values

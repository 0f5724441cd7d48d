#include "analyzer/catalog/batches.h"

#include <vector>

#include "analyzer/catalog/place.h"

namespace syncfree::catalog {

using values::Aggregate;
using values::DictionaryEntry;
using values::Kind;
using values::Kinds;
using values::Value;
using values::ValueArena;

namespace {

constexpr Kinds kHeld = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary | Kind::kSet | Kind::kIterator;

/// The same container, of other parts.
template <class Change>
Value with_parts(const Value& value, const Change& change, ValueArena& arena) {
  std::vector<Value> elements;
  for (const Value& element : value.aggregate->elements) elements.push_back(change(element));
  std::vector<DictionaryEntry> entries(value.aggregate->entries.begin(), value.aggregate->entries.end());
  for (DictionaryEntry& entry : entries) entry.value = change(entry.value);
  Aggregate parts = *value.aggregate;
  parts.elements = elements;
  parts.entries = entries;
  if (!parts.rest.is_bottom()) parts.rest = change(parts.rest);
  Value changed = value;
  changed.aggregate = arena.aggregate(parts);
  return changed;
}

}  // namespace

Value batch_of(const Value& collated, const Value& otherwise, ValueArena& arena) {
  // Its function has not been evaluated yet, never returns, or puts the batch on the GPU.
  if (collated.is_bottom() || values::known(holds_device_tensor(collated))) return collated;
  const bool is_known = collated.only(Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary) &&
                        collated.aggregate != nullptr && collated.aggregate->rest.is_bottom();
  if (!is_known) return otherwise;
  Value tensor = otherwise;
  tensor.kinds = Kind::kTensor;
  tensor.aggregate = nullptr;
  const auto loaded = [&](const Value& part) {
    if (part.is_anything()) return tensor;
    Value kept = part;
    if (part.only(Kind::kTensor)) kept.memories = tensor.memories;
    return kept;
  };
  return with_parts(collated, loaded, arena);
}

Value placed(const Value& value, values::Places places, ValueArena& arena) {
  Value moved = value;
  if (value.may_be(Kind::kTensor) || value.is_anything()) {
    moved.places = places;
    moved.memories = {};
  }
  if (value.aggregate == nullptr || !value.may_be(kHeld)) return moved;
  return with_parts(moved, [&](const Value& part) { return placed(part, places, arena); }, arena);
}

}  // namespace syncfree::catalog

#include "analyzer/catalog/batches.h"

#include <algorithm>
#include <vector>

namespace syncfree::catalog {

using values::Aggregate;
using values::DictionaryEntry;
using values::Kind;
using values::Kinds;
using values::Value;
using values::ValueArena;

namespace {

constexpr Kinds kCollated = Kinds(Kind::kTuple) | Kind::kList | Kind::kDictionary;
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

/// It names the GPU for a tensor. Where the caller has put what it is given says nothing: that is the data set.
bool is_put_on_gpu(const Value& part) {
  if (part.may_be(Kind::kTensor) && part.places.has(values::Place::kCuda)) return true;
  if (part.aggregate == nullptr || !part.may_be(kHeld)) return false;
  const values::Aggregate& held = *part.aggregate;
  return std::ranges::any_of(held.elements, is_put_on_gpu) || is_put_on_gpu(held.rest) ||
         std::ranges::any_of(held.entries, [](const DictionaryEntry& entry) { return is_put_on_gpu(entry.value); });
}

/// A part as the loader gives it: `tensor` says where its tensors lie, unless the function has said so, and in which
/// memory.
Value loaded(const Value& part, const Value& tensor, ValueArena& arena) {
  Value kept = part;
  if (part.only(Kind::kTensor)) {
    if (part.places.within(values::Place::kCaller)) kept.places = tensor.places;
    if (kept.places == tensor.places) kept.memories = tensor.memories;
    // The step takes it from the loader, whatever it was made by.
    if (kept.origin != values::Origin::kNoElements) kept.origin = values::Origin::kUnknown;
  }
  if (part.aggregate == nullptr || !part.may_be(kHeld)) return kept;
  return with_parts(kept, [&](const Value& inner) { return loaded(inner, tensor, arena); }, arena);
}

}  // namespace

Value batch_of(const Value& collated, const Value& otherwise, ValueArena& arena) {
  // Its function has not been evaluated yet, never returns, or puts the batch on the GPU.
  if (collated.is_bottom() || is_put_on_gpu(collated)) return collated;
  if (collated.aggregate == nullptr || !collated.may_be(kCollated)) return otherwise;
  Value tensor = otherwise;
  tensor.kinds = Kind::kTensor;
  tensor.aggregate = nullptr;
  Value known = collated;
  known.kinds = collated.kinds & kCollated;
  known = with_parts(
      known, [&](const Value& part) { return part.is_anything() ? tensor : loaded(part, tensor, arena); }, arena);
  return collated.only(kCollated) ? known : join(arena, known, otherwise);
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

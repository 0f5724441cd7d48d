#include "analyzer/values/value_arena.h"

#include <algorithm>

namespace syncfree::values {

namespace {

std::uint8_t depth_of(const Value& value) { return value.aggregate == nullptr ? 0 : value.aggregate->depth; }

// A value that may be put into an aggregate: one more level must not exceed the limit.
Value cut(const Value& value) { return depth_of(value) < Aggregate::kDeepest ? value : Value::anything(); }

}  // namespace

const Aggregate* ValueArena::aggregate(const Aggregate& content) {
  Aggregate kept;
  kept.exact = content.exact;
  kept.rest = cut(content.rest);
  std::uint8_t deepest = depth_of(kept.rest);
  if (content.elements.size() > Aggregate::kMostElements) {
    kept.exact = false;
    for (const Value& element : content.elements) kept.rest = join(*this, kept.rest, cut(element));
    deepest = depth_of(kept.rest);
  } else {
    std::span<Value> elements = arena_.copy(content.elements);
    for (Value& element : elements) {
      element = cut(element);
      deepest = std::max(deepest, depth_of(element));
    }
    kept.elements = elements;
  }
  if (content.entries.size() > Aggregate::kMostElements) {
    for (const DictionaryEntry& entry : content.entries) kept.rest = join(*this, kept.rest, cut(entry.value));
    deepest = std::max(deepest, depth_of(kept.rest));
  } else {
    std::span<DictionaryEntry> entries = arena_.copy(content.entries);
    for (DictionaryEntry& entry : entries) {
      entry.value = cut(entry.value);
      deepest = std::max(deepest, depth_of(entry.value));
    }
    kept.entries = entries;
  }
  kept.depth = static_cast<std::uint8_t>(deepest + 1);
  return arena_.make<Aggregate>(kept);
}

Value ValueArena::sequence(Kind kind, std::span<const Value> elements) {
  Value value = Value::of(kind);
  value.aggregate = aggregate({.elements = elements, .exact = true});
  return value;
}

Value ValueArena::tuple_beginning(std::span<const Value> elements, const Value& rest) {
  Value value = Value::of(Kind::kTuple);
  value.aggregate = aggregate({.elements = elements, .rest = rest});
  return value;
}

Value ValueArena::container(Kind kind, const Value& element) {
  Value value = Value::of(kind);
  value.aggregate = aggregate({.rest = element});
  return value;
}

Value ValueArena::dictionary(std::span<const DictionaryEntry> entries, const Value& rest) {
  Value value = Value::of(Kind::kDictionary);
  value.aggregate = aggregate({.entries = entries, .rest = rest});
  return value;
}

Value ValueArena::entity(Kind kind, const Entity& entity) {
  Value value = Value::of(kind);
  value.entities = entities({&entity, 1});
  return value;
}

const Entities* ValueArena::entities(std::span<const Entity> items) {
  return arena_.make<Entities>(Entities{arena_.copy(items)});
}

}  // namespace syncfree::values

#include "analyzer/values/keeper.h"

#include <algorithm>
#include <bit>

#include "analyzer/values/hash.h"

namespace syncfree::values {

namespace {

// Of content that was kept, what it points to is kept too, so that equal pointers mean equal content and the other way
// round: nothing is followed here.

bool is_same(const Value& a, const Value& b) {
  return has_same_head(a, b) && a.aggregate == b.aggregate && a.entities == b.entities;
}

bool is_same(const Value* a, const Value* b) { return a == b || (a != nullptr && b != nullptr && is_same(*a, *b)); }

bool is_same(const DictionaryEntry& a, const DictionaryEntry& b) { return a.key == b.key && is_same(a.value, b.value); }

bool is_same(const Aggregate& a, const Aggregate& b) {
  constexpr auto same = [](const auto& x, const auto& y) { return is_same(x, y); };
  return a.exact == b.exact && a.depth == b.depth && is_same(a.rest, b.rest) &&
         std::ranges::equal(a.elements, b.elements, same) && std::ranges::equal(a.entries, b.entries, same);
}

bool is_same(const Entities& a, const Entities& b) {
  return std::ranges::equal(a.items, b.items, [](const Entity& x, const Entity& y) {
    return same_thing(x, y) && is_same(x.self, y.self) && is_same(x.bound, y.bound);
  });
}

std::size_t hash_of_pointer(const void* pointer) { return std::bit_cast<std::size_t>(pointer); }

std::size_t shallow_hash(const Value& value) {
  return mixed(mixed(hash_of_head(value), hash_of_pointer(value.aggregate)), hash_of_pointer(value.entities));
}

std::size_t shallow_hash(const Aggregate& aggregate) {
  std::size_t hash = mixed(aggregate.exact ? 1 : 2, shallow_hash(aggregate.rest));
  for (const Value& element : aggregate.elements) hash = mixed(hash, shallow_hash(element));
  for (const DictionaryEntry& entry : aggregate.entries)
    hash = mixed(mixed(hash, hash_of(entry.key)), shallow_hash(entry.value));
  return hash;
}

std::size_t shallow_hash(const Entities& entities) {
  std::size_t hash = entities.items.size();
  for (const Entity& item : entities.items) {
    hash = mixed(mixed(hash, static_cast<std::size_t>(item.kind)), item.module);
    hash = mixed(mixed(hash, item.index), (std::size_t{item.environment} << 32U) | item.name);
    if (item.self != nullptr) hash = mixed(hash, shallow_hash(*item.self));
    if (item.bound != nullptr) hash = mixed(hash, shallow_hash(*item.bound));
  }
  return hash;
}

}  // namespace

/// `content` and what was copied for it since `before`; or, in their place, what is there already. If that is so, all
/// that it points to was there too, and nothing else was copied since.
template <class T>
const T* Keeper::share(const T& content, const model::Arena::Mark& before, model::HashIndex& index,
                       std::vector<const T*>& all) {
  std::size_t hash = shallow_hash(content);
  hash ^= hash >> 32U;
  const std::uint32_t found = index.find(hash, [&](std::uint32_t number) { return is_same(*all[number], content); });
  if (found != model::HashIndex::kAbsent) {
    kept_.arena_.go_back(before);
    return all[found];
  }
  index.add(hash, static_cast<std::uint32_t>(all.size()));
  all.push_back(kept_.arena_.make<T>(content));
  return all.back();
}

void Keeper::keep(Value& value) {
  if (value.constant.type == ConstantValue::Type::kString && is_left(value.constant.characters))
    value.constant.characters = keep(value.constant.text());
  if (value.aggregate != nullptr) value.aggregate = keep(value.aggregate);
  if (value.entities != nullptr) value.entities = keep(value.entities);
}

const char* Keeper::keep(std::string_view text) {
  if (scratch_ != nullptr) return texts_.copy(text).data();
  const auto known = known_texts_.find(text);
  return (known == known_texts_.end() ? *known_texts_.insert(texts_.copy(text)).first : *known).data();
}

const Aggregate* Keeper::keep(const Aggregate* aggregate) {
  if (!is_left(aggregate)) return aggregate;
  if (const void* const* known = copies_.find(aggregate)) return static_cast<const Aggregate*>(*known);
  const model::Arena::Mark before = kept_.arena_.mark();
  Aggregate copy = *aggregate;
  const std::span<Value> elements = kept_.arena_.copy(aggregate->elements);
  for (Value& element : elements) keep(element);
  const std::span<DictionaryEntry> entries = kept_.arena_.copy(aggregate->entries);
  for (DictionaryEntry& entry : entries) {
    Value key;
    key.constant = entry.key;
    keep(key);
    entry.key = key.constant;
    keep(entry.value);
  }
  copy.elements = elements;
  copy.entries = entries;
  keep(copy.rest);
  const Aggregate* kept = share(copy, before, kept_.kept_.aggregate_index, kept_.kept_.aggregates);
  copies_.insert(aggregate, kept);
  return kept;
}

const Entities* Keeper::keep(const Entities* entities) {
  if (!is_left(entities)) return entities;
  if (const void* const* known = copies_.find(entities)) return static_cast<const Entities*>(*known);
  const model::Arena::Mark before = kept_.arena_.mark();
  const std::span<Entity> items = kept_.arena_.copy(entities->items);
  for (Entity& item : items) {
    if (item.self != nullptr) item.self = keep(item.self);
    if (item.bound != nullptr) item.bound = keep(item.bound);
  }
  const Entities* kept = share(Entities{items}, before, kept_.kept_.entities_index, kept_.kept_.entities);
  copies_.insert(entities, kept);
  return kept;
}

const Value* Keeper::keep(const Value* value) {
  if (!is_left(value)) return value;
  Value copy = *value;
  keep(copy);
  return kept_.keep(copy);
}

}  // namespace syncfree::values

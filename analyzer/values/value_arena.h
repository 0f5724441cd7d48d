// Owns the aggregates, entities and strings that values point to.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/model/hash_index.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"

namespace syncfree::values {

/// What a Keeper has put into an arena, so that it is there once.
struct KeptContent {
  model::HashIndex aggregate_index;
  model::HashIndex entities_index;
  std::vector<const Aggregate*> aggregates;
  std::vector<const Entities*> entities;
};

/// Values point into the arena that made them, and to what they were made of.
class ValueArena {
 public:
  std::string_view copy(std::string_view text) { return arena_.copy(text); }
  const Value* keep(const Value& value) { return arena_.make<Value>(value); }
  template <class T>
  std::span<T> array(std::size_t count) {
    return arena_.array<T>(count);
  }

  Value sequence(Kind kind, std::span<const Value> elements);  ///< exact elements
  /// A tuple that begins with these.
  Value tuple_beginning(std::span<const Value> elements, const Value& rest);
  Value container(Kind kind, const Value& element);  ///< any number of `element`
  Value dictionary(std::span<const DictionaryEntry> entries, const Value& rest);
  Value entity(Kind kind, const Entity& entity);
  const Entities* entities(std::span<const Entity> items);
  /// Copies the content; elements that nest too deep become "anything", too many become `rest`.
  const Aggregate* aggregate(const Aggregate& content);

  std::size_t used() const { return arena_.used(); }
  /// What is used, and what lies ready in its blocks.
  std::size_t held() const { return arena_.held(); }
  /// No Keeper puts anything into it any more.
  void close() { kept_ = {}; }
  void reset() {
    arena_.reset();
    kept_ = {};
  }

 private:
  friend class Keeper;
  model::Arena arena_;
  KeptContent kept_;
};

}  // namespace syncfree::values

// Owns the aggregates, entities and strings that values point to.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analyzer/model/arena.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"

namespace syncfree::values {

/// One for each worker thread of the inference; lives until the findings are made.
class ValueArena {
 public:
  std::string_view copy(std::string_view text) { return arena_.copy(text); }
  const Value* keep(const Value& value) { return arena_.make<Value>(value); }

  Value sequence(Kind kind, std::span<const Value> elements);        ///< exact elements
  Value container(Kind kind, const Value& element);                  ///< any number of `element`
  Value dictionary(std::span<const DictionaryEntry> entries, const Value& rest);
  Value entity(Kind kind, const Entity& entity);
  const Entities* entities(std::span<const Entity> items);
  /// Copies the content; elements that nest too deep become "anything", too many become `rest`.
  const Aggregate* aggregate(const Aggregate& content);

  std::size_t used() const { return arena_.used(); }

 private:
  model::Arena arena_;
};

}  // namespace syncfree::values

// Takes values out of a scratch arena before that is reset.
#pragma once

#include "analyzer/model/flat_map.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::values {

/// Copies what values point to in `scratch`, and nothing else. What `kept` holds already, to the last bit, is not
/// copied again: most calls of a program hand over and give back the same few things.
class Keeper {
 public:
  Keeper(const ValueArena& scratch, ValueArena& kept) : scratch_(scratch), kept_(kept) {}
  void keep(Value& value);

 private:
  const Aggregate* keep(const Aggregate* aggregate);
  const Entities* keep(const Entities* entities);
  const Value* keep(const Value* value);
  template <class T>
  const T* share(const T& content, const model::Arena::Mark& before, model::HashIndex& index,
                 std::vector<const T*>& all);

  const ValueArena& scratch_;
  ValueArena& kept_;
  model::FlatMap<const void*, const void*> copies_;  ///< by original, so that what is shared stays shared
};

}  // namespace syncfree::values

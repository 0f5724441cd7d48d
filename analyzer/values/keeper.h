// Takes values out of arenas that are reset or freed then.
#pragma once

#include <string_view>
#include <unordered_set>

#include "analyzer/model/flat_map.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::values {

/// Copies what values point to. What `kept` holds already, to the last bit, is not copied again: most calls of a
/// program hand over and give back the same few things.
class Keeper {
 public:
  /// Copies what is in `scratch`, and nothing else.
  Keeper(const ValueArena& scratch, ValueArena& kept) : scratch_(&scratch), kept_(kept), texts_(kept) {}
  struct Everything {
    ValueArena& kept;
    ValueArena& texts;  ///< another one
  };
  /// Copies everything, whoever owns it, and each text once: then nothing points anywhere else.
  explicit Keeper(const Everything& into) : kept_(into.kept), texts_(into.texts) {}
  void keep(Value& value);

 private:
  bool is_left(const void* place) const { return scratch_ == nullptr || scratch_->arena_.owns(place); }
  const char* keep(std::string_view text);
  const Aggregate* keep(const Aggregate* aggregate);
  const Entities* keep(const Entities* entities);
  const Value* keep(const Value* value);
  template <class T>
  const T* share(const T& content, const model::Arena::Mark& before, model::HashIndex& index,
                 std::vector<const T*>& all);

  const ValueArena* scratch_ = nullptr;  ///< null: all others
  ValueArena& kept_;
  ValueArena& texts_;
  std::unordered_set<std::string_view> known_texts_;  ///< in `texts_`, of all others
  model::FlatMap<const void*, const void*> copies_;   ///< by original, so that what is shared stays shared
};

}  // namespace syncfree::values

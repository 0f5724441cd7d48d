// Callables to which arguments are bound.
#pragma once

#include <span>

#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

/// `functools.partial(callable, *positional, **named)`, kept in the arena.
inline values::Value partial_of(values::ValueArena& arena, const values::Value& callable,
                                const values::Value& positional, const values::Value& named) {
  const values::Value parts[] = {positional, named};
  values::Entity entity{.kind = values::EntityKind::kPartial};
  entity.self = arena.keep(callable);
  entity.bound = arena.keep(arena.sequence(values::Kind::kTuple, parts));
  return arena.entity(values::Kind::kFunction, entity);
}

inline values::Value partial_of(values::ValueArena& arena, const values::Value& callable,
                                std::span<const values::Value> positional,
                                std::span<const values::DictionaryEntry> named) {
  return partial_of(arena, callable, arena.sequence(values::Kind::kTuple, positional),
                    arena.dictionary(named, values::Value{}));
}

}  // namespace syncfree::inference

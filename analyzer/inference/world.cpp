#include "analyzer/inference/world.h"

#include <utility>

namespace syncfree::inference {

namespace {

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9E3779B97F4A7C15 + (seed << 6) + (seed >> 2));
}

}  // namespace

void ContextKey::seal() {
  hash = mix(mix(code, environment), (declared ? 1 : 0) + (coarse ? 2 : 0));
  for (const Value& argument : arguments) hash = mix(hash, values::hash_of(argument));
}

bool operator==(const ContextKey& a, const ContextKey& b) {
  return a.hash == b.hash && a.code == b.code && a.environment == b.environment && a.declared == b.declared &&
         a.coarse == b.coarse && a.arguments == b.arguments;
}

void ObjectKey::seal() {
  hash = mix(0, klass);
  for (const Value& argument : arguments) hash = mix(hash, values::hash_of(argument));
}

void Outcome::clear() {
  Outcome empty;
  const auto keep_memory = [](auto& from, auto& to) {
    from.clear();
    to = std::move(from);
  };
  keep_memory(variables, empty.variables);
  keep_memory(events, empty.events);
  keep_memory(calls, empty.calls);
  keep_memory(stores, empty.stores);
  keep_memory(read_contexts, empty.read_contexts);
  keep_memory(read_cells, empty.read_cells);
  keep_memory(reached, empty.reached);
  *this = std::move(empty);
}

void take_joined(Outcome& joined, Outcome& last) {
  last.result = joined.result;
  last.grown = std::move(joined.grown);
  if (!joined.variables.empty()) last.variables = std::move(joined.variables);
  last.stores = {};
  last.globals = {};
}

Value with_store(values::ValueArena& arena, const Value& before, const Value& stored) {
  Value joined = before.is_bottom() ? stored : values::join(arena, before, stored);
  // Whatever is assigned to the name of a buffer is that buffer from then on.
  joined.registered = before.registered || stored.registered;
  return joined;
}

bool operator==(const ObjectKey& a, const ObjectKey& b) {
  return a.hash == b.hash && a.klass == b.klass && a.arguments == b.arguments;
}

}  // namespace syncfree::inference

#include "analyzer/inference/outcome_effect.h"

#include "analyzer/values/hash.h"

namespace syncfree::inference {

using values::hash_of;
using values::mixed;

namespace {

/// Of things whose order does not count.
class Heap {
 public:
  void add(std::size_t hash) { sum_ += mixed(hash, hash >> 32U); }
  std::size_t hash() const { return sum_; }

 private:
  std::size_t sum_ = 0;
};

std::size_t hash_of_context(const Outcome& outcome, std::uint32_t context) {
  return context < kRequested ? context : outcome.new_contexts[context - kRequested].hash;
}

}  // namespace

std::uint64_t effect_of(const World& world, std::uint32_t context, const Outcome& outcome) {
  const Scope& scope = world.scope_of(context);
  std::size_t hash = mixed(hash_of(outcome.result), (outcome.takes_tensor ? 1U : 0U) + (outcome.met_nothing ? 2U : 0U));
  Heap variables;
  for (std::uint32_t slot = 0; slot < outcome.variables.size(); ++slot)
    variables.add(mixed(scope.name(slot).id, hash_of(outcome.variables[slot])));
  hash = mixed(hash, variables.hash());
  for (const auto& [slot, content] : outcome.grown) hash = mixed(mixed(hash, slot), hash_of(content));
  for (const AttributeStore& store : outcome.stores)
    hash = mixed(mixed(hash, (std::size_t{store.object} << 32U) | store.name.id), hash_of(store.value));
  for (const GlobalStore& store : outcome.globals)
    hash = mixed(mixed(hash, (std::size_t{store.module} << 32U) | store.slot), hash_of(store.value));
  Heap asked;
  for (const CallEdge& edge : outcome.calls) asked.add(hash_of_context(outcome, edge.context));
  for (const ContextKey& key : outcome.new_contexts) asked.add(key.hash + 1);
  for (const ObjectKey& key : outcome.new_objects) asked.add(key.hash + 2);
  for (const ContextRead& read : outcome.read_contexts)
    asked.add(mixed(hash_of_context(outcome, read.context), read.parts.bits + 3U));
  for (const Cell& cell : outcome.read_cells) {
    // What texts say changes in no round.
    if (is_in_text(cell)) continue;
    asked.add(((std::size_t{cell.owner} << 32U) | cell.name.id) + 4);
  }
  hash = mixed(hash, asked.hash());
  const std::uint32_t code = world.contexts[context].key.code;
  if ((code & kModuleBody) != 0) return hash;
  for (const std::uint32_t block : blocks_left_out(outcome.reached, world.project.functions()[code].function->body))
    hash = mixed(hash, block);
  return hash;
}

}  // namespace syncfree::inference

// The variables at one point of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/inference/slots.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

/// What is known of `variable.attribute` beyond what its object says: it was just assigned or tested.
struct AttributeFact {
  std::uint32_t slot;
  model::Symbol attribute;
  values::Value value;
};

struct State {
  Slots slots;
  std::vector<AttributeFact> facts;
  bool reachable = true;

  const values::Value* fact(std::uint32_t slot, model::Symbol attribute) const;
  void set_fact(std::uint32_t slot, model::Symbol attribute, const values::Value& value);
  void forget_facts_of(std::uint32_t slot);
};

/// Both ways lead here. An unreachable state adds nothing; facts hold only if both sides have them.
void join_into(values::ValueArena& arena, State& into, const State& from);
bool same(const State& a, const State& b);

}  // namespace syncfree::inference

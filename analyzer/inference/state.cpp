#include "analyzer/inference/state.h"

#include <algorithm>

#include "analyzer/work/work.h"

namespace syncfree::inference {

using values::Kind;
using values::Value;

const Value* State::fact(std::uint32_t slot, model::Symbol attribute) const {
  for (const AttributeFact& known : facts) {
    if (known.slot == slot && known.attribute == attribute) return &known.value;
  }
  return nullptr;
}

void State::set_fact(std::uint32_t slot, model::Symbol attribute, const Value& value) {
  for (AttributeFact& known : facts) {
    if (known.slot == slot && known.attribute == attribute) {
      known.value = value;
      return;
    }
  }
  facts.push_back({slot, attribute, value});
}

void State::forget_facts_of(std::uint32_t slot) {
  std::erase_if(facts, [slot](const AttributeFact& known) { return known.slot == slot; });
}

void join_into(values::ValueArena& arena, State& into, const State& from) {
  if (!from.reachable) return;
  if (!into.reachable) {
    into = from;
    return;
  }
  work::count(work::Kind::kVariables, 1 + into.facts.size());
  into.slots.merge(from.slots, [&](std::uint32_t, const Value& a, const Value& b) {
    // A variable that only one way assigns has that way's value: the other would be an error at run time.
    if (a.only(Kind::kUnbound)) return b;
    return b.only(Kind::kUnbound) ? a : values::join(arena, a, b);
  });
  std::erase_if(into.facts, [&](AttributeFact& known) {
    const Value* other = from.fact(known.slot, known.attribute);
    if (other == nullptr) return true;
    if (!(known.value == *other)) known.value = values::join(arena, known.value, *other);
    return false;
  });
}

bool same(const State& a, const State& b) {
  if (a.reachable != b.reachable) return false;
  if (!(a.slots == b.slots) || a.facts.size() != b.facts.size()) return false;
  return std::ranges::all_of(a.facts, [&](const AttributeFact& known) {
    const Value* other = b.fact(known.slot, known.attribute);
    return other != nullptr && *other == known.value;
  });
}

}  // namespace syncfree::inference

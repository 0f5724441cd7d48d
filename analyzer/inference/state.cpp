#include "analyzer/inference/state.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <tuple>

#include "analyzer/work/work.h"

namespace syncfree::inference {

using values::Kind;
using values::Value;

namespace {

constexpr std::size_t kMostTests = 64;  // of one state; an assignment goes through them all

using FactKey = std::tuple<std::uint32_t, bool, std::uint32_t>;
FactKey fact_key(const AttributeFact& fact) { return {fact.slot, fact.is_part, fact.name.id}; }

const Value* find(const State& state, const FactKey& key) {
  const auto facts = state.facts.rows();
  const auto known = std::ranges::lower_bound(facts, key, {}, fact_key);
  return known != facts.end() && fact_key(*known) == key ? &known->value : nullptr;
}

void set(State& state, const AttributeFact& fact) {
  std::vector<AttributeFact>& facts = state.facts.own();
  const auto known = std::ranges::lower_bound(facts, fact_key(fact), {}, fact_key);
  if (known != facts.end() && fact_key(*known) == fact_key(fact)) {
    known->value = fact.value;
  } else {
    facts.insert(known, fact);
  }
}

/// Those whose keys lie from `first` up to `last`.
void erase(State& state, const FactKey& first, const FactKey& last) {
  const auto facts = state.facts.rows();
  const auto begin = std::ranges::lower_bound(facts, first, {}, fact_key) - facts.begin();
  const auto end = std::ranges::lower_bound(facts, last, {}, fact_key) - facts.begin();
  if (begin == end) return;
  std::vector<AttributeFact>& own = state.facts.own();
  own.erase(own.begin() + begin, own.begin() + end);
}

/// Leaves the rows of `into` that `from` has, too, as `combine(row, row of from)` says; it returns false for none.
template <class Row, class Key, class Combine>
void keep_common(SharedRows<Row>& into, const SharedRows<Row>& from, const Key& key, const Combine& combine) {
  if (into.is_shared_with(from)) return;
  work::count(work::Counted::kVariables, into.size() + from.size());
  std::vector<Row> kept;
  auto other = from.rows().begin();
  for (const Row& row : into.rows()) {
    const auto wanted = std::invoke(key, row);
    while (other != from.rows().end() && std::invoke(key, *other) < wanted) ++other;
    if (other == from.rows().end()) break;
    if (std::invoke(key, *other) != wanted) continue;
    Row common = row;
    if (combine(common, *other)) kept.push_back(std::move(common));
  }
  kept.empty() ? into.clear() : into.own().swap(kept);
}

void keep_common_tests(State& into, const State& from) {
  keep_common(into.tests, from.tests, &NamedTest::slot,
              [](const NamedTest& ours, const NamedTest& theirs) { return ours == theirs; });
}

}  // namespace

const Value* State::fact_of_attribute(std::uint32_t slot, model::Symbol name) const {
  return find(*this, {slot, false, name.id});
}

const Value* State::fact_of_part(std::uint32_t slot, model::Symbol key) const {
  return find(*this, {slot, true, key.id});
}

void State::set_attribute(std::uint32_t slot, model::Symbol name, const Value& value) {
  set(*this, {slot, false, name, value});
}

void State::set_part(std::uint32_t slot, model::Symbol key, const Value& value) {
  set(*this, {slot, true, key, value});
}

void State::forget_parts_of(std::uint32_t slot) { erase(*this, {slot, true, 0}, {slot + 1, false, 0}); }

void State::forget_all_of(std::uint32_t slot) {
  erase(*this, {slot, false, 0}, {slot + 1, false, 0});
  const auto speaks_of_it = [slot](const NamedTest& test) { return test.slot == slot || test.subject == slot; };
  if (std::ranges::any_of(tests.rows(), speaks_of_it)) std::erase_if(tests.own(), speaks_of_it);
}

void State::set_test(const NamedTest& test) {
  if (tests.size() >= kMostTests) return;
  std::vector<NamedTest>& own = tests.own();
  const auto at = std::ranges::lower_bound(own, test.slot, {}, &NamedTest::slot);
  if (at != own.end() && at->slot == test.slot) {
    *at = test;
  } else {
    own.insert(at, test);
  }
}

const NamedTest* State::test_named(std::uint32_t slot) const {
  const auto rows = tests.rows();
  const auto at = std::ranges::lower_bound(rows, slot, {}, &NamedTest::slot);
  return at != rows.end() && at->slot == slot ? &*at : nullptr;
}

void State::restore_facts(const State& before) {
  const auto is_still_known = [](const auto&, const auto&) { return true; };
  SharedRows<AttributeFact> restored = before.facts;
  keep_common(restored, facts, fact_key, is_still_known);
  facts = std::move(restored);
  keep_common_tests(*this, before);
}

void join_into(values::ValueArena& arena, State& into, const State& from) {
  if (!from.reachable) return;
  if (!into.reachable) {
    into = from;
    return;
  }
  work::count(work::Counted::kVariables);
  into.slots.merge(from.slots, [&](std::uint32_t, const Value& a, const Value& b) {
    // A variable that only one way assigns has that way's value: the other would be an error at run time.
    if (a.only(Kind::kUnbound)) return b;
    return b.only(Kind::kUnbound) ? a : values::join(arena, a, b);
  });
  keep_common(into.facts, from.facts, fact_key, [&](AttributeFact& ours, const AttributeFact& theirs) {
    if (!(ours.value == theirs.value)) ours.value = values::join(arena, ours.value, theirs.value);
    return true;
  });
  keep_common_tests(into, from);
}

bool same(const State& a, const State& b) {
  if (a.reachable != b.reachable || !(a.slots == b.slots)) return false;
  const auto is_same_fact = [](const AttributeFact& one, const AttributeFact& other) {
    return fact_key(one) == fact_key(other) && one.value == other.value;
  };
  return (a.facts.is_shared_with(b.facts) || std::ranges::equal(a.facts.rows(), b.facts.rows(), is_same_fact)) &&
         (a.tests.is_shared_with(b.tests) || std::ranges::equal(a.tests.rows(), b.tests.rows()));
}

}  // namespace syncfree::inference

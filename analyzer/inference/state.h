// The variables at one point of a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/shared.h"
#include "analyzer/inference/slots.h"
#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

/// Rows in order. A copy costs nothing: states share them until one side changes its own. Not shared between threads.
template <class Row>
class SharedRows {
 public:
  std::span<const Row> rows() const { return rows_ ? std::span<const Row>(*rows_) : std::span<const Row>(); }
  std::size_t size() const { return rows().size(); }
  bool empty() const { return !rows_; }
  void clear() { rows_ = {}; }
  /// For changes; they must keep the order.
  std::vector<Row>& own() {
    if (!rows_) rows_ = Shared<std::vector<Row>>::make();
    return rows_.own();
  }
  bool is_shared_with(const SharedRows& other) const { return rows_ == other.rows_; }

 private:
  Shared<std::vector<Row>> rows_;
};

/// What is known of `variable.attribute` or of `variable["part"]` beyond what the object says: it was just assigned or
/// tested.
struct AttributeFact {
  std::uint32_t slot;
  bool is_part;
  model::Symbol name;
  values::Value value;
};

/// `is_packed = isinstance(x, PackedSequence)`: what the name's truth says of `x`, until one of both changes.
struct NamedTest {
  std::uint32_t slot;
  std::uint32_t subject;
  const model::Expression* test;
  friend bool operator==(const NamedTest&, const NamedTest&) = default;
};

struct State {
  Slots slots;
  SharedRows<AttributeFact> facts;  ///< by slot, attributes before parts, and name
  SharedRows<NamedTest> tests;      ///< by slot, one for each
  bool reachable = true;

  /// Null if nothing is known.
  const values::Value* fact_of_attribute(std::uint32_t slot, model::Symbol name) const;
  const values::Value* fact_of_part(std::uint32_t slot, model::Symbol key) const;
  void set_attribute(std::uint32_t slot, model::Symbol name, const values::Value& value);
  void set_part(std::uint32_t slot, model::Symbol key, const values::Value& value);
  /// Any part of the variable may have changed.
  void forget_parts_of(std::uint32_t slot);
  /// The variable means something else from here on.
  void forget_all_of(std::uint32_t slot);

  void set_test(const NamedTest& test);
  /// Null if the variable holds no outcome of a test.
  const NamedTest* test_named(std::uint32_t slot) const;

  /// Facts are what they were before, without those that have ended since.
  void restore_facts(const State& before);
};

/// Both ways lead here. An unreachable state adds nothing; facts and tests hold only if both sides have them.
void join_into(values::ValueArena& arena, State& into, const State& from);
bool same(const State& a, const State& b);

}  // namespace syncfree::inference

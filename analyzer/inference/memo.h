// What the evaluations of an inference read and gave, so that the inference after an edit need not do them again.
//
// An evaluation is a function of the text of its module, of what same_facts.h compares, and of what it read in the
// world. Of each evaluation of a context a memo holds a hash of what all that it read was, and what it gave: a step.
// The steps of a context follow one another as its evaluations did, and each holds only what the ones before it did not
// have. Where the next inference (see recall.h) comes to evaluate a context of which it took the steps before, and all
// that the next step read is what it was, that step is what the evaluation would give.
//
// Contexts, objects and cells keep their numbers from one inference to the next, so that steps can speak of them. A
// number that an inference has no use for stays free. Steps are never changed after their inference has ended, but for
// the links from one to the next.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/inference/readers.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/arena.h"

namespace syncfree::inference {

/// Something that an evaluation looked at.
struct Read {
  std::uint32_t subject;  ///< a context, or the number of a cell
  bool is_context;
  GivenParts parts;  ///< of a context
};

struct SlotValue {
  std::uint32_t slot;
  Value value;
};

/// What an evaluation gave. Lists hold what no earlier step of the context has in the same form; `calls`, `grown` and
/// `reached` are whole, if they are not what the step before gave.
struct Step {
  std::uint64_t seen = 0;    ///< hash of what all was that this step and those before it read
  std::uint64_t effect = 0;  ///< see outcome_effect.h
  std::uint64_t work = 0;    ///< what the evaluation cost
  Value result;
  std::span<const Read> reads;
  std::span<const SlotValue> variables;
  std::span<const SlotValue> grown;
  std::span<const CallEdge> calls;
  std::span<const AttributeStore> stores;
  std::span<const GlobalStore> globals;
  std::span<const std::uint32_t> objects;      ///< that were not there when it made them
  std::span<const source::TextRange> reached;  ///< as `calls`
  bool has_grown = false;
  bool has_calls = false;
  bool has_reached = false;
  bool met_nothing = false;
  bool takes_tensor = false;
  Step* before = nullptr;
  Step* next = nullptr;  ///< in the last inference
};

class Memo {
 public:
  /// The first one of the last inference; null: the context has to be evaluated.
  Step* first(std::uint32_t context) const { return context < first_.size() ? first_[context] : nullptr; }
  /// With copies of what it holds.
  Step* add(const Step& step);
  CellNumbers& cells() { return cells_; }
  /// Bytes of steps, also of those that nothing leads to any more.
  std::size_t held() const { return steps_.held(); }
  /// Only steps that something leads to are left; `keep` is called with each value of these.
  void compact(const std::function<void(Value&)>& keep);
  /// A number that is the hash of no value, as far as hashes tell values apart.
  std::uint64_t fresh() { return ++fresh_ * 0x9E3779B97F4A7C15U; }

  /// Cells whose content is not of the world, and a number that stands for it.
  std::span<const std::pair<std::uint32_t, std::uint64_t>> versions() const { return versions_; }
  /// What the cell stands for is another thing from now on.
  void change_in_text(const Cell& cell);

  /// The evaluations of the context gave `last`, and the steps before it. Null: it was not evaluated.
  void set_last(std::uint32_t context, Step* last);
  void forget(std::uint32_t context) { set_last(context, nullptr); }

  /// Another context has the same key in another layer, so that a call may mean that one another time.
  bool has_doubts() const { return !doubtful_.empty(); }
  bool is_doubtful(std::uint32_t context) const { return context < doubtful_.size() && doubtful_[context]; }
  void doubt(std::uint32_t context);

 private:
  model::Arena steps_;
  std::vector<Step*> first_;    ///< by context
  std::vector<bool> doubtful_;  ///< by context
  CellNumbers cells_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> versions_;
  std::uint64_t fresh_ = 0;
};

}  // namespace syncfree::inference

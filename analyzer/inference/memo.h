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

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/inference/readers.h"
#include "analyzer/inference/value_pool.h"
#include "analyzer/inference/world.h"
#include "analyzer/source/text_range.h"

namespace syncfree::inference {

/// Something that an evaluation looked at. There are very many.
class Read {
 public:
  static Read of_context(std::uint32_t context, GivenParts parts) {
    return Read(context << kShift | kIsContext | parts.bits);
  }
  static Read of_cell(std::uint32_t number) { return Read(number << kShift); }

  bool is_context() const { return (bits_ & kIsContext) != 0; }
  std::uint32_t subject() const { return bits_ >> kShift; }  ///< a context, or the number of a cell
  GivenParts parts() const {
    return GivenParts::raw(static_cast<std::uint8_t>(bits_ & kAllGiven.bits));
  }  ///< of a context
  friend auto operator<=>(const Read&, const Read&) = default;

 private:
  static constexpr std::uint32_t kIsContext = 4;
  static constexpr std::uint32_t kShift = 3;  // of the rest there are fewer (kInstances)
  static_assert(kAllGiven.bits < kIsContext && kInstances <= 1U << (32 - kShift));

  explicit Read(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_;
};

struct SlotValue {
  std::uint32_t slot;
  Value value;
};

/// What an evaluation gave. Lists hold what no earlier step of the context has in the same form; `calls`, `grown` and
/// `reached` are whole, if they are not what the step before gave.
struct StepContent {
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
};

// As a step has it: values are numbers in the memo.
struct NumberedSlot {
  std::uint32_t slot;
  std::uint32_t value;
};
struct NumberedStore {
  std::uint32_t object;
  model::Symbol name;
  std::uint32_t value;
};
struct NumberedGlobal {
  std::uint32_t module;
  std::uint32_t slot;
  std::uint32_t value;
};

/// There are many: the content follows the step in its memory.
class Step {
 public:
  /// In memory of its own, for `free`. `pool`: where its values go.
  static Step* make(const StepContent& content, Step* before, ValuePool& pool);
  static void free(Step* step);

  std::span<const Read> reads() const { return list<Read>(kReads); }
  std::span<const NumberedSlot> variables() const { return list<NumberedSlot>(kVariables); }
  std::span<const NumberedSlot> grown() const { return list<NumberedSlot>(kGrown); }
  std::span<const CallEdge> calls() const { return list<CallEdge>(kCalls); }
  std::span<const NumberedStore> stores() const { return list<NumberedStore>(kStores); }
  std::span<const NumberedGlobal> globals() const { return list<NumberedGlobal>(kGlobals); }
  std::span<const std::uint32_t> objects() const { return list<std::uint32_t>(kObjects); }
  std::span<const source::TextRange> reached() const { return list<source::TextRange>(kReached); }
  /// Bytes.
  std::size_t size() const { return sizeof(Step) + ends_.back(); }
  /// `visit` is called with the number of each value, which it may change.
  template <class Visit>
  void for_each_value(const Visit& visit);

  std::uint64_t seen;  // these as in StepContent
  std::uint64_t effect;
  std::uint64_t work;
  Step* before;
  Step* next = nullptr;  ///< in the last inference; of one that is not in its place yet, the one added before it
  std::uint32_t result;
  bool has_grown : 1;
  bool has_calls : 1;
  bool has_reached : 1;
  bool met_nothing : 1;
  bool takes_tensor : 1;

 private:
  enum List : std::uint8_t { kReads, kVariables, kGrown, kCalls, kStores, kGlobals, kObjects, kReached };

  Step(const StepContent& content, Step* former, ValuePool& pool);
  template <class Item>
  Item* items(List list) {
    return static_cast<Item*>(static_cast<void*>(bytes() + begin(list)));
  }
  template <class Item>
  std::span<const Item> list(List list) const {
    const void* const first = bytes() + begin(list);
    return {static_cast<const Item*>(first), (ends_[list] - begin(list)) / sizeof(Item)};
  }
  std::uint32_t begin(List list) const { return list == 0 ? 0 : ends_[list - 1]; }
  std::byte* bytes() { return static_cast<std::byte*>(static_cast<void*>(this + 1)); }
  const std::byte* bytes() const { return static_cast<const std::byte*>(static_cast<const void*>(this + 1)); }

  std::array<std::uint32_t, 8> ends_;  ///< by list: in bytes, behind the step
};

class Memo {
 public:
  Memo() = default;
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;
  ~Memo();

  /// The first one of the last inference; null: the context has to be evaluated.
  Step* first(std::uint32_t context) const { return context < first_.size() ? first_[context] : nullptr; }
  /// With copies of what it holds. It is there as long as `set_last` has it in the end, or until `begin`.
  Step* add(const StepContent& content, Step* before);
  const Value& value(std::uint32_t number) const { return values_[number]; }
  CellNumbers& cells() { return cells_; }
  /// Bytes of steps and their values.
  std::size_t held() const { return bytes_ + values_.held(); }
  /// Only values of steps are left; `keep` is called with each of these.
  void compact(const std::function<void(Value&)>& keep);
  /// A number that is the hash of no value, as far as hashes tell values apart.
  std::uint64_t fresh() { return ++fresh_ * 0x9E3779B97F4A7C15U; }

  /// Cells whose content is not of the world, and a number that stands for it.
  std::span<const std::pair<std::uint32_t, std::uint64_t>> versions() const { return versions_; }
  /// What the cell stands for is another thing from now on.
  void change_in_text(const Cell& cell);

  /// An inference begins: what one added that did not come to its end is of no use.
  void begin();
  /// All that it added is in its place.
  void end() { added_ = nullptr; }
  /// The evaluations of the context gave `last`, and the steps before it. Null: it was not evaluated. Others are freed.
  void set_last(std::uint32_t context, Step* last);
  void forget(std::uint32_t context) { set_last(context, nullptr); }

  /// Another context has the same key in another layer, so that a call may mean that one another time.
  bool has_doubts() const { return !doubtful_.empty(); }
  bool is_doubtful(std::uint32_t context) const { return context < doubtful_.size() && doubtful_[context]; }
  void doubt(std::uint32_t context);

 private:
  void free(Step* step);
  /// All but those of steps.
  void drop_values(const std::function<void(Value&)>& keep);

  std::vector<Step*> first_;  ///< by context
  Step* added_ = nullptr;     ///< the last one since an inference began
  std::size_t bytes_ = 0;     ///< of steps
  ValuePool values_;
  std::vector<bool> doubtful_;  ///< by context
  CellNumbers cells_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> versions_;
  std::uint64_t fresh_ = 0;
};

}  // namespace syncfree::inference

// An inference as it writes its memo, and as it takes from the one of the inference before what an evaluation would
// give again (see memo.h).
//
// It holds a hash of each thing that evaluations read as it is now: what cells hold, what contexts give, how much is
// kept of the arguments of functions. To keep when this is changed: what the inference changes in the world is told
// here (or in the log, and then neither replay.h nor this knows of it), before the next round.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/inference/memo.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class Recall {
 public:
  /// `memo`: what the inference before left, or an empty one. `before`: the world of that inference, or null.
  /// `changed`: by module; its evaluations have to be done.
  Recall(const World& world, Memo& memo, const World* before, std::vector<bool> changed);

  // What happens in the world.
  void begin_layer(std::uint32_t layer);
  /// The context or object is there from the next round on. Of those of the same key, in other layers, it is not
  /// certain any more which one somebody means who asks for it.
  void make_context(std::uint32_t context);
  void make_object(std::uint32_t object);
  void set_result(std::uint32_t context, const Value& result);
  void set_grown(std::uint32_t context, std::span<const std::pair<std::uint32_t, Value>> grown);
  /// Of an attribute also what all attributes of the owner are.
  void set(const Cell& cell, const Value& before, const Value& value);
  void set_crowded(std::uint32_t klass);
  void set_detail(std::uint32_t code, Detail detail);

  /// What an evaluation of the context would give now; null: it has to be done.
  Step* find(std::uint32_t context) const;
  /// It was taken in place of an evaluation.
  void take(std::uint32_t context, Step* step) {
    last_[context] = step;
    is_evaluated_[context] = false;
  }
  /// What an evaluation gave, before any of it is in the world. `objects`: numbers of those that it asked for; they are
  /// not there yet.
  const Step& record(std::uint32_t context, const Outcome& outcome, std::span<const std::uint32_t> objects,
                     std::uint64_t effect, std::uint64_t work);
  /// The last thing that the context gave was taken from the memo.
  bool is_remembered(std::uint32_t context) const { return last_[context] != nullptr && !is_evaluated_[context]; }
  /// Of such a context: it took less than it had given.
  bool is_part(std::uint32_t context) const { return last_[context]->next != nullptr; }
  /// The number of a cell, for readers.
  std::uint32_t number(const Cell& cell);
  /// The memo holds what this inference did.
  void finish();

 private:
  void add_contexts();
  template <class Keyed, class Visit>
  void for_each_double(const std::vector<Keyed>& all, model::HashIndex World::* index, std::uint32_t number,
                       const Visit& visit) const;
  std::uint32_t number_of_absent(std::uint32_t object);
  std::uint64_t hash_of(const Cell& cell) const;
  std::uint64_t& all_of(std::uint32_t owner);
  std::uint64_t hash_of_read(const Read& read) const;
  Step* next_of(std::uint32_t context) const;
  bool calls_what_was_settled(const Step& step) const;
  bool is_meant(std::uint32_t context) const;
  std::uint64_t seen(std::span<const Read> reads, const Step* before) const;
  std::vector<Read> new_reads(const Step* before, const Outcome& outcome, std::span<const std::uint32_t> objects);
  std::uint32_t detail_of(std::uint32_t context) const;

  const World& world_;
  Memo& memo_;
  const World* before_;
  std::vector<bool> changed_;
  std::uint32_t layer_ = 0;
  std::vector<std::uint64_t> cells_;  ///< by number: what is there
  /// All attributes, and the order in which they came: that of dictionaries of them.
  std::vector<std::uint64_t> all_of_objects_;     ///< by object
  std::vector<std::uint64_t> all_of_subclasses_;  ///< by class
  std::vector<std::uint64_t> results_, grown_;    ///< by context
  std::vector<std::uint8_t> details_;             ///< by function, of the layer
  std::vector<std::uint32_t> less_of_;            ///< functions of which the layer keeps less
  std::vector<std::uint32_t> crowded_;            ///< cells of the layer
  std::vector<Step*> last_;                       ///< by context
  std::vector<bool> is_new_;                      ///< by context: it has steps that no inference before had
  std::vector<bool> is_evaluated_;                ///< by context: the last of its steps was recorded
  /// Steps before, whose evaluation gave the same out of other things.
  struct Renewed {
    Step* step;
    std::uint64_t seen, effect, work;
  };
  std::vector<Renewed> renewed_;
};

}  // namespace syncfree::inference

// What happened in an inference, round by round: enough to give an evaluation the world that it read once more (see
// replay.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/inference/value_pool.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// An evaluation, and what its outcome said to others (see outcome_effect.h).
struct EffectOfContext {
  std::uint32_t context;
  std::uint64_t effect;
};

enum class ChangeKind : std::uint8_t {
  // Of what a context gives.
  kResult,        ///< of context `subject`
  kGrownNothing,  ///< of context `subject`: no argument is added to, until kGrown says so
  kGrown,         ///< of context `subject`: the argument in slot `detail`
  kVariable,      ///< of context `subject`: the one whose name has the number `detail`
  // Of something else.
  kAttribute,        ///< of object `subject`: the one whose name has the number `detail`
  kOfSubclasses,     ///< of class `subject`: the same
  kLessOfArguments,  ///< of function `subject`, in layer `detail`
  kCrowded,          ///< class `subject`, in layer `detail`
  kOpen,             ///< layer `subject`
  kAbandoned,        ///< context `subject`
};

constexpr bool is_of_context(ChangeKind kind) { return kind < ChangeKind::kAttribute; }

/// Something that evaluations read is different from here on. Values belong to the inference's arenas.
struct WorldChange {
  ChangeKind kind;
  std::uint32_t subject;
  std::uint32_t detail = 0;
  Value value = {};
};

/// What a change is about.
struct ChangedPart {
  ChangeKind kind;
  std::uint32_t subject;
};

class RoundLog {
 public:
  /// What a round began with, and where its parts begin.
  struct Round {
    std::size_t contexts;  ///< how many were made
    std::size_t objects;
    std::size_t first_effect;
    std::size_t first_change;
  };

  void begin_round(const World& world) {
    rounds_.push_back({world.in_order.size(), objects_.size(), effects_.size(), parts_.size()});
  }
  void make_object(std::uint32_t number) { objects_.push_back(number); }
  void add(const EffectOfContext& effect) { effects_.push_back(effect); }
  void add(const WorldChange& change) {
    parts_.push_back({change.kind, change.subject});
    contents_.push_back({change.detail, values_.add(change.value)});
  }

  /// `keep` is called with each value.
  template <class Keep>
  void compact(const Keep& keep) {
    const ValuePool before = std::exchange(values_, {});
    PoolCopy copy(before, values_, keep);
    for (ChangeContent& content : contents_) content.value = copy(content.value);
    parts_.shrink_to_fit();
    contents_.shrink_to_fit();
    effects_.shrink_to_fit();
    objects_.shrink_to_fit();
  }

  /// Notes what is asked of each context and object in every replay, one after another in memory, unless that is done.
  /// `world`: at the end.
  void index(const World& world) {
    if (codes_.size() == world.contexts.size() && classes_.size() == world.objects.size()) return;
    codes_.clear();
    classes_.clear();
    for (const Context& context : world.contexts) codes_.push_back(context.key.code);
    for (const Object& object : world.objects) classes_.push_back(object.key.klass);
  }
  /// By context: ContextKey::code.
  std::span<const std::uint32_t> codes() const { return codes_; }
  /// By object.
  std::span<const std::uint32_t> classes() const { return classes_; }
  /// Of the changes of the round, which come after its evaluations, and before those of the next.
  std::span<const ChangedPart> parts_of(std::size_t round) const {
    return part(parts_, rounds_[round].first_change, end_of(round, parts_.size(), &Round::first_change));
  }

  std::size_t size() const { return rounds_.size(); }
  /// How many contexts of World::in_order there were when the round began.
  std::size_t contexts(std::size_t round) const { return rounds_[round].contexts; }
  /// The objects that there were, in the order in which they were made; behind the last round, those that there are.
  std::span<const std::uint32_t> objects(std::size_t round) const {
    return std::span(objects_).first(round < size() ? rounds_[round].objects : objects_.size());
  }
  std::span<const EffectOfContext> effects_of(std::size_t round) const {
    return part(effects_, rounds_[round].first_effect, end_of(round, effects_.size(), &Round::first_effect));
  }
  /// One of the changes of the round.
  WorldChange change(std::size_t round, std::size_t place) const {
    place += rounds_[round].first_change;
    const ChangeContent& content = contents_[place];
    return {parts_[place].kind, parts_[place].subject, content.detail, values_[content.value]};
  }

 private:
  struct ChangeContent {
    std::uint32_t detail;
    std::uint32_t value;  ///< in `values_`
  };

  template <class Item>
  static std::span<const Item> part(const std::vector<Item>& all, std::size_t begin, std::size_t end) {
    return std::span(all).subspan(begin, end - begin);
  }
  std::size_t end_of(std::size_t round, std::size_t all, std::size_t Round::* first) const {
    return round + 1 < rounds_.size() ? rounds_[round + 1].*first : all;
  }

  std::vector<Round> rounds_;
  std::vector<std::uint32_t> objects_;  ///< in the order in which they were made
  std::vector<EffectOfContext> effects_;
  // By change.
  std::vector<ChangedPart> parts_;
  std::vector<ChangeContent> contents_;
  ValuePool values_;
  // After `index`:
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint32_t> classes_;
};

/// Makes the change in `world`, in which what it speaks of exists.
void apply(const WorldChange& change, World& world);

}  // namespace syncfree::inference

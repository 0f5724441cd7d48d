// Contexts that one thread evaluates one after another, against a world that stands still meanwhile.
//
// What they call and nobody has evaluated yet is evaluated on the way, when the caller needs it, so that a caller is
// seldom looked at twice. What comes out depends on the world and on the batch, and on no other batch of the round.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/inference/interpreter.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/hash_index.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

/// What one thread works with, batch after batch.
class Workbench {
 public:
  /// Outcomes point into `kept`.
  Workbench(const World& world, const Known& known, values::ValueArena& kept)
      : world_(world), known_(known), kept_(kept), declared_(world, known, kept) {}

  const World& world() const { return world_; }
  values::ValueArena& kept() { return kept_; }
  /// Of calls that are evaluated inside each other, each has an interpreter of its own.
  Interpreter& interpreter(std::size_t depth);

 private:
  const World& world_;
  const Known& known_;
  values::ValueArena& kept_;
  Declared declared_;
  std::vector<std::unique_ptr<Interpreter>> interpreters_;
};

/// A context that a batch has met, and what evaluating it gave.
struct Draft {
  enum class State : std::uint8_t {
    kNew,          ///< not evaluated, or for nothing
    kRunning,      ///< under way: who calls it now is part of a cycle
    kProvisional,  ///< evaluated, but it has used what is still under way
    kDone,
  };

  ContextKey key;
  std::uint32_t number = model::HashIndex::kAbsent;  ///< in the world, once it is there
  State state = State::kNew;
  bool is_taken = false;     ///< the outcome has gone into the world
  bool is_other = false;     ///< its number is of a context that gives something else
  std::uint32_t level = 0;   ///< as in Context
  std::uint32_t lowest = 0;  ///< the outermost call under way that it has used; while it runs, the one that it is
  Outcome outcome;
};

class Batch {
 public:
  /// Room in the world for the objects that this batch makes: those from number `first` on, each `stride`-th.
  struct Slots {
    std::span<ObjectPlace> places;  ///< of the world
    std::uint32_t first;
    std::uint32_t stride;
  };
  explicit Batch(const Slots& slots) : slots_(slots) {}

  /// Evaluates contexts of the world.
  void evaluate(Workbench& bench, std::span<const std::uint32_t> contexts);

  /// What is known of a call, which is evaluated for that if need be. Takes the values of `key` out of `scratch`.
  /// `depth`: of the calling expression.
  struct Callee {
    std::uint32_t context;   ///< number, or kRequested + draft
    const Outcome* outcome;  ///< null: nothing is known yet
    bool settled = false;    ///< as the world has it
  };
  Callee call(ContextKey key, const values::ValueArena& scratch, int depth, std::vector<DraftUse>& used);

  /// The object that a constructor call makes; the generic one if there are many of the class; kAbsent if the batch has
  /// no room for it.
  std::uint32_t object(ObjectKey key, const values::ValueArena& scratch);
  /// What evaluations of this batch and the world together store in an attribute; null if this batch stores nothing.
  const Value* stored(const Cell& cell) const;
  /// Goes on with each store that changes something.
  std::uint32_t clock() const { return clock_; }
  /// When it was last stored to.
  std::uint32_t changed(const Cell& cell) const;

  Draft& draft(std::uint32_t index) { return drafts_[index]; }
  /// What was evaluated to the end, in that order.
  std::span<const std::uint32_t> done() const { return done_; }
  /// The objects that were made.
  struct Made {
    std::uint32_t number;
    ObjectKey key;
  };
  std::span<Made> made() { return made_; }
  /// Functions that got too many contexts.
  std::span<const std::uint32_t> merged() const { return merged_; }

 private:
  struct Stored {
    Value value;
    std::uint32_t time = 0;
  };
  struct Frame {
    std::uint32_t draft;
    std::uint32_t lowest;            ///< the outermost call under way that was used
    std::size_t provisional_before;  ///< how many provisional drafts there were when it began
  };

  std::uint32_t find(const ContextKey& key) const;
  std::uint32_t add(ContextKey key, std::uint32_t number, std::uint32_t level);
  bool admit(std::uint32_t code);
  bool may_run(const Draft& draft, int depth) const;
  void run(std::uint32_t index, int depth);
  void store(std::span<const AttributeStore> stores);
  bool store(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& before, const AttributeStore& store);

  Workbench* bench_ = nullptr;
  std::deque<Draft> drafts_;
  model::HashIndex index_;
  std::vector<std::uint32_t> done_;
  std::vector<Frame> stack_;
  std::vector<std::uint32_t> provisional_;
  model::FlatMap<std::uint32_t, std::uint32_t> new_of_code_;  ///< contexts that the world does not have, by function
  std::vector<std::uint32_t> merged_;
  Slots slots_;
  std::vector<Made> made_;
  model::FlatMap<std::uint64_t, Stored> stored_;  ///< by object and name
  std::uint32_t clock_ = 0;
};

}  // namespace syncfree::inference

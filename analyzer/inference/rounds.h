// The rounds of an inference: contexts that wait are evaluated, and what they give is taken into the world, until none
// waits (see fixpoint.h). With a memo, evaluations that would give what is known are not done (recall.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/inference/context_counts.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/inference/free_numbers.h"
#include "analyzer/inference/memo.h"
#include "analyzer/inference/readers.h"
#include "analyzer/inference/recall.h"
#include "analyzer/inference/round_evaluation.h"
#include "analyzer/inference/round_log.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// What became of one context in a round: an outcome, or a step in place of it.
struct Evaluated {
  std::uint32_t context;
  Step* step = nullptr;
  Outcome* outcome = nullptr;
  std::uint64_t effect = 0;                 ///< with a log
  std::uint64_t work = 0;                   ///< the same
  std::vector<std::uint32_t> objects = {};  ///< that it asked for; the same
};

class Rounds {
 public:
  /// `analysis` has its tables and arenas, and must outlive this. `before`: an analysis whose memo is used, and the
  /// modules that have changed since; null: there is none.
  Rounds(Analysis& analysis, unsigned jobs, bool is_logged, Analysis* before, std::span<const std::uint32_t> changed);

  /// A layer settles from now on.
  void begin(std::uint32_t layer);
  /// Rounds, until nothing waits and no function has too many contexts. Every context is evaluated at most
  /// kMostEvaluations times, so this ends.
  void settle();
  /// Somebody calls it whom nobody sees.
  std::uint32_t add_root(ContextKey key) {
    const std::uint32_t context = add_context(std::move(key));
    add_user(context);
    return context;
  }
  /// An object that is not there yet, by a sealed key.
  std::uint32_t add_object(ObjectKey key);
  /// What the context depends on has changed. If nothing calls it (any more), it waits until something does.
  void mark_pending(std::uint32_t context);
  void log(const WorldChange& change) {
    if (log_) log_->add(change);
  }
  values::ValueArena& shared_arena() { return *analysis_.arenas.back(); }

  bool is_used(std::uint32_t context) const { return counts_.is_used(context); }
  /// By context: the calls that lead to it.
  const std::vector<std::uint32_t>& users() const { return counts_.users(); }
  /// Of the layer that settles now.
  std::span<const std::uint32_t> contexts_of_layer() const { return contexts_of_layer_; }
  std::span<const std::uint32_t> contexts_of(std::uint32_t function) const { return contexts_by_code_[function]; }

  /// All layers have settled. False if that cannot be had from the analysis before.
  bool finish();
  /// After that, when it is known what is live: what the next analysis needs.
  void hand_over();

 private:
  CellNumbers& numbers() { return log_ ? memo().cells() : numbers_; }
  Memo& memo() { return before_ == nullptr ? *memo_ : *before_->memo; }
  void add_user(std::uint32_t context) {
    counts_.add_user(context, [this](std::uint32_t woken) { mark_pending(woken); });
  }

  bool take_what_was_remembered();
  std::vector<std::uint32_t> touched_modules() const;
  void add_classes();
  void add_module_bodies();
  std::uint32_t add_number(ContextKey key);
  std::uint32_t add_context(ContextKey key);
  void make_context(std::uint32_t number);
  void begin_with(Analysis& before);
  std::vector<Evaluated> what_is_known_of(std::span<const std::uint32_t> work);
  void add_outcomes(std::span<const std::uint32_t> work, std::span<Outcome> outcomes, std::vector<Evaluated>& round);
  /// Contexts of functions of one height (see call_heights.h) that something has changed for.
  struct Turn {
    std::vector<std::uint32_t> waiting;
    std::vector<std::uint32_t> unread;  ///< they called what has changed, and do not look at that
  };

  /// Who was never evaluated comes first: its calls bring new contexts, which can be evaluated together.
  Turn& turn_of(std::uint32_t number) {
    const Context& context = analysis_.world.contexts[number];
    const bool is_first = context.evaluations == 0 || (context.key.code & kModuleBody) != 0;
    return turns_[is_first ? 0 : heights_[context.key.code]];
  }
  std::vector<std::uint32_t> next_contexts();
  std::vector<std::uint32_t> next_contexts(Turn& turn);
  void count_unread_changes(std::vector<std::uint32_t>& unread);
  void give_up(std::uint32_t context);
  void make_objects(std::uint32_t number, Outcome& outcome, std::vector<std::uint32_t>* numbers);
  void make_object(std::uint32_t number);
  void make_contexts(Outcome& outcome);
  void make_what_is_new(std::uint32_t number, const Step& step);
  void find_crowded_classes();
  bool merge_what_has_too_many(bool at_rest);
  void keep_less_of(std::uint32_t code);
  void log_effects(std::span<const std::uint32_t> work, std::span<const Outcome> outcomes, std::span<Evaluated> round);
  void watch(std::uint32_t number, const Outcome& outcome);
  void watch(std::uint32_t number, const Step& step);
  void take(std::span<Evaluated> round);
  void take(std::uint32_t number, Outcome& outcome);
  void take(std::uint32_t number, const Step& step);
  void change_result(std::uint32_t context, const Value& result);
  void change_grown(std::uint32_t context, std::span<const std::pair<std::uint32_t, Value>> grown);
  void use_calls(std::span<const CallEdge> now, std::span<const CallEdge> before);
  void grow(Outcome& outcome, const Outcome& old);
  void take_variables(std::uint32_t number, Outcome& outcome);
  void take_variable(std::uint32_t number, const SlotValue& variable);
  void change_variable(std::uint32_t context, model::Symbol name, const Value& value);
  Value with_global_store(const Value& variable, const Value& stored);
  bool keep(std::uint32_t owner, model::FlatMap<model::Symbol, Value>& attributes, const AttributeStore& store);
  void take_stores(std::span<const AttributeStore> stores, std::span<const GlobalStore> globals);
  void mark_readers(std::uint32_t context, Given changed);
  void mark_changed(const Cell& cell, const Value& before, const Value& value);
  void mark_changed(const Cell& cell);

  Analysis& analysis_;
  unsigned jobs_;
  Analysis* before_;               ///< whose memo is used; null: there is none
  std::unique_ptr<RoundLog> log_;  ///< null: nobody asked for it
  std::shared_ptr<Memo> memo_;     ///< if there is a log, and no analysis before
  ContextCounts counts_;
  RoundEvaluation evaluation_;
  ReaderTable<ContextRead> readers_of_context_;               ///< by context: who calls it, and what counts there
  CellNumbers numbers_;                                       ///< if there is no memo
  ReaderTable<std::uint32_t> readers_;                        ///< by the number of a cell
  std::vector<std::vector<std::uint32_t>> contexts_by_code_;  ///< by function
  std::unordered_map<std::uint32_t, std::vector<Value>> global_stores_;
  std::vector<std::uint32_t> heights_;            ///< by function
  std::vector<Turn> turns_;                       ///< by height: contexts of the next rounds
  std::vector<bool> waits_;                       ///< by context: it waits for its turn
  std::uint32_t layer_ = 0;                       ///< that settles now
  std::vector<std::uint32_t> contexts_of_layer_;  ///< those of the layer that settles now
  // Of the layer that settles now: what has been counted, and what had too many at some time since it was looked at.
  std::vector<std::uint32_t> counted_classes_, busy_classes_;
  std::vector<std::uint32_t> again_;  ///< asked for an object in this round
  // With a memo.
  std::optional<FreeNumbers> free_;  ///< with an analysis before
  UnusedNumbers unused_;             ///< the same
  std::optional<Recall> recall_;
  std::vector<std::uint32_t> new_objects_;  ///< of this round
  bool has_met_limit_ = false;              ///< of work
};

}  // namespace syncfree::inference

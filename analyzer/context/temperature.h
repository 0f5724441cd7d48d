// How often code runs: each step, now and then, or only at the start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/code_shape.h"
#include "analyzer/context/heat.h"
#include "analyzer/context/left_over.h"
#include "analyzer/context/seldom_flags.h"
#include "analyzer/context/shape_table.h"
#include "analyzer/context/temperature_facts.h"
#include "analyzer/inference/fixpoint.h"
#include "analyzer/model/mark_callers.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// A call on the way from hot code to a context.
struct Caller {
  std::uint32_t context = inference::kNowhere;  ///< kNowhere: the context is hot (or warm, or cold) by itself
  source::TextRange range;                      ///< of the call, in the caller's module
  friend bool operator==(const Caller&, const Caller&) = default;
};

/// Heat of every live context, and who made it so.
class Temperatures {
 public:
  /// `table`: of its project. `contexts` must outlive this, but for what `take_over` says.
  Temperatures(const inference::Analysis& analysis, const ContextTable& contexts, ShapeTable table);

  /// So that it may stay when the analysis and the contexts are gone: then nothing but `take_over` and the comparisons
  /// with it may be asked for. `before`: another one that was kept; null: there is none. `jobs` threads share the work.
  void keep(unsigned jobs, const Temperatures* before);
  /// Was kept, and is now of an analysis that was replayed since (inference/replay.h), in which the modules `changed`
  /// have other texts, if all that temperatures are found from is what it was: nothing but places is different then.
  /// Otherwise false, and this is as it was. `table` is taken if it is true.
  bool take_over(const inference::Analysis& analysis, const ContextTable& contexts, ShapeTable& table,
                 std::span<const std::uint32_t> changed);

  /// Of an event or call at `range` in the context.
  Heat at(std::uint32_t context, source::TextRange range, bool guarded) const;
  Heat of(std::uint32_t context) const { return heat_[context]; }
  const Caller& caller(std::uint32_t context) const { return callers_[context]; }
  /// Who made it as hot as it is calls it, or what calls it, in a loop over batches.
  bool is_called_in_batches(std::uint32_t context) const;
  /// The same as another one, which was kept: of loops, and of whether a function is apart.
  bool says_of_code(Code code, const Temperatures& before) const {
    const auto parts_of = [code](const auto& parts) {
      return code < parts.size() ? parts[code] : std::vector<source::TextRange>();
    };
    return parts_of(seldom_parts_) == parts_of(before.seldom_parts_) && loop_heat_[code] == before.loop_heat_[code] &&
           apart_[code] == before.apart_[code] && is_beside_steps(code) == before.beside_steps_[code];
  }
  /// The same, of who made a context as hot as it is.
  bool says_of_context(std::uint32_t context, const Temperatures& before) const {
    return callers_[context] == before.callers_[context] && heat_[context] == before.heat_[context] &&
           is_called_in_batches(context) == before.in_batches_[context];
  }
  /// The steps of its project are in sight: what is warm there is in none that is seen.
  bool is_beside_steps(Code code) const { return shows_steps_[layer_of(code)]; }
  /// Each round of a loop, which this is the whole range of, runs in a step or is one.
  bool is_hot_loop(Code code, source::TextRange loop) const {
    return !apart_[code] && of_loop(code, loop) == Heat::kHot;
  }
  /// Others may call it in their steps: tensors go in and come out on the GPU, or it handles gradients.
  bool computes_for_callers(std::uint32_t context) const;
  /// Nothing in the context is hotter.
  Heat most_in(std::uint32_t context) const;
  /// By code.
  const Shapes& shapes() const { return shapes_; }
  const CallLinks& links() const { return links_; }
  /// For the next analysis.
  const ShapeTable& table() const { return table_; }

 private:
  class TakeOver;
  Code code_at(std::uint32_t context) const { return contexts_->code(context); }
  /// Those who call it seldom ask for what stands there.
  bool is_seldom_asked_for(Code code, source::TextRange range) const {
    return code < seldom_parts_.size() &&
           std::ranges::any_of(seldom_parts_[code], [range](source::TextRange part) { return part.contains(range); });
  }
  std::uint32_t layer_of(Code code) const { return contexts_->layer_of_code(code); }
  Heat of_loop(Code code, source::TextRange range) const;
  void find_steps();
  void find_changes(const model::Callers& callers);
  void find_trained_layers();
  void find_models();
  void find_layers_with_steps();
  void find_programs(const CallLinks& given);
  void heat_loops(const model::Callers& callers);
  void note_in_loops(Code code, const std::vector<bool>& carries, const std::vector<bool>& updates);
  void mark_handed();
  void find_builders();
  /// Who calls a context: nobody, a call of a method of that name, or a call that leads to it.
  enum class Called : std::uint8_t { kNever, kByName, kByItself };
  /// What each context is by itself; true if its callers have no say.
  bool heat_alone(std::uint32_t context, Called by);
  std::vector<Called> find_called(const std::vector<bool>& is_given) const;
  bool comes_before(const Caller& a, const Caller& b) const;
  class Spread;
  void spread(std::vector<std::uint32_t> todo, const std::vector<bool>& fixed, const CallLinks& given);
  bool is_driver(Code code) const;
  bool is_part_of_step(std::uint32_t context) const;

  const inference::Analysis* analysis_;
  const ContextTable* contexts_;
  ShapeTable table_;
  std::vector<Heat> heat_;  // by context
  std::vector<Caller> callers_;
  Shapes shapes_;
  CallLinks links_;
  std::vector<std::vector<Heat>> loop_heat_;  // by code, loop
  std::vector<Heat> hottest_loop_;            // by code
  std::vector<bool> trains_;                  // by code: a call of it is a step
  std::vector<bool> steps_;                   // by code: and changes parameters, or replays a graph
  std::vector<bool> called_;                  // by code: its own layer calls it
  std::vector<bool> trained_;                 // by layer: steps of training are seen in it
  std::vector<Heat> programs_;                // by layer: how often what is left over there runs at most
  LeftOvers left_over_;
  std::vector<bool> has_forward_;                // by layer: of Python, and it has a model's forward pass
  std::vector<bool> each_step_;                  // by code: handed to those who call it in each step
  std::vector<std::optional<Heat>> of_callers_;  // by context: of a forward pass that is no step by itself
  std::vector<bool> evaluates_;                  // by code: only called where there are no gradients
  std::vector<bool> once_;                       // by code: a run does it once (C++)
  std::vector<bool> builds_;                     // by code: only called by what constructs, prints or loads
  std::vector<std::vector<source::TextRange>> seldom_parts_;  // by code, or empty
  std::vector<bool> apart_;                                   // by code: tests, data workers: never in the step path
  std::vector<bool> samples_;                                 // by code: takes all steps of a sampling
  std::vector<bool> shows_steps_;                             // by layer: of Python, and steps stand in it or below it
  std::set<Flag> flags_;                                      // that some call seldom makes true
  // Where it is kept.
  std::vector<bool> in_batches_;    // by context: is_called_in_batches
  std::vector<bool> beside_steps_;  // by code
  std::vector<ModuleFacts> facts_;  // by module: what all of this was found from
};

}  // namespace syncfree::context

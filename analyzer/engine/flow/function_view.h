// One function in one calling context, as a rule sees it that follows control flow: its waits, and what else happens in
// which order. What costs something is worked out when it is asked for.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/engine/flow_rule.h"
#include "analyzer/flow/dominance.h"
#include "analyzer/flow/invariance.h"
#include "analyzer/flow/uses.h"
#include "analyzer/inference/observation.h"

namespace syncfree::engine {

/// What all contexts of a function share; made when first needed.
class FunctionCode {
 public:
  FunctionCode(model::Block body, bool is_module) : body_(body), is_module_(is_module) {}
  const flow::Graph& graph();
  const flow::Parents& parents();
  const flow::Dominance& dominance();
  const flow::LoopEffects& effects(std::uint32_t loop, const model::SymbolTable& symbols);
  bool is_module() const { return is_module_; }
  /// Do functions and classes that are defined in it mention the name.
  bool is_read_in_functions(model::Symbol name);

 private:
  model::Block body_;
  bool is_module_;
  std::optional<flow::Graph> graph_;
  std::optional<flow::Parents> parents_;
  std::optional<flow::Dominance> dominance_;
  std::vector<std::unique_ptr<flow::LoopEffects>> effects_;
  std::optional<std::unordered_set<std::uint32_t>> names_in_functions_;
};

/// Of the functions that are looked at one after another, and of those that values are followed into from there.
class FunctionCodes {
 public:
  explicit FunctionCodes(const inference::Project& project)
      : project_(project), looked_at_(project.modules().size(), false) {}

  /// By its number, as in inference::ContextKey. Valid until `make_room`.
  FunctionCode& of(std::uint32_t number);
  /// Each context is observed once while contexts of one function are looked at.
  std::shared_ptr<const inference::Observation> observation(const inference::Observer& observer, std::uint32_t context);
  /// Before a context of the function `next` is looked at.
  void make_room(std::uint32_t next);
  /// Somebody looks at the text of the function.
  void look_at(std::uint32_t number);
  /// By module: somebody looked at its text.
  const std::vector<bool>& looked_at() const { return looked_at_; }

 private:
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kMostObservations = 16;

  const inference::Project& project_;
  std::unordered_map<std::uint32_t, FunctionCode> codes_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const inference::Observation>> observations_;  ///< by context
  std::uint32_t current_ = 0;  ///< the function whose contexts are looked at
  std::vector<bool> looked_at_;
};

class SeenChanges;
class SharedMemory;

class FunctionView {
 public:
  /// `waits_inside` says of each context whether calling it waits.
  FunctionView(const inference::Analysis& analysis, const inference::Observer& observer, FunctionCodes& codes,
               std::uint32_t context, const std::vector<bool>& waits_inside)
      : analysis_(analysis),
        observer_(observer),
        codes_(codes),
        code_(codes.of(analysis.world.contexts[context].key.code)),
        context_(context),
        waits_inside_(waits_inside) {}

  /// Puts the event among the waits; nothing happens if its place cannot be found.
  void add(Wait wait);
  /// After the last one was added: in the order of the source.
  void sort_waits();

  const flow::Graph& graph() const { return code_.graph(); }
  std::span<const Wait> waits() const { return waits_; }
  /// By block of the graph, in order. A wait under an `if` also counts after it: it is there for the cases that need
  /// it.
  std::span<const std::vector<Action>> actions() const;
  /// Backward passes and steps of optimisers, in the order of the blocks.
  std::span<const Action> launches() const;
  /// Those of them that the loop is the innermost one around; flow::kNone: those outside of loops.
  std::span<const Action> launches_in(std::uint32_t loop) const;
  bool calls(catalog::Role role) const { return (outcome().roles & inference::role_bit(role)) != 0; }
  std::string text(source::TextRange range) const;
  std::uint32_t loop_depth(std::uint32_t loop) const;

  /// The outermost loop in which the wait gives the same answer in each iteration; kNone if it may change in each.
  std::uint32_t invariant_loop(const Wait& wait) const;
  /// What is waited for becomes an element of a list, dict or the like that a loop or comprehension fills.
  bool is_collected(const Wait& wait) const;
  /// The variables that the statement of the wait binds.
  std::vector<model::Symbol> bound_by(const Wait& wait) const;
  /// Does the program need the answer of `wait` before it comes to `to`. People who read a log do not.
  bool needed_before(const Wait& wait, flow::Point to) const;
  /// Is a variable that is used at `at` bound before `wait` in the same iteration, on every way.
  bool computed_before(const Wait& wait, flow::Point at) const;
  /// Its answer decides an `if` that leaves the loop.
  bool leaves_loop(source::TextRange range, std::uint32_t loop) const;
  /// The same of a `while True`, which nothing else ends: as good as its test.
  bool ends_endless_loop(source::TextRange range) const;

  /// Functions of torch, Python or NumPy that compute something from their arguments, change nothing and keep nothing.
  bool only_computes(const model::Call& call) const;

  // For those who build on it.
  const inference::Observation& observation() const;
  const inference::Outcome& outcome() const { return analysis_.world.contexts[context_].outcome; }
  const inference::Analysis& analysis() const { return analysis_; }
  FunctionCode& code() const { return code_; }
  std::uint32_t context() const { return context_; }
  /// The same analysis, somewhere else.
  FunctionView elsewhere(std::uint32_t context) const { return {analysis_, observer_, codes_, context, waits_inside_}; }
  /// To be told before the body of another function is read.
  void look_at(std::uint32_t code) const { codes_.look_at(code); }
  bool waits_inside(std::uint32_t context) const { return waits_inside_[context]; }
  std::uint32_t module() const { return analysis_.world.module_of(context_); }
  /// The events of exactly this range.
  std::span<const Event* const> events_at(source::TextRange range) const;
  /// The expression at an event's range.
  const model::Expression* expression_at(source::TextRange range) const { return code_.parents().at(range); }
  std::optional<flow::Point> point_of(source::TextRange range) const;

 private:
  std::optional<bool> is_same_each_time(const model::Expression& expression) const;
  bool is_for_one_element(const Wait& wait, std::uint32_t loop) const;

  const inference::Analysis& analysis_;
  const inference::Observer& observer_;
  FunctionCodes& codes_;
  FunctionCode& code_;
  std::uint32_t context_;
  const std::vector<bool>& waits_inside_;
  std::vector<Wait> waits_;
  mutable std::shared_ptr<const inference::Observation> observation_;
  mutable std::optional<std::vector<std::vector<Action>>> actions_;
  mutable std::optional<std::vector<const Event*>> events_;  ///< by their ranges
  mutable std::optional<std::vector<Action>> launches_;
  mutable std::optional<std::unordered_map<std::uint32_t, std::vector<Action>>> launches_by_loop_;
  mutable std::shared_ptr<SharedMemory> shared_memory_;
  mutable std::shared_ptr<const SeenChanges> seen_changes_;
};

/// Which waits of a block may wait for something that is computed from what earlier ones gave. Asked in the order of
/// the source, it reads each step of the block once.
class Dependents {
 public:
  /// Waits of the block of `first`, from it on.
  Dependents(const FunctionView& view, const Wait& first) : view_(view), block_(first.at.block), step_(first.at.step) {}
  void add(const Wait& earlier);
  bool depend(const Wait& later);

 private:
  bool uses_tainted(const model::Expression& expression) const;

  const FunctionView& view_;
  std::uint32_t block_;
  std::uint32_t step_;    ///< up to which steps are read
  bool is_lost_ = false;  ///< one of them has no expression
  std::unordered_set<const model::Expression*> sources_;
  std::unordered_set<std::uint32_t> tainted_;  ///< symbols
};

/// Makes views, one after another. Contexts of the same function that come in a row share its code.
class FunctionViews {
 public:
  FunctionViews(const inference::Analysis& analysis, const inference::Observer& observer,
                const std::vector<bool>& waits_inside)
      : analysis_(analysis), observer_(observer), waits_inside_(waits_inside), codes_(analysis.world.project) {}
  /// By module: a view that was made, or one that was made from there, looked at its text.
  const std::vector<bool>& looked_at() const { return codes_.looked_at(); }
  /// Good until the next one is asked for.
  FunctionView of(std::uint32_t context) {
    codes_.make_room(analysis_.world.contexts[context].key.code);
    return {analysis_, observer_, codes_, context, waits_inside_};
  }

 private:
  const inference::Analysis& analysis_;
  const inference::Observer& observer_;
  const std::vector<bool>& waits_inside_;
  FunctionCodes codes_;
};

/// See actions.cpp.
std::vector<std::vector<Action>> actions_of(const FunctionView& view);

/// The catalog's operators that a call may run.
std::vector<const catalog::Operator*> operators_of(const FunctionView& view, const model::Call& call);

}  // namespace syncfree::engine

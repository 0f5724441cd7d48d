// Conditions that seldom hold, and code that therefore seldom runs: every N steps, when asked for, before the program
// ends with an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/flow/filled_once.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// Nothing that follows the block is reached from its end: it returns, raises or goes on with a loop.
bool leaves(model::Block block);

/// Of a test that has this outcome: does that follow from one of its parts.
template <class Of>
bool follows(const model::Expression& condition, bool positive, const Of& of) {
  if (const auto* negation = condition.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot) {
    return follows(*negation->operand, !positive, of);
  }
  const auto* boolean = condition.get_if<model::Boolean>();
  if (boolean == nullptr) return of(condition, positive);
  for (const model::Expression* operand : boolean->operands) {
    const bool part = follows(*operand, positive, of);
    if (boolean->is_and == positive && part) return true;
    if (boolean->is_and != positive && !part) return false;
  }
  return boolean->is_and != positive;
}

/// What a function that does little else gives: whatever asks it asks that. Null if it is no such function.
const model::Expression* short_answer(const model::Function& function);

/// The tests of one function. Its variables are looked up when a test first asks for one.
class Seldom {
 public:
  /// `function` is the one with this body; null for the body of a module. `callee` is asked for properties, too, and
  /// may be empty.
  Seldom(model::Block body, const model::Function* function, const model::SymbolTable& symbols, Callee callee)
      : body_(body), function_(function), symbols_(&symbols), callee_(std::move(callee)) {}

  /// Does the condition seldom have this outcome.
  bool has(const model::Expression& condition, bool positive) const;
  /// Does the block seldom run that this outcome leads to. An update of the parameters every N batches is what a step
  /// is then; a warning, or an error that ends the program, seldom happens, whatever the condition.
  bool runs(model::Block block, const model::Expression& condition, bool positive) const;
  /// Does the block, of an `if` or a loop, take away the element of a list that the test asks for: it runs a few times
  /// in all.
  bool uses_up(model::Block block, const model::Expression& condition) const;
  /// Does what stands behind `passed` in the block seldom run, because that mostly leaves it: `if step % 50: continue`.
  bool runs_rest(model::Block block, std::size_t passed) const;
  /// Did an answer depend on what was asked before it: on the way to it, a variable asked for itself.
  bool has_met_itself() const { return has_met_itself_; }
  /// Is the variable bound to one value only, of which this holds.
  template <class Of>
  bool is_only(model::Symbol name, const Of& of) const {
    const auto& values = values_of(name);
    return values.size() == 1 && of(*values.front());
  }

 private:
  /// What is asked about, and of which outcome.
  template <class Of>
  using Answers = std::map<std::pair<Of, bool>, std::optional<bool>>;
  /// The answer is worked out once; what asks for itself on the way gets a no.
  template <class Of, class Answer>
  bool known_once(Answers<Of>& answers, std::type_identity_t<std::pair<Of, bool>> question, Answer&& answer) const {
    const auto [known, is_new] = answers.try_emplace(question);
    if (is_new) known->second = answer();
    has_met_itself_ |= !known->second;
    return known->second.value_or(false);
  }

  bool holds_or_is_given(const model::Expression& condition) const;
  bool is_given(const model::Expression& part) const;
  bool is_before_first(const model::Expression& part) const;
  bool is_off(const model::Expression& part) const;
  bool fills_once(model::Block block, const model::Expression& condition, bool positive) const;
  bool is_seldom_passed(const model::If& test) const;
  bool makes_what_is_missing(model::Block rest, const model::If& test) const;
  bool holds_update(model::Block block) const;
  const model::Expression* filled_table(model::Block block, const model::Expression& condition, bool positive) const;
  bool part_holds(const model::Expression& part, bool positive) const;
  bool compares(const model::Comparison& comparison, bool positive) const;
  bool is_round_by_setting(const model::Expression& counter, const model::Expression& setting) const;
  bool asks_for_more_checks(const model::Expression& level, const model::Expression& bound) const;
  bool is_last_round(const model::Expression& counter, const model::Expression& last) const;
  bool counts_updates(model::Symbol name) const;
  bool begins_again(const model::Expression& counter) const;
  bool numbers_steps(const model::Expression& counter) const;
  bool counts_calls(const model::Expression& expression) const;
  bool is_counter(const model::Expression& expression) const;
  bool is_named_counter(const model::Expression& expression) const;
  bool divides_rounds(const model::Expression& dividend, const model::Expression& divisor) const;
  bool is_remainder(const model::Expression& expression) const;
  bool is_small_part(const model::Expression& bound, const model::Binary& remainder) const;
  bool is_variable_seldom(model::Symbol name, bool positive) const;
  bool is_set_seldom(const model::Expression& value) const;
  bool begins_average(const model::Expression& condition, bool positive) const;
  bool is_clock(const model::Expression& expression) const;
  bool has_passed(const model::Expression& later, const model::Expression& earlier) const;
  bool trains() const { return !updates().empty(); }
  const std::vector<std::uint32_t>& updates() const;
  const std::vector<const model::Expression*>& values_of(model::Symbol name) const;
  void read_assignments() const;
  bool is_set_behind(const model::Expression& variable) const;
  bool outlives_call(const model::Expression& object) const;
  bool variable_outlives_call(model::Symbol name) const;
  bool is_own(model::Symbol name) const;
  bool is_shared(model::Symbol name) const;
  bool is_filled_by_call(model::Block block, const model::Expression& table, bool by_truth) const;

  static constexpr std::size_t kMostAssignments = 8;  // of one variable

  model::Block body_;
  const model::Function* function_;
  const model::SymbolTable* symbols_;
  Callee callee_;
  mutable bool in_callee_ = false;
  mutable bool asked_of_rounds_ = false;  ///< it is in a function that was handed a counter
  mutable bool has_met_itself_ = false;
  mutable bool is_cxx_ = false;                                   ///< known when a test of it has been seen
  mutable std::optional<std::vector<std::uint32_t>> updates_;     ///< where they begin, in order
  mutable std::optional<std::vector<std::uint32_t>> steps_;       ///< those of them that change parameters
  mutable Answers<std::uint64_t> answers_;                        ///< of variables, by their names and what is asked
  mutable Answers<const model::Function*> answers_of_functions_;  ///< which may be of other modules
  /// A test and its outcome.
  using Outcome = std::pair<const model::Expression*, bool>;
  struct Assignments {
    std::unordered_map<std::uint32_t, std::vector<const model::Expression*>> values;  ///< by variable
    std::unordered_map<const model::Expression*, std::vector<Outcome>> behind;        ///< of each `True`: its tests
    std::unordered_map<const model::Expression*, model::Symbol> averages;  ///< attributes, by what asks for the first
    std::unordered_set<std::uint32_t> emptied;                             ///< attributes that become None here
    std::unordered_map<std::uint32_t, std::vector<const model::Expression*>> targets;  ///< by their last names
    std::unordered_set<std::uint32_t> counters;                                        ///< of loops that hold an update
    std::unordered_set<std::uint32_t> restarted;  ///< of ranges that begin again in each step
    std::unordered_set<std::uint32_t> counting;   ///< of all other loops
  };
  mutable std::optional<Assignments> assignments_;
};

}  // namespace syncfree::flow

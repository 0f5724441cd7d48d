#include "analyzer/flow/seldom.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <string_view>

#include "analyzer/flow/counts_up.h"
#include "analyzer/flow/filled_once.h"
#include "analyzer/flow/for_nothing.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/loop_counter.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/seldom_words.h"
#include "analyzer/flow/setting_names.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/flow/switched_off.h"
#include "analyzer/flow/warns.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::BinaryOperator;
using model::ComparisonOperator;
using model::Expression;

// What an answer that is kept is of, besides a variable.
constexpr std::uint64_t kOfClock = std::uint64_t{1} << 33;
constexpr std::int64_t kOften = 3;  // every second or third of whatever is often

// Words in the names of what a counter or a clock was when something was last done.
constexpr std::array<std::string_view, 4> kEarlier = {"last", "prev", "previous", "start"};
constexpr std::array<std::string_view, 1> kSince = {"since"};
constexpr std::array<std::string_view, 10> kClocks = {"time",         "monotonic",       "perf_counter", "time_ns",
                                                      "monotonic_ns", "perf_counter_ns", "process_time", "now",
                                                      "elapsed",      "total_seconds"};
constexpr std::array<std::string_view, 5> kExits = {"exit", "_exit", "quit", "abort", "terminate"};
// The whole name of what counts steps, or its last word.
constexpr std::array<std::string_view, 11> kCounters = {
    "step", "steps", "iter", "iters", "iteration", "epoch", "update", "updates", "batch_idx", "iterations", "tick"};
// The same, if the loop around it trains: elsewhere these count layers, too.
constexpr std::array<std::string_view, 6> kIndices = {"i", "it", "idx", "index", "n", "count"};

bool is_false(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr &&
         (constant->constant == model::ConstantKind::kFalse || constant->constant == model::ConstantKind::kNone);
}

bool is_zero_or_none(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  if (constant == nullptr) return false;
  return constant->constant == model::ConstantKind::kNone ||
         (constant->constant == model::ConstantKind::kInteger && constant->integer == 0);
}

/// Of a draw from [0, 1).
bool is_small_chance(const Expression& bound) {
  constexpr double kSmall = 0.1;
  const auto* constant = bound.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kFloat && constant->number <= kSmall;
}

bool is_boolean(const model::Constant& constant) {
  return constant.constant == model::ConstantKind::kTrue || constant.constant == model::ConstantKind::kFalse;
}

/// Of `log_every`, `args.log_every`, `config["log_every"]`, `config.get("log_every", 10)`; empty for another
/// expression.
std::string_view name_of_setting(const Expression& expression, const model::SymbolTable& symbols) {
  if (is_variable(expression)) return last_name(expression, symbols);
  const auto* entry = expression.get_if<model::Subscript>();
  const auto* call = expression.get_if<model::Call>();
  const bool gets = call != nullptr && !call->arguments.empty() && last_name(*call, symbols) == "get";
  const Expression* key = entry != nullptr ? entry->index : gets ? call->arguments.front().value : nullptr;
  const auto* text = key == nullptr ? nullptr : key->get_if<model::Constant>();
  return text != nullptr && text->constant == model::ConstantKind::kString ? text->text : std::string_view();
}

/// What the frontend for C++ writes around a condition: `cxx.test(condition)`.
const Expression* condition_in(const Expression& part) {
  const auto* call = part.get_if<model::Call>();
  const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const auto* package = callee == nullptr ? nullptr : callee->object->get_if<model::Name>();
  const bool is_test = package != nullptr && call->arguments.size() == 1 && package->range == call->range;
  return is_test ? call->arguments.front().value : nullptr;
}

/// Raises, or ends the program, at its end.
bool ends_in_error(model::Block block, const model::SymbolTable& symbols) {
  if (block.empty()) return false;
  if (block.back()->kind == model::StatementKind::kRaise) return true;
  const auto* last = block.back()->get_if<model::ExpressionStatement>();
  const auto* call = last == nullptr ? nullptr : last->value->get_if<model::Call>();
  return call != nullptr && is_among(kExits, last_name(*call, symbols));
}

}  // namespace

bool leaves(model::Block block) {
  if (block.empty()) return false;
  switch (block.back()->kind) {
    case model::StatementKind::kContinue:
    case model::StatementKind::kBreak:
    case model::StatementKind::kReturn:
    case model::StatementKind::kRaise:
      return true;
    default:
      return false;
  }
}

const std::vector<std::uint32_t>& Seldom::updates() const {
  if (!updates_) {
    updates_.emplace();
    steps_.emplace();
    for_each_own_expression(body_, [&](const Expression& part) {
      if (part.kind != model::ExpressionKind::kCall) return;
      const StepCall step = step_call(part, *symbols_);
      if (step != StepCall::kUpdate && step != StepCall::kReplay) return;
      updates_->push_back(part.range.begin);
      if (!only_computes_gradients(part, *symbols_)) steps_->push_back(part.range.begin);
    });
    std::ranges::sort(*updates_);
    std::ranges::sort(*steps_);
  }
  return *updates_;
}

/// Gradients alone, of a penalty or for a picture, may well be computed every N steps.
bool Seldom::holds_update(model::Block block) const {
  if (block.empty()) return false;
  updates();
  const auto first = std::ranges::lower_bound(*steps_, block.front()->range.begin);
  return first != steps_->end() && *first < block.back()->range.end;
}

/// It numbers the rounds of a loop that updates parameters, whatever its name is.
bool Seldom::counts_updates(model::Symbol name) const {
  if (!trains() || in_callee_) return false;
  if (!assignments_) read_assignments();
  return assignments_->counters.contains(name.id);
}

/// `k` of `for step in range(n): … for k in range(5): if k % 2 == 0: …`: that holds at least once in each step.
bool Seldom::begins_again(const Expression& counter) const {
  const auto* name = counter.get_if<model::Name>();
  if (name == nullptr || in_callee_) return false;
  if (!assignments_) read_assignments();
  return assignments_->restarted.contains(name->name.id) && !assignments_->counting.contains(name->name.id);
}

/// Of a loop's counter: each round is a step, and no epoch of them.
bool Seldom::numbers_steps(const Expression& counter) const {
  return is_named_counter(counter) && !last_name(counter, *symbols_).contains("epoch");
}

/// Also `at` of `at = batch_idx if self.by_batch else trainer.global_step`.
bool Seldom::is_counter(const Expression& expression) const {
  if (is_named_counter(expression)) return true;
  const auto* variable = expression.get_if<model::Name>();
  return variable != nullptr && !in_callee_ && is_only(variable->name, [&](const Expression& value) {
           const auto* choice = value.get_if<model::Conditional>();
           return choice != nullptr && is_named_counter(*choice->then_value) && is_named_counter(*choice->else_value);
         });
}

/// `i`, `global_step`, `self.steps`, `batch_idx`, `i + 1`: what counts the rounds.
bool Seldom::is_named_counter(const Expression& expression) const {
  if (const auto* sum = expression.get_if<model::Binary>()) {
    const bool shifts = sum->operation == BinaryOperator::kAdd || sum->operation == BinaryOperator::kSubtract;
    return shifts && sum->right->kind == model::ExpressionKind::kConstant && is_named_counter(*sum->left);
  }
  if (!is_variable(expression)) return false;
  if (const auto* variable = expression.get_if<model::Name>(); variable != nullptr && counts_updates(variable->name))
    return true;
  const std::string_view name = last_name(expression, *symbols_);
  const std::string_view word = name.substr(name.rfind('_') + 1);
  if (is_numbering(word) && word.size() < name.size()) {
    // `iter_num`, `current_step_num`
    const std::string_view numbered = name.substr(0, name.size() - word.size() - 1);
    if (is_among(kCounters, numbered.substr(0, numbered.find('_')))) return true;
    if (is_among(kCounters, numbered.substr(numbered.rfind('_') + 1))) return true;
  }
  return is_among(kCounters, word) || is_among(kCounters, name) || (is_among(kIndices, word) && trains());
}

/// One of the two says that rounds are counted: `step % n`, `n % log_every`; or both are what a function was given.
bool Seldom::divides_rounds(const Expression& dividend, const Expression& divisor) const {
  if (begins_again(dividend)) return false;
  if (is_counter(dividend) || is_period(name_of_setting(divisor, *symbols_))) return true;
  if (divisor.kind == model::ExpressionKind::kConstant &&
      (numbers_frames(dividend, *symbols_) || counts_calls(dividend)))
    return true;
  return in_callee_ && is_variable(dividend) && is_variable(divisor);
}

/// `self.calls`, or a variable that is bound to it, where the class does nothing but count with it.
bool Seldom::counts_calls(const Expression& expression) const {
  if (function_ == nullptr || in_callee_) return false;
  if (counts_up(expression, *function_)) return true;
  const auto* name = expression.get_if<model::Name>();
  return name != nullptr && is_only(name->name, [&](const Expression& value) { return counts_up(value, *function_); });
}

/// `step % 100`, `step & 127`: zero once in many rounds.
bool Seldom::is_remainder(const Expression& expression) const {
  const auto* binary = expression.get_if<model::Binary>();
  if (binary == nullptr || !divides_rounds(*binary->left, *binary->right)) return false;
  const auto* divisor = binary->right->get_if<model::Constant>();
  const bool known = divisor != nullptr && divisor->constant == model::ConstantKind::kInteger;
  if (binary->operation == BinaryOperator::kModulo)
    return !known || divisor->integer > kOften || is_counter(*binary->left);
  if (binary->operation != BinaryOperator::kBitAnd || !known) return false;
  const std::int64_t mask = divisor->integer;
  return mask >= kOften && (mask & (mask + 1)) == 0;
}

bool Seldom::has(const Expression& condition, bool positive) const {
  return follows(condition, positive, [&](const Expression& part, bool holds) { return part_holds(part, holds); }) ||
         (positive && holds_or_is_given(condition)) || begins_average(condition, positive);
}

/// `step - last >= every or mask is not None`: who asks the first does not expect the second to hold each time.
bool Seldom::holds_or_is_given(const Expression& condition) const {
  const auto* boolean = condition.get_if<model::Boolean>();
  if (boolean == nullptr) return false;
  const auto& parts = boolean->operands;
  if (boolean->is_and) {
    return std::ranges::any_of(parts, [&](const Expression* part) { return holds_or_is_given(*part); });
  }
  bool counts = false;
  for (const Expression* part : parts) {
    const bool holds = part->kind != model::ExpressionKind::kName && has(*part, true);
    counts |= holds;
    if (!holds && !is_given(*part) && !is_off(*part) && !is_before_first(*part)) return false;
  }
  return counts;
}

/// A variable of the function's own that is only ever `False` or `None`.
bool Seldom::is_off(const Expression& part) const {
  const auto* name = part.get_if<model::Name>();
  if (name == nullptr || function_ == nullptr || !is_own(name->name)) return false;
  const auto is_it = [&](const model::Parameter& each) { return each.name == name->name; };
  if (std::ranges::any_of(function_->parameters, is_it)) return false;
  const auto& values = values_of(name->name);
  return !values.empty() && values.size() == assignments_->targets[name->name.id].size() &&
         std::ranges::all_of(values, [](const Expression* value) { return is_false(*value); });
}

/// `self.last < 0`, `last_step is None`: nothing has been done yet.
bool Seldom::is_before_first(const Expression& part) const {
  const auto* comparison = part.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1) return false;
  const Expression& variable = *comparison->operands[0];
  const Expression& bound = *comparison->operands[1];
  const bool is_negative = bound.kind == model::ExpressionKind::kUnary || is_zero_or_none(bound);
  const ComparisonOperator test = comparison->operators[0];
  const bool is_test =
      test == ComparisonOperator::kLess || test == ComparisonOperator::kEqual || test == ComparisonOperator::kIs;
  return is_test && is_negative && is_variable(variable) && holds_word(last_name(variable, *symbols_), kEarlier);
}

/// `mask is not None`, of a parameter.
bool Seldom::is_given(const Expression& part) const {
  const auto* comparison = part.get_if<model::Comparison>();
  if (function_ == nullptr || comparison == nullptr || comparison->operators.size() != 1) return false;
  const auto* name = comparison->operands[0]->get_if<model::Name>();
  const auto* none = comparison->operands[1]->get_if<model::Constant>();
  return name != nullptr && none != nullptr && none->constant == model::ConstantKind::kNone &&
         comparison->operators[0] == ComparisonOperator::kIsNot &&
         std::ranges::any_of(function_->parameters,
                             [&](const model::Parameter& each) { return each.name == name->name; });
}

bool Seldom::runs(model::Block block, const Expression& condition, bool positive) const {
  const auto* constant = condition.get_if<model::Constant>();
  if (constant != nullptr && constant->constant == model::ConstantKind::kTrue && positive) return false;
  if (fills_once(block, condition, positive) || (positive && uses_up(block, condition))) return true;
  if (positive && function_ != nullptr && switches_off(block, condition, *function_, *symbols_)) return true;
  if (ends_in_error(block, *symbols_) || warns(block, *symbols_)) return true;
  if (is_for_nothing(block, condition, positive, *symbols_)) return true;
  return has(condition, positive) && !holds_update(block);
}

/// Is the code behind the test seldom reached: each of its two ways leaves, is seldom taken, or is seldom run to its
/// end. That the only way out is an error says nothing of the other.
bool Seldom::is_seldom_passed(const model::If& test) const {
  const bool stops = leaves(test.then);
  if (stops && test.otherwise.empty()) return !ends_in_error(test.then, *symbols_) && has(*test.condition, false);
  const auto seldom_ends = [&](model::Block way) {
    return std::ranges::any_of(way, [&](const model::Statement* statement) {
      const auto* inner = statement->get_if<model::If>();
      return inner != nullptr && is_seldom_passed(*inner);
    });
  };
  const auto is_seldom = [&](model::Block way, bool positive) {
    return leaves(way) || has(*test.condition, positive) || seldom_ends(way);
  };
  return !(stops && leaves(test.otherwise)) && is_seldom(test.then, true) && is_seldom(test.otherwise, false);
}

bool Seldom::runs_rest(model::Block block, std::size_t passed) const {
  const auto* test = block[passed]->get_if<model::If>();
  const model::Block rest = block.subspan(passed + 1);
  if (test == nullptr || holds_update(rest)) return false;
  return is_seldom_passed(*test) || makes_what_is_missing(rest, *test);
}

/// `if self.made is not None: return self.made`, and what makes it; also where a test inside of that one returns.
bool Seldom::makes_what_is_missing(model::Block rest, const model::If& test) const {
  if (!test.otherwise.empty()) return false;
  const auto* inner = test.then.size() == 1 ? test.then.front()->get_if<model::If>() : nullptr;
  const bool returns = leaves(test.then) || (inner != nullptr && inner->otherwise.empty() && leaves(inner->then));
  return returns && fills_once(rest, *test.condition, false);
}

bool Seldom::part_holds(const Expression& part, bool positive) const {
  if (const Expression* condition = condition_in(part)) {
    is_cxx_ = true;
    return has(*condition, positive);
  }
  if (const auto* comparison = part.get_if<model::Comparison>()) return compares(*comparison, positive);
  if (const auto* named = part.get_if<model::Named>())
    return part_holds(*named->target, positive) || has(*named->value, positive);
  if (positive && looks_for_broken_numbers(part, *symbols_)) return true;
  if (positive && is_by_hand(part, *symbols_)) return true;
  if (is_remainder(part)) return !positive;
  const std::string_view flag = last_name(part, *symbols_);
  if (positive && (is_rare_name(flag) || is_for_onlookers(flag))) return true;
  if (positive && is_cxx_ && asks_for_checks(last_name(part, *symbols_))) return true;
  if (positive && is_cxx_ && last_name(part, *symbols_) == "once") return true;
  if (const auto* name = part.get_if<model::Name>(); name != nullptr && !in_callee_)
    return known_once(answers_, {name->name.id, positive}, [&] { return is_variable_seldom(name->name, positive); });
  // A function that gives the answer to such a test.
  const bool may_call = part.kind == model::ExpressionKind::kCall || part.kind == model::ExpressionKind::kAttribute;
  const model::Function* called = may_call && callee_ && !in_callee_ ? callee_(part) : nullptr;
  const Expression* answer = called == nullptr ? nullptr : short_answer(*called);
  if (answer == nullptr) return false;
  // It is asked of the rounds, or of what its object counts.
  const auto* call = part.get_if<model::Call>();
  const auto counts = [&](const model::Argument& argument) {
    return is_counter(*argument.value) || is_period(name_of_setting(*argument.value, *symbols_));
  };
  if (call != nullptr && !call->arguments.empty() && std::ranges::none_of(call->arguments, counts)) return false;
  return known_once(answers_of_functions_, {called, positive}, [&] {
    in_callee_ = true;  // its variables are not those of this function
    asked_of_rounds_ = call != nullptr && !call->arguments.empty();
    const bool seldom = has(*answer, positive);
    in_callee_ = asked_of_rounds_ = false;
    return seldom;
  });
}

/// `step == args.merge_at`, `opt["start"] == step`: one of many rounds, which a setting names.
bool Seldom::is_round_by_setting(const Expression& counter, const Expression& setting) const {
  if (!is_named_counter(counter) || name_of_setting(setting, *symbols_).empty()) return false;
  const auto* entry = setting.get_if<model::Subscript>();
  const auto* attribute = setting.get_if<model::Attribute>();
  const auto* call = setting.get_if<model::Call>();
  const auto* getter = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const Expression* holder = entry != nullptr       ? entry->object
                             : attribute != nullptr ? attribute->object
                             : getter != nullptr    ? getter->object
                                                    : nullptr;
  return holder != nullptr && is_among(kOptionNames, last_name(*holder, *symbols_));
}

/// `args.debug > 0`, `opt["vis"] >= 1`; in C++ also of what a build checks. A name alone may be that of a tensor:
/// `vis`.
bool Seldom::asks_for_more_checks(const Expression& level, const Expression& bound) const {
  if (is_cxx_) return asks_for_checks(last_name(level, *symbols_));
  const std::string_view name = name_of_setting(level, *symbols_);
  const bool is_setting = level.kind != model::ExpressionKind::kName;
  return bound.kind == model::ExpressionKind::kConstant &&
         (asks_for_talk(name) || (is_setting && is_for_onlookers(name)));
}

/// `i == len(loader) - 1`, `i == last_idx`
bool Seldom::is_last_round(const Expression& counter, const Expression& last) const {
  return is_counter(counter) && (counts_rounds(last, *symbols_) || is_total(last, *symbols_));
}

bool Seldom::compares(const model::Comparison& comparison, bool positive) const {
  if (comparison.operators.size() != 1) return false;
  const Expression& left = *comparison.operands[0];
  const Expression& right = *comparison.operands[1];
  switch (comparison.operators[0]) {
    case ComparisonOperator::kEqual:
    case ComparisonOperator::kNotEqual: {
      const bool equal = positive == (comparison.operators[0] == ComparisonOperator::kEqual);
      if (!equal) return false;
      if (names_none(right) && is_variable(left) && is_of_optimizer(last_name(left, *symbols_))) return true;
      if (is_remainder(left) || is_remainder(right)) return true;
      // One of many rounds: the first, the last.
      if (right.kind == model::ExpressionKind::kConstant && numbers_frames(left, *symbols_)) return true;
      if (is_counter(left) && right.kind == model::ExpressionKind::kConstant) return true;
      if (function_ != nullptr && asks_for_main(left, *symbols_)) return true;
      if (is_round_by_setting(left, right) || is_round_by_setting(right, left)) return true;
      return is_last_round(left, right) || is_last_round(right, left);
    }
    case ComparisonOperator::kIs:
    case ComparisonOperator::kIsNot: {
      // `debug_percentile is not None`
      const bool is = positive == (comparison.operators[0] == ComparisonOperator::kIs);
      if (const auto* answer = right.get_if<model::Constant>();
          answer != nullptr && is_boolean(*answer))  // `is_due is True`
        return has(left, is == (answer->constant == model::ConstantKind::kTrue));
      if (is && names_none(right) && is_variable(left) && is_of_optimizer(last_name(left, *symbols_))) return true;
      return !is && is_false(right) && is_for_onlookers(last_name(left, *symbols_));
    }
    case ComparisonOperator::kIn:
      // Who asks a function of the rounds asks it whether this is one of those that it lists, too.
      if (is_remainder(left)) return positive;
      return positive && (is_counter(left) || (asked_of_rounds_ && left.kind == model::ExpressionKind::kName));
    case ComparisonOperator::kNotIn:
      return !positive && (is_counter(left) || is_remainder(left));
    case ComparisonOperator::kGreater:
    case ComparisonOperator::kGreaterEqual:
      // `verbosity >= kVerbose`, `debug_level > 0`
      if (positive && asks_for_more_checks(left, right)) return true;
      if (positive && is_zero(right) && looks_for_broken_numbers(left, *symbols_)) return true;
      // `step % 100 > 0` nearly always holds.
      if (is_remainder(left)) return !positive;
      // `step >= total_steps`: the last round; `step > self.last_step`, which moves on with it, holds in each.
      if (positive && is_counter(left) && is_total(right, *symbols_))
        return is_cxx_ || in_callee_ || !is_set_behind(right);
      return positive && (is_clock(left) || has_passed(left, right));
    case ComparisonOperator::kLess:
    case ComparisonOperator::kLessEqual:
      // `step % 100 < 4` holds in four of a hundred rounds; `samples % log_every < batch_size` once in each.
      if (is_remainder(left)) return positive && is_small_part(right, left.as<model::Binary>());
      if (is_chance(left, *symbols_)) return positive && is_small_chance(right);
      return !positive && (is_clock(left) || has_passed(left, right));
    default:
      return false;
  }
}

/// Of the rounds that a remainder goes through, those below the bound are few; what is not known is taken to be so.
bool Seldom::is_small_part(const Expression& bound, const model::Binary& remainder) const {
  const auto* few = bound.get_if<model::Constant>();
  const auto* all = remainder.right->get_if<model::Constant>();
  const auto is_integer = [](const model::Constant* constant) {
    return constant != nullptr && constant->constant == model::ConstantKind::kInteger;
  };
  if (remainder.operation != BinaryOperator::kModulo) return false;
  return !is_integer(few) || !is_integer(all) || few->integer * kOften < all->integer;
}

/// Later than where it is read; what another function is given, its caller sets. The model of C++ has no assignments of
/// numbers.
bool Seldom::is_set_behind(const Expression& variable) const {
  if (in_callee_ || is_cxx_) return true;
  if (!assignments_) read_assignments();
  const auto* name = variable.get_if<model::Name>();
  const model::Symbol last = name == nullptr ? variable.as<model::Attribute>().name : name->name;
  const auto found = assignments_->targets.find(last.id);
  if (found == assignments_->targets.end()) return false;
  // In the order of the source.
  for (const Expression* target : std::views::reverse(found->second)) {
    if (target->range.begin < variable.range.end) return false;
    if (is_same_variable(*target, variable)) return true;
  }
  return false;
}

/// What was counted since something was last done, and how much that has to be: `step - last_log >= 100`,
/// `seen >= last_seen + period`, `steps_since_update >= period`. Of a mark that nobody moves on that holds again and
/// again: `step - start_step > 10`.
bool Seldom::has_passed(const Expression& later, const Expression& earlier) const {
  // Who counts since something begins to count again.
  if (is_variable(later) && is_variable(earlier) && holds_word(last_name(later, *symbols_), kSince)) return true;
  const auto is_earlier = [&](const Expression& variable) {
    return is_variable(variable) && holds_word(last_name(variable, *symbols_), kEarlier) && is_set_behind(variable);
  };
  if (const auto* since = later.get_if<model::Binary>())
    return since->operation == BinaryOperator::kSubtract && is_variable(*since->left) && is_earlier(*since->right);
  const auto* until = earlier.get_if<model::Binary>();
  return until != nullptr && until->operation == BinaryOperator::kAdd && is_variable(later) && is_earlier(*until->left);
}

/// The time since something: `time.time() - last`, `now - last` of such a `now`, `timer.elapsed()`.
bool Seldom::is_clock(const Expression& expression) const {
  if (const auto* call = expression.get_if<model::Call>())
    return call->arguments.empty() && is_among(kClocks, last_name(*call, *symbols_));
  if (const auto* difference = expression.get_if<model::Binary>())
    return difference->operation == BinaryOperator::kSubtract && is_clock(*difference->left);
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return false;
  return known_once(answers_, {kOfClock | name->name.id, true}, [&] {
    const auto& values = values_of(name->name);
    return !values.empty() && values.size() <= kMostAssignments &&
           std::ranges::all_of(values, [&](const Expression* value) { return is_clock(*value); });
  });
}

/// Every value that the variable is given seldom has this outcome; one that is only switched off counts, too.
bool Seldom::is_variable_seldom(model::Symbol name, bool positive) const {
  const auto& values = values_of(name);
  if (values.empty() || values.size() > kMostAssignments) return false;
  bool some = false;
  const bool all = std::ranges::all_of(values, [&](const Expression* value) {
    if (positive && is_false(*value)) return true;
    some = true;
    return has(*value, positive) || (positive && is_set_seldom(*value));
  });
  return all && some;
}

}  // namespace syncfree::flow

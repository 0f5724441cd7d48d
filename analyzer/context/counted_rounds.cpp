#include "analyzer/context/counted_rounds.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

namespace {

using model::ComparisonOperator;
using model::Expression;

constexpr auto kRounds =
    std::to_array<std::string_view>({"iter", "iters", "niter", "niters", "iteration", "iterations", "step", "steps",
                                     "nstep", "nsteps", "timestep", "timesteps", "epoch", "epochs", "round", "rounds"});
// What a function that trains goes over, too.
constexpr auto kOfTraining = std::to_array<std::string_view>(
    {"tree", "trees", "ntree", "ntrees", "estimators", "batch", "batches", "nbatches", "minibatches"});
constexpr std::array<std::string_view, 3> kTraining = {"train", "fit", "training"};
// What a loop asks that goes on until somebody stops it, as one over frames or requests, or until it converges.
constexpr auto kRunning =
    std::to_array<std::string_view>({"running", "alive", "stop", "stopped", "stopping", "quit", "exit", "terminate",
                                     "terminated", "shutdown", "converged", "convergence", "residual"});
constexpr auto kConverging = std::to_array<std::string_view>({"residual", "tolerance", "tol"});
// Their rounds are there to be measured.
constexpr auto kMeasuring =
    std::to_array<std::string_view>({"bench", "benchmark", "warmup", "test", "autotune", "tune", "tuner", "tuning",
                                     "measure", "profile", "profiler", "profiling", "calibrate"});

bool is_order(ComparisonOperator operation) {
  return operation == ComparisonOperator::kLess || operation == ComparisonOperator::kLessEqual ||
         operation == ComparisonOperator::kGreater || operation == ComparisonOperator::kGreaterEqual;
}

}  // namespace

bool goes_over_rounds(const model::While& loop, const model::Function* function, const model::SymbolTable& symbols) {
  const std::string_view around = function == nullptr ? std::string_view() : symbols.text(function->name);
  if (flow::holds_word(around, kMeasuring)) return false;
  const bool trains = flow::holds_word(around, kTraining);
  const auto speaks_of_rounds = [&](const Expression& value) {
    const std::string_view name = flow::last_name(value, symbols);
    if (flow::holds_word(name, kMeasuring)) return false;
    return flow::holds_word(name, kRounds) || flow::holds_word(name, kConverging) ||
           (trains && flow::holds_word(name, kOfTraining));
  };
  const auto* always = loop.condition->get_if<model::Constant>();
  if (always != nullptr) {
    if (around == "main") return true;  // what the program is there for
    // What it counts stands at the end of the body.
    const auto* last = loop.body.empty() ? nullptr : loop.body.back()->get_if<model::ExpressionStatement>();
    return last != nullptr && last->value->kind == model::ExpressionKind::kName && speaks_of_rounds(*last->value);
  }
  bool is_counted = false;
  bool is_ordered = false;
  bool asks_to_run = false;
  model::walk(*loop.condition, [&](const Expression& part) {
    const bool is_name = part.kind == model::ExpressionKind::kName || part.kind == model::ExpressionKind::kAttribute;
    asks_to_run = asks_to_run || (is_name && flow::holds_word(flow::last_name(part, symbols), kRunning));
    const auto* compared = part.get_if<model::Comparison>();
    if (compared == nullptr || compared->operators.size() != 1 || !is_order(compared->operators[0])) return;
    is_ordered = true;
    is_counted = is_counted || std::ranges::any_of(compared->operands, [&](const Expression* operand) {
                   return speaks_of_rounds(*operand);
                 });
  });
  return is_counted || (asks_to_run && !is_ordered);
}

bool gathers_gradients(const Expression& iterable, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 8> kWords = {"accum", "accumulate",   "accumulation", "accumulations",
                                                      "micro", "microbatches", "microsteps",   "accumulating"};
  bool found = false;
  bool is_computed = false;
  model::walk(iterable, [&](const Expression& part) {
    found = found || flow::holds_word(flow::last_name(part, symbols), kWords);
    is_computed = is_computed || part.kind == model::ExpressionKind::kBinary;
  });
  return found && !is_computed;
}

bool goes_over_own_parts(const Expression& iterable, const model::Function* function) {
  const auto* parts = iterable.get_if<model::Attribute>();
  const auto* object = parts == nullptr ? nullptr : parts->object->get_if<model::Name>();
  return object != nullptr && function != nullptr && function->owner != nullptr && !function->parameters.empty() &&
         object->name == function->parameters.front().name;
}

}  // namespace syncfree::context

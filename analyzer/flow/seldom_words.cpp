#include "analyzer/flow/seldom_words.h"

#include <algorithm>
#include <array>

#include "analyzer/flow/filled_once.h"
#include "analyzer/flow/is_among.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::Expression;

// Names that say "only when asked for": profiling, logging, saving; and those of flags that hold in the last of many
// rounds.
constexpr std::array<std::string_view, 18> kRareNames = {
    "is_anomaly_enabled", "verbose",      "profile",      "profiling",    "done",
    "finished",           "sanity_check", "isEnabledFor", "should_log",   "should_save",
    "should_evaluate",    "is_last",      "last_step",    "is_last_step", "stop",
    "should_stop",        "terminate",    "early_stop"};
// Words in the names of how often something is done.
constexpr std::array kPeriods = std::to_array<std::string_view>(
    {"every",      "freq",        "freqs",         "frequency",    "interval",   "intervals", "period",    "periods",
     "log",        "logs",        "logging",       "print",        "prints",     "printing",  "save",      "saves",
     "saving",     "eval",        "evals",         "evaluate",     "evaluation", "check",     "checks",    "checking",
     "checkpoint", "checkpoints", "checkpointing", "report",       "reports",    "reporting", "disp",      "display",
     "cadence",    "accum",       "accumulate",    "accumulation", "ticks",      "logfreq",   "printfreq", "savefreq",
     "evalfreq",   "dispfreq",    "loginterval",   "logevery",     "printevery", "saveevery", "evalevery", "logstep",
     "logsteps",   "savestep",    "savesteps"});
// Words in the names of numbers of rounds that are all of them: `total_steps`, `max_iters`.
constexpr std::array<std::string_view, 3> kTotals = {"total", "max", "last"};
// Words in the names of what speaks of the rounds.
constexpr std::array kRounds = std::to_array<std::string_view>(
    {"loader", "loaders", "dataloader", "dataloaders", "trainloader", "valloader",   "testloader",
     "step",   "steps",   "nstep",      "nsteps",      "numsteps",    "maxsteps",    "iter",
     "iters",  "niter",   "niters",     "maxiter",     "maxiters",    "iteration",   "iterations",
     "batch",  "batches", "nbatch",     "nbatches",    "minibatch",   "minibatches", "epoch",
     "epochs", "nepoch",  "nepochs",    "maxepoch",    "maxepochs"});
// Behind a counter's name: `iter_num`, `epoch_idx`.
constexpr std::array<std::string_view, 6> kNumberings = {"num", "number", "no", "idx", "index", "count"};

}  // namespace

bool names_none(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

bool is_rare_name(std::string_view name) {
  constexpr std::array<std::string_view, 1> kEnds = {"finished"};
  constexpr std::array<std::string_view, 1> kFaults = {"overflow"};
  return is_among(kRareNames, name) || begins_with_word(name, kEnds) || holds_word(name, kFaults);
}

bool is_period(std::string_view name) { return holds_word(name, kPeriods); }

bool is_numbering(std::string_view word) { return is_among(kNumberings, word); }

bool asks_for_talk(std::string_view name) {
  constexpr std::array<std::string_view, 3> kTalk = {"debug", "verbose", "verbosity"};
  return holds_word(name, kTalk);
}

bool asks_for_checks(std::string_view name) {
  constexpr std::array<std::string_view, 4> kChecks = {"check", "checks", "checking", "checked"};
  constexpr std::array<std::string_view, 8> kOf = {"Error", "error", "cuda", "CUDA", "hip", "HIP", "gpu", "GPU"};
  const auto names = [&](std::string_view part) { return name.contains(part); };
  return asks_for_talk(name) || (holds_word(name, kChecks) && std::ranges::any_of(kOf, names));
}

bool is_of_optimizer(std::string_view name) {
  constexpr std::array<std::string_view, 3> kNames = {"optimizer", "optimiser", "optim"};
  return is_among(kNames, name);
}

bool is_for_onlookers(std::string_view name) {
  constexpr std::array<std::string_view, 10> kLooks = {"debug",     "show",      "plot",   "plots", "vis",
                                                       "visualize", "visualise", "viewer", "dump",  "visualization"};
  return holds_word(name, kLooks);
}

bool is_by_hand(const Expression& part, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 4> kWidgets = {"MenuItem", "Selectable", "Checkbox", "waitKey"};
  constexpr std::array<std::string_view, 3> kWords = {"button", "pressed", "clicked"};
  const auto* entry = part.get_if<model::Subscript>();
  const auto* call = part.get_if<model::Call>();
  const Expression& asked = entry == nullptr ? part : *entry->object;
  if (call == nullptr && !is_variable(asked)) return false;
  const std::string_view name = call == nullptr ? last_name(asked, symbols) : last_name(*call, symbols);
  return is_among(kWidgets, name) || holds_word(name, kWords);
}

bool counts_rounds(const Expression& expression, const model::SymbolTable& symbols) {
  bool found = false;
  model::walk(expression, [&](const Expression& part) {
    found = found || (is_variable(part) && holds_word(last_name(part, symbols), kRounds));
  });
  return found;
}

bool is_total(const Expression& expression, const model::SymbolTable& symbols) {
  return is_variable(expression) && holds_word(last_name(expression, symbols), kTotals);
}

bool numbers_frames(const Expression& expression, const model::SymbolTable& symbols) {
  if (!is_variable(expression)) return false;
  std::string_view name = last_name(expression, symbols);
  if (name.ends_with('_')) name.remove_suffix(1);
  const std::string_view word = name.substr(name.rfind('_') + 1);
  return word == "frame" || (name.starts_with("frame_") && is_among(kNumberings, word));
}

bool is_chance(const Expression& expression, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 4> kDraws = {"random", "rand", "random_sample", "ranf"};
  const auto* call = expression.get_if<model::Call>();
  return call != nullptr && call->arguments.empty() && is_among(kDraws, last_name(*call, symbols));
}

bool asks_for_main(const Expression& expression, const model::SymbolTable& symbols) {
  const auto* name = expression.get_if<model::Name>();
  return name != nullptr && symbols.text(name->name) == "__name__";
}

bool looks_for_broken_numbers(const Expression& test, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 8> kReads = {"any",  "sum", "item",    "max",
                                                      "bool", "len", "nonzero", "count_nonzero"};
  const Expression* part = &test;
  for (const auto* call = part->get_if<model::Call>(); call != nullptr; call = part->get_if<model::Call>()) {
    const std::string_view name = last_name(*call, symbols);
    if (name == "isnan" || name == "isinf") return true;
    const auto* method = call->callee->get_if<model::Attribute>();
    if (!is_among(kReads, name)) return false;
    const bool is_method = method != nullptr && method->object->kind == model::ExpressionKind::kCall;
    if (!is_method && call->arguments.empty()) return false;
    part = is_method ? method->object : call->arguments.front().value;
  }
  return false;
}

}  // namespace syncfree::flow

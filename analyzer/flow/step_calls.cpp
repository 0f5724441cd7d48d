#include "analyzer/flow/step_calls.h"

#include <algorithm>
#include <array>

namespace syncfree::flow {

namespace {

constexpr std::array<std::string_view, 6> kUpdates = {"backward",      "manual_backward", "optimizer_step",
                                                      "training_step", "train_step",      "train_on_batch"};

// What a loop that owns the steps of training calls its hooks by: `self.call_hook("after_train_iter")`.
constexpr std::array<std::string_view, 4> kAfterStep = {"after_train_iter", "after_train_step", "on_train_batch_end",
                                                        "train_batch_end"};

constexpr std::array<std::string_view, 8> kCallsHooks = {"call", "run",    "fire",   "trigger",
                                                         "emit", "invoke", "notify", "dispatch"};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// `scheduler.step(metric, epoch)`, `checkpoint.step(model, score, epoch)`
bool is_of_epoch(const model::Call& call, const model::SymbolTable& symbols) {
  return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
    const std::string_view keyword = argument.keyword ? symbols.text(argument.keyword) : std::string_view();
    return contains(keyword, "epoch") || contains(last_name(*argument.value, symbols), "epoch");
  });
}

// Words in the names of objects that take what steps give: `ap_calculator.step(predictions, targets)`.
constexpr std::array<std::string_view, 9> kOnlookers = {"calculator", "metric", "meter", "evaluator", "logger",
                                                        "tracker",    "ckpt",   "saver", "checkpoint"};

/// A schedule of learning rates steps once an epoch, and takes a number, or a metric and the epoch; one of denoising
/// takes what is denoised.
StepCall step_of(std::string_view receiver, const model::Call& call, const model::SymbolTable& symbols) {
  const std::size_t arguments = call.arguments.size();
  if (contains(receiver, "sched")) {
    const bool denoises = arguments >= 2 && !contains(receiver, "lr_") && !is_of_epoch(call, symbols);
    return denoises ? StepCall::kUpdate : StepCall::kNothing;
  }
  if (contains(receiver, "opt") || contains(receiver, "scaler")) return StepCall::kUpdate;
  const auto is_named = [&](std::string_view word) { return contains(receiver, word); };
  if (std::ranges::any_of(kOnlookers, is_named)) return StepCall::kNothing;
  if (is_of_epoch(call, symbols)) return StepCall::kPart;
  return arguments >= 2 ? StepCall::kUpdate : StepCall::kPart;
}

/// `loss_scaler(loss, optimizer, parameters=…)`; who is given a loader, too, makes many steps.
bool takes_loss_and_optimizer(const model::Call& call, const model::SymbolTable& symbols) {
  bool loss = false;
  bool optimizer = false;
  for (const model::Argument& argument : call.arguments) {
    const std::string_view name = last_name(*argument.value, symbols);
    if (contains(name, "loader")) return false;
    loss = loss || name == "loss" || name.ends_with("_loss");
    optimizer = optimizer || contains(name, "optim");
  }
  return loss && optimizer;
}

/// The hooks that it names run after a step of training: `self.call_hook("after_train_iter")`. Who registers a hook
/// says its name, too.
bool calls_hooks_after_step(const model::Call& call, const model::SymbolTable& symbols) {
  const auto* event = call.arguments.empty() ? nullptr : call.arguments.front().value->get_if<model::Constant>();
  if (event == nullptr || event->constant != model::ConstantKind::kString ||
      std::ranges::find(kAfterStep, event->text) == kAfterStep.end())
    return false;
  std::string_view verb = last_name(*call.callee, symbols);
  verb.remove_prefix(std::min(verb.find_first_not_of('_'), verb.size()));
  return std::ranges::any_of(kCallsHooks, [&](std::string_view each) { return verb.starts_with(each); });
}

}  // namespace

std::string_view last_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return symbols.text(name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return symbols.text(attribute->name);
  if (const auto* call = expression.get_if<model::Call>()) return last_name(*call->callee, symbols);
  return {};
}

const model::Name* root_name(const model::Expression& expression) {
  for (const model::Expression* at = &expression;;) {
    if (const auto* name = at->get_if<model::Name>()) return name;
    if (const auto* attribute = at->get_if<model::Attribute>()) {
      at = attribute->object;
    } else if (const auto* subscript = at->get_if<model::Subscript>()) {
      at = subscript->object;
    } else if (const auto* call = at->get_if<model::Call>()) {
      at = call->callee;
    } else {
      return nullptr;
    }
  }
}

StepCall step_call(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return StepCall::kNothing;
  if (takes_loss_and_optimizer(*call, symbols) || calls_hooks_after_step(*call, symbols)) return StepCall::kUpdate;
  const auto* method = call->callee->get_if<model::Attribute>();
  if (method == nullptr) return StepCall::kNothing;
  const std::string_view name = symbols.text(method->name);
  if (std::ranges::find(kUpdates, name) != kUpdates.end()) return StepCall::kUpdate;
  const std::string_view receiver = last_name(*method->object, symbols);
  if (name == "grad" && receiver == "autograd") return StepCall::kUpdate;
  if (name == "replay" && call->arguments.empty()) return StepCall::kReplay;
  return name == "step" ? step_of(receiver, *call, symbols) : StepCall::kNothing;
}

bool only_computes_gradients(const model::Expression& update, const model::SymbolTable& symbols) {
  const std::string_view name = last_name(update, symbols);
  return name == "backward" || name == "manual_backward" || name == "grad";
}

bool starts_evaluation(const model::Call& call, const model::SymbolTable& symbols) {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method == nullptr || !call.arguments.empty() || symbols.text(method->name) != "eval") return false;
  const auto* made = method->object->get_if<model::Call>();
  return made == nullptr || last_name(*made->callee, symbols) != "deepcopy";
}

}  // namespace syncfree::flow

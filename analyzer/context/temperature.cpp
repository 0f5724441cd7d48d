#include "analyzer/context/temperature.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/model/walk.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::context {

namespace {

using inference::FunctionInfo;
using inference::Project;

// Called once for each step by the frameworks that own the loop.
constexpr std::array<std::string_view, 10> kHotNames = {
    "forward",  "training_step", "validation_step", "train_step", "train_one_epoch",
    "backward", "compute_loss",  "decode_step",     "denoise",    "sample_step"};
// Construction, printing, loading, tests.
constexpr std::array<std::string_view, 22> kColdNames = {"__init__",
                                                         "__repr__",
                                                         "__str__",
                                                         "extra_repr",
                                                         "reset_parameters",
                                                         "_init_weights",
                                                         "init_weights",
                                                         "from_pretrained",
                                                         "__setstate__",
                                                         "__getstate__",
                                                         "__reduce__",
                                                         "state_dict",
                                                         "load_state_dict",
                                                         "setUp",
                                                         "setup",
                                                         "save_pretrained",
                                                         "__del__",
                                                         "_load_from_state_dict",
                                                         "_save_to_state_dict",
                                                         "configure_optimizers",
                                                         "__init_subclass__",
                                                         "__post_init__"};
// A loop that calls one of these is a training or decoding loop.
constexpr std::array<std::string_view, 4> kStepCalls = {"backward", "zero_grad", "training_step", "train_step"};

std::string_view last_name(const model::Expression& expression, const model::SymbolTable& symbols) {
  if (const auto* name = expression.get_if<model::Name>()) return symbols.text(name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) return symbols.text(attribute->name);
  if (const auto* call = expression.get_if<model::Call>()) return last_name(*call->callee, symbols);
  return {};
}

/// `@functools.lru_cache`: it runs once for each argument.
bool is_cached(const Project& project, const FunctionInfo& info) {
  return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
    const std::string_view name = last_name(*decorator, project.symbols());
    return name == "cache" || name.starts_with("lru_cache");
  });
}

std::optional<Heat> heat_by_name(const Project& project, const FunctionInfo& info) {
  if (info.is_marked_hot) return Heat::kHot;
  if (is_cached(project, info)) return Heat::kWarm;
  const std::string_view name = project.symbols().text(info.function->name);
  if (std::ranges::find(kHotNames, name) != kHotNames.end()) return Heat::kHot;
  if (std::ranges::find(kColdNames, name) != kColdNames.end() || name.starts_with("test_")) return Heat::kCold;
  return std::nullopt;
}

/// `loss.backward()`, `optimizer.step()`, `scheduler.step(noise, t, latents)`; a schedule of learning rates steps once
/// an epoch, and takes a number at most.
bool is_step_call(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr) return false;
  const std::string_view name = symbols.text(method->name);
  if (std::ranges::find(kStepCalls, name) != kStepCalls.end()) return true;
  if (name != "step") return false;
  const bool is_schedule = last_name(*method->object, symbols).find("sched") != std::string_view::npos;
  return !is_schedule || call->arguments.size() >= 2;
}

/// Finds the loops that step: of loops in each other the inner one, and those around it that step themselves, too (for
/// gradients of several batches); what else is in a loop over epochs runs once an epoch. True if the block steps
/// outside of such a loop.
bool collect_step_loops(const Project& project, model::Block block, std::vector<source::TextRange>& loops) {
  bool steps = false;
  const auto look_at = [&](const model::Expression* part) {
    model::walk(*part,
                [&](const model::Expression& expression) { steps |= is_step_call(expression, project.symbols()); });
  };
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass) continue;
    bool inside = false;
    model::for_each_part(*statement, look_at,
                         [&](model::Block inner) { inside |= collect_step_loops(project, inner, loops); });
    const bool is_loop =
        statement->kind == model::StatementKind::kFor || statement->kind == model::StatementKind::kWhile;
    if (is_loop && inside) loops.push_back(statement->range);
    steps |= inside && !is_loop;
  }
  return steps;
}

}  // namespace

bool Temperatures::in_step_loop(std::uint32_t context, source::TextRange range) const {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  const std::size_t functions = analysis_.world.project.functions().size();
  const std::size_t index = (code & inference::kModuleBody) != 0 ? functions + (code & ~inference::kModuleBody) : code;
  return std::ranges::any_of(step_loops_[index], [&](source::TextRange loop) { return loop.contains(range); });
}

Heat Temperatures::at(std::uint32_t context, source::TextRange range, bool guarded) const {
  if (guarded) return Heat::kCold;
  if (in_step_loop(context, range)) return Heat::kHot;
  return heat_[context];
}

Temperatures::Temperatures(const inference::Analysis& analysis, unsigned jobs) : analysis_(analysis) {
  const Project& project = analysis.world.project;
  const auto& contexts = analysis.world.contexts;
  heat_.assign(contexts.size(), Heat::kCold);
  callers_.resize(contexts.size());
  step_loops_.resize(project.functions().size() + project.modules().size());
  const std::size_t functions = project.functions().size();
  parallel::for_each_index(project.modules().size(), jobs, [&](std::size_t number) {
    const inference::ModuleInfo& module = project.modules()[number];
    collect_step_loops(project, module.input.module->body, step_loops_[functions + number]);
    for (const model::Function* function : module.input.module->functions) {
      collect_step_loops(project, function->body, step_loops_[module.first_function + function->id]);
    }
  });

  // A context is as hot as its hottest call; names that say it themselves overrule that.
  std::vector<bool> called(contexts.size(), false);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    for (const inference::CallEdge& edge : contexts[context].outcome.calls)
      called[edge.context] = called[edge.context] || edge.context != context;
  }
  std::vector<std::uint32_t> todo;
  std::vector<bool> fixed(contexts.size(), false);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    const std::uint32_t code = contexts[context].key.code;
    if ((code & inference::kModuleBody) != 0) {
      todo.push_back(context);
      continue;
    }
    const FunctionInfo& info = project.functions()[code];
    if (const std::optional<Heat> named = heat_by_name(project, info)) {
      // An object that is no module may well be built in every step.
      const bool is_plain_init = *named == Heat::kCold && called[context] && info.owner != inference::kNowhere &&
                                 !project.classes()[info.owner].is_module;
      if (!is_plain_init) {
        heat_[context] = *named;
        fixed[context] = true;
      }
    } else if (!called[context] || contexts[context].key.declared) {
      heat_[context] = Heat::kWarm;
    }
    todo.push_back(context);
  }
  while (!todo.empty()) {
    const std::uint32_t context = todo.back();
    todo.pop_back();
    for (const inference::CallEdge& edge : contexts[context].outcome.calls) {
      const Heat heat = at(context, edge.range, edge.guarded);
      if (fixed[edge.context] || heat <= heat_[edge.context] || edge.context == context) continue;
      heat_[edge.context] = heat;
      callers_[edge.context] = {context, edge.range};
      todo.push_back(edge.context);
    }
  }
}

}  // namespace syncfree::context

#include "analyzer/context/function_role.h"

#include <algorithm>
#include <array>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/name_words.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::Project;

namespace {

// Called once for each step by the frameworks that own the loop.
constexpr std::array<std::string_view, 18> kHotNames = {"forward",
                                                        "training_step",
                                                        "train_step",
                                                        "backward",
                                                        "compute_loss",
                                                        "decode_step",
                                                        "denoise",
                                                        "sample_step",
                                                        "optimizer_step",
                                                        "on_train_batch_start",
                                                        "on_train_batch_end",
                                                        "on_before_backward",
                                                        "on_after_backward",
                                                        "on_before_optimizer_step",
                                                        "on_before_zero_grad",
                                                        "on_step_begin",
                                                        "on_step_end",
                                                        "configure_gradient_clipping"};
// The same while they evaluate.
constexpr std::array<std::string_view, 9> kWarmNames = {"validation_step",
                                                        "test_step",
                                                        "predict_step",
                                                        "prediction_step",
                                                        "on_validation_batch_start",
                                                        "on_validation_batch_end",
                                                        "on_test_batch_start",
                                                        "on_test_batch_end",
                                                        "write_on_batch_end"};
// Construction, printing, loading, the end of an epoch.
constexpr std::array<std::string_view, 42> kColdNames = {"__init__",
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
                                                         "__post_init__",
                                                         "on_fit_start",
                                                         "on_fit_end",
                                                         "on_train_start",
                                                         "on_train_end",
                                                         "on_train_epoch_start",
                                                         "on_train_epoch_end",
                                                         "on_validation_epoch_start",
                                                         "on_validation_epoch_end",
                                                         "on_test_epoch_end",
                                                         "on_epoch_begin",
                                                         "on_epoch_end",
                                                         "TEST",
                                                         "TEST_F",
                                                         "TEST_P",
                                                         "TYPED_TEST",
                                                         "TEST_CASE",
                                                         "BOOST_AUTO_TEST_CASE",
                                                         "createPlugin",
                                                         "deserializePlugin",
                                                         "configurePlugin"};

// What frameworks call around each step of a loop that they own, by methods of a callback or a hook: Composer, fastai,
// MMEngine, detectron2, skorch.
constexpr std::array<std::string_view, 20> kStepHooks = {
    "batch_start",    "batch_end",         "before_batch",     "after_batch",    "before_forward",
    "after_forward",  "after_pred",        "before_loss",      "after_loss",     "before_backward",
    "after_backward", "before_step",       "after_step",       "on_batch_begin", "on_batch_start",
    "on_batch_end",   "before_train_iter", "after_train_iter", "on_substep_end", "microbatch_end"};

/// As the source spells it: the second overload of a C++ function is called `name (2)`.
std::string_view name_of(const Project& project, const FunctionInfo& info) {
  const std::string_view name = project.symbols().text(info.function->name);
  return name.substr(0, name.find(" ("));
}

/// `@functools.lru_cache`: it runs once for each argument.
bool is_cached(const Project& project, const FunctionInfo& info) {
  return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
    const std::string_view name = flow::last_name(*decorator, project.symbols());
    return name == "cache" || name.starts_with("lru_cache");
  });
}

/// `pdb.set_trace()`, whatever it is called with: somebody looks at each call.
bool stops_for_debugger(const Project& project, const FunctionInfo& info) {
  constexpr std::array<std::string_view, 2> kStops = {"set_trace", "breakpoint"};
  return std::ranges::any_of(info.function->body, [&](const model::Statement* statement) {
    const auto* alone = statement->get_if<model::ExpressionStatement>();
    const auto* call = alone == nullptr ? nullptr : alone->value->get_if<model::Call>();
    return call != nullptr && flow::is_among(kStops, flow::last_name(*call->callee, project.symbols()));
  });
}

bool gives_a_value(model::Block block) {
  return std::ranges::any_of(block, [](const model::Statement* statement) {
    if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
      return false;
    if (const auto* given = statement->get_if<model::Return>()) return given->value != nullptr;
    bool found = false;
    model::for_each_part(
        *statement, [](const model::Expression*) {}, [&](model::Block inner) { found |= gives_a_value(inner); });
    return found;
  });
}

/// `forwardPass`, `Forward_gpu`: C++ knows no name that all frameworks call. TensorRT's is
/// `enqueue(size, inputs, outputs, workspace, stream)`, of a plugin.
bool is_pass_of_cxx(const Project& project, const FunctionInfo& info) {
  if (project.modules()[info.module].input.module->language != model::Language::kCxx) return false;
  constexpr std::array<std::string_view, 2> kPasses = {"forward", "backward"};
  constexpr std::size_t kOfPlugin = 5;
  const std::string_view name = name_of(project, info);
  return flow::begins_with_word(name, kPasses) || (name == "enqueue" && info.function->parameters.size() >= kOfPlugin);
}

/// The forward pass of a `PostProcess`: it makes boxes or texts of what a model gave, for evaluation and for people.
bool is_postprocessing(const Project& project, const FunctionInfo& info) {
  if (!is_forward_pass(project, info)) return false;
  const std::string_view name = project.symbols().text(project.classes()[info.owner].definition->name);
  return name.contains("PostProcess") || name.contains("Postprocess");
}

/// `batch_end` of a class `Spikes(Callback)`
bool is_step_hook(const Project& project, const FunctionInfo& info) {
  if (info.owner == inference::kNowhere || !flow::is_among(kStepHooks, name_of(project, info))) return false;
  return std::ranges::any_of(project.classes()[info.owner].definition->bases, [&](const auto& base) {
    const std::string_view name = flow::last_name(*base.value, project.symbols());
    return name.contains("Callback") || name.contains("Hook");
  });
}

/// `loss(outputs, batch)` of a class that has a forward pass: who owns the loop calls both in each step.
bool is_loss_of_model(const Project& project, const FunctionInfo& info) {
  constexpr std::size_t kFewest = 3;  // itself, and two things to compare
  if (info.owner == inference::kNowhere || name_of(project, info) != "loss") return false;
  if (info.function->parameters.size() < kFewest) return false;
  const model::Symbol forward = project.symbols().find("forward");
  return forward && project.find_method(info.owner, forward) != inference::kNowhere;
}

/// The frontend for C++ says what a function is by decorators: `cxx.constructor`, `cxx.uncalled`.
bool is_marked(const Project& project, const FunctionInfo& info, std::string_view mark) {
  return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
    const model::Name* root = flow::root_name(*decorator);
    return root != nullptr && project.symbols().text(root->name) == "cxx" &&
           flow::last_name(*decorator, project.symbols()) == mark;
  });
}

}  // namespace

bool is_compiled(const Project& project, const FunctionInfo& info) {
  return std::ranges::any_of(info.function->decorators, [&](const model::Expression* decorator) {
    const model::Name* root = flow::root_name(*decorator);
    return root != nullptr && project.symbols().text(root->name) == "torch" &&
           flow::last_name(*decorator, project.symbols()) == "compile";
  });
}

bool makes_object(const Project& project, const FunctionInfo& info) { return is_marked(project, info, "constructor"); }

bool handles_saved_state(const Project& project, const FunctionInfo& info) {
  const std::string_view name = name_of(project, info);
  constexpr std::array<std::string_view, 4> kSaved = {"checkpoint", "ckpt", "pretrained", "state"};
  const auto verb = name.substr(std::min(name.find_first_not_of('_'), name.size()));
  const bool moves = verb.starts_with("save_") || verb.starts_with("load_") || verb.starts_with("restore_");
  const bool is_saved =
      std::ranges::any_of(kSaved, [&](std::string_view saved) { return name.find(saved) != std::string_view::npos; });
  return name.find("state_dict") != std::string_view::npos || (moves && is_saved);
}

std::optional<Heat> heat_by_name(const Project& project, const FunctionInfo& info) {
  if (info.is_marked_hot) return Heat::kHot;
  if (is_cached(project, info)) return Heat::kWarm;
  if (makes_object(project, info) || is_marked(project, info, "uncalled")) return Heat::kCold;
  if (stops_for_debugger(project, info)) return Heat::kCold;
  const std::string_view name = name_of(project, info);
  if (is_evaluation_step(project, info)) return Heat::kWarm;
  if (flow::is_among(kHotNames, name) || is_pass_of_cxx(project, info)) return Heat::kHot;
  if (is_step_hook(project, info) || is_loss_of_model(project, info)) return Heat::kHot;
  if (flow::is_among(kColdNames, name) || handles_saved_state(project, info)) return Heat::kCold;
  return std::nullopt;
}

bool runs_seldom(const Project& project, const FunctionInfo& info) {
  if (project.modules()[info.module].input.module->language != model::Language::kCxx) return false;
  constexpr std::array<std::string_view, 5> kSeldom = {"init", "initialize", "initialise", "dump", "print"};
  constexpr std::array<std::string_view, 6> kRounds = {"step", "frame", "iter", "iteration", "round", "batch"};
  const std::string_view name = name_of(project, info);
  return flow::begins_with_word(name, kSeldom) && !flow::holds_word(name, kRounds);
}

bool fills_tensors(const Project& project, const FunctionInfo& info) {
  if (project.modules()[info.module].input.module->language != model::Language::kCxx) return false;
  return std::ranges::count_if(info.function->parameters, [&](const model::Parameter& parameter) {
           return parameter.annotation != nullptr &&
                  flow::last_name(*parameter.annotation, project.symbols()) == "Tensor";
         }) > 1;
}

bool searches_rate(const Project& project, const FunctionInfo& info) {
  constexpr std::array<std::string_view, 2> kRates = {"lr", "lrs"};
  constexpr std::array<std::string_view, 4> kSearches = {"find", "finder", "range", "search"};
  const std::string_view name = name_of(project, info);
  if (flow::holds_word(name, kRates) && flow::holds_word(name, kSearches)) return true;
  // `record(model, loader, start_lr=1e-7, end_lr=1)`
  const auto takes = [&](std::string_view bound) {
    return std::ranges::any_of(info.function->parameters, [&](const model::Parameter& parameter) {
      return project.symbols().text(parameter.name) == bound;
    });
  };
  return takes("start_lr") && takes("end_lr");
}

bool is_of_metric(const Project& project, const FunctionInfo& info) {
  constexpr std::array<std::string_view, 3> kOfMetrics = {"update", "compute", "reset"};
  if (info.owner == inference::kNowhere || !flow::is_among(kOfMetrics, name_of(project, info))) return false;
  return std::ranges::any_of(project.classes()[info.owner].ancestors, [&](std::uint32_t ancestor) {
    return std::ranges::any_of(project.classes()[ancestor].definition->bases, [&](const model::Argument& base) {
      return flow::last_name(*base.value, project.symbols()) == "Metric";
    });
  });
}

bool is_forward_pass(const Project& project, const FunctionInfo& info) {
  return info.owner != inference::kNowhere && project.classes()[info.owner].is_module &&
         name_of(project, info) == "forward";
}

bool is_test_module(std::string_view name) {
  std::string_view last = name;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    last = name.substr(at, end - at);
    if (last == "tests" || last == "test") return true;
    if (at > 0 && end < name.size() && last == "benchmarks") return true;  // of a package
    at = end + 1;
  }
  return last.starts_with("test_") || last.ends_with("_test") || last.ends_with("_tests") || last == "conftest";
}

bool is_transforms_module(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames = {"transforms", "transform", "augmentations", "augmentation"};
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    if (flow::is_among(kNames, name.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

bool is_test_case(const Project& project, const FunctionInfo& info) {
  return name_of(project, info).starts_with("test_") && !gives_a_value(info.function->body);
}

bool is_evaluation_step(const Project& project, const FunctionInfo& info) {
  return flow::is_among(kWarmNames, name_of(project, info)) || is_postprocessing(project, info);
}

bool is_training_step(const Project& project, const FunctionInfo& info) {
  const std::string_view name = name_of(project, info);
  return info.owner != inference::kNowhere && name != "forward" && name != "backward" &&
         flow::is_among(kHotNames, name);
}

bool is_transfer(const Project& project, const FunctionInfo& info) {
  constexpr std::array<std::string_view, 6> kNames = {"to", "cpu", "cuda", "numpy", "tolist", "item"};
  const model::Function* outermost = info.function;
  while (outermost->enclosing != nullptr) outermost = outermost->enclosing;
  const FunctionInfo& method = project.functions()[project.modules()[info.module].first_function + outermost->id];
  return method.owner != inference::kNowhere && flow::is_among(kNames, project.symbols().text(outermost->name));
}

bool is_called_in_steps(const Project& project, const FunctionInfo& info) {
  if (info.owner == inference::kNowhere) return false;
  const std::string_view method = name_of(project, info);
  const std::string_view package = method == "step"       ? "torch.optim."
                                   : method == "__call__" ? "transformers.generation."
                                                          : std::string_view();
  return !package.empty() && std::ranges::any_of(project.classes()[info.owner].library_bases, [&](std::uint32_t base) {
    return project.catalog().row(base).name.starts_with(package);
  });
}

}  // namespace syncfree::context

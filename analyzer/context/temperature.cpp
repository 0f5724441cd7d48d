#include "analyzer/context/temperature.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/catalog/place.h"
#include "analyzer/context/epochs.h"
#include "analyzer/context/evaluation.h"
#include "analyzer/context/function_role.h"
#include "analyzer/context/passes_of_callers.h"
#include "analyzer/context/run_once.h"
#include "analyzer/context/samplers.h"
#include "analyzer/context/seldom_flags.h"
#include "analyzer/context/tryouts.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/mark_callers.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::Project;

Heat Temperatures::of_loop(Code code, source::TextRange range) const {
  const std::uint32_t loop = shapes_[code].loop_around(range);
  return loop == kNoLoop ? Heat::kCold : loop_heat_[code][loop];
}

Heat Temperatures::at(std::uint32_t context, source::TextRange range, bool guarded) const {
  const Code code = code_at(context);
  if (guarded || apart_[code] || is_seldom_asked_for(code, range)) return Heat::kCold;
  return std::max(of_loop(code, range), heat_[context]);
}

Heat Temperatures::most_in(std::uint32_t context) const {
  const Code code = code_at(context);
  return apart_[code] ? Heat::kCold : std::max(hottest_loop_[code], heat_[context]);
}

bool Temperatures::is_called_in_batches(std::uint32_t context) const {
  constexpr int kFarthest = 8;  // calls
  for (int calls = 0; calls < kFarthest; ++calls) {
    const Caller& caller = callers_[context];
    if (caller.context == inference::kNowhere) return false;
    const CodeShape& shape = shapes_[code_at(caller.context)];
    for (std::uint32_t loop = shape.loop_around(caller.range); loop != kNoLoop; loop = shape.loop_of(loop)) {
      if (shape.loops[loop].over_loader) return true;
    }
    context = caller.context;
  }
  return false;
}

/// A function makes a step if it does so outside of its loops, or calls one that does; the innermost loop around such
/// a call is a loop of training.
void Temperatures::find_steps() {
  // A call that may mean several methods makes a step if all of them do that do anything.
  struct Step {
    Code caller;
    source::TextRange call;
    bool by_name = false;
    std::uint32_t others = 0;  ///< methods that it may mean, of which no step is known
  };
  std::vector<Step> calls;
  std::vector<std::pair<Code, std::uint32_t>> called;  // numbers of calls, by what they may mean
  for (Code code = 0; code < shapes_.size(); ++code) {
    for (const CallLink& link : links_[code]) {
      if (!link.alone && shapes_[link.callee].is_stub) continue;
      const bool is_same = !link.alone && !calls.empty() && calls.back().caller == code && calls.back().by_name &&
                           calls.back().call == link.range;
      if (!is_same) calls.push_back({.caller = code, .call = link.range, .by_name = link.by_name});
      ++calls.back().others;
      called.emplace_back(link.callee, static_cast<std::uint32_t>(calls.size() - 1));
    }
  }
  const model::Callers calls_of(shapes_.size(), [&](const auto& add) {
    for (const auto& [callee, call] : called) add(callee, call);
  });
  std::vector<Code> todo;
  trains_.assign(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) {
    trains_[code] = shapes_[code].updates;
    if (trains_[code]) todo.push_back(code);
  }
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    for (const std::uint32_t number : calls_of[code]) {
      if (--calls[number].others > 0) continue;
      const Code caller = calls[number].caller;
      const std::uint32_t loop = shapes_[caller].loop_around(calls[number].call);
      if (loop != kNoLoop) {
        if (!shapes_[caller].loops[loop].updates) shapes_.change(caller).loops[loop].updates = true;
      } else if (!trains_[caller]) {
        trains_[caller] = true;
        todo.push_back(caller);
      }
    }
  }
}

/// Of what makes a step: whether it gets to more than gradients. Those alone, of a penalty or for a picture, may well
/// be computed every N steps.
void Temperatures::find_changes(const model::Callers& callers) {
  std::vector<bool> changes(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) changes[code] = shapes_[code].steps;
  model::mark_callers(changes, callers);
  steps_.assign(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) steps_[code] = trains_[code] && changes[code];
}

/// Marks the layers of Python that have a model's forward pass: what else stands there and is in no step's reach takes
/// no part in one.
void Temperatures::find_models() {
  const Project& project = analysis_->world.project;
  has_forward_.assign(project.layers().all().size(), false);
  for (Code code = 0; code < project.functions().size(); ++code) {
    const FunctionInfo& info = project.functions()[code];
    const bool is_python = project.modules()[info.module].input.module->language == model::Language::kPython;
    if (is_python && table_.role(code).is_forward_pass) has_forward_[layer_of(code)] = true;
  }
}

/// Marks the layers in which a step of training is seen: of what else stands there and no step gets to, it is known
/// that it takes no part. A graph is replayed by engines for inference, too, whose steps nobody may see.
void Temperatures::find_trained_layers() {
  const Project& project = analysis_->world.project;
  const model::Callers callers(shapes_.size(), [&](const auto& add) {
    for (Code code = 0; code < shapes_.size(); ++code) {
      for (const CallLink& link : links_[code]) {
        if (link.alone) add(link.callee, code);
      }
    }
  });
  std::vector<bool> trains(shapes_.size(), false);
  std::vector<Code> todo;
  const auto settle = [&](Code code) {
    if (!trains[code]) todo.push_back(code);
    trains[code] = true;
  };
  for (Code code = 0; code < shapes_.size(); ++code) {
    if (shapes_[code].trains || (code < project.functions().size() && table_.role(code).is_training_step)) settle(code);
  }
  trained_.assign(project.layers().all().size(), false);
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    trained_[layer_of(code)] = true;
    // Who calls a step makes one; who calls a loop of them does not.
    if (!trains_[code]) continue;
    for (const Code caller : callers[code]) settle(caller);
  }
}

/// Marks the layers of Python in which steps are seen, and those that import such a layer of the project.
void Temperatures::find_layers_with_steps() {
  const Project& project = analysis_->world.project;
  const inference::Layers& layers = project.layers();
  std::vector<bool> has_steps(layers.all().size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) {
    const bool is_of_python =
        project.modules()[contexts_->module_of_code(code)].input.module->language == model::Language::kPython;
    const std::uint32_t layer = layer_of(code);
    const bool has_step = trained_[layer] || has_forward_[layer] || hottest_loop_[code] == Heat::kHot;
    if (is_of_python && has_step && !layers.all()[layer].is_library) has_steps[layer] = true;
  }
  shows_steps_.assign(has_steps.size(), false);
  for (std::uint32_t from = 0; from < has_steps.size(); ++from) {
    for (std::uint32_t to = 0; to <= from && !shows_steps_[from]; ++to)
      shows_steps_[from] = has_steps[to] && layers.sees(from, to);
  }
}

void Temperatures::heat_loops(const model::Callers& callers) {
  const Project& project = analysis_->world.project;
  // Who gets to a module's forward pass.
  std::vector<bool> computes(shapes_.size(), false);
  for (Code code = 0; code < project.functions().size(); ++code) computes[code] = table_.role(code).is_forward_pass;
  model::mark_callers(computes, callers);
  const Epochs epochs = epochs_of(shapes_, links_, trains_);
  loop_heat_.resize(shapes_.size());
  for (Code code = 0; code < shapes_.size(); ++code) {
    const auto& loops = shapes_[code].loops;
    if (loops.empty()) continue;
    std::vector<bool> carries(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) carries[i] = loops[i].carries;
    const Heat beside_training = trained_[layer_of(code)] ? Heat::kCold : Heat::kWarm;
    const std::vector<bool>& trains_within = epochs.loops[code];
    std::vector<bool> passes(loops.size(), false);  // a model's forward pass
    auto& heat = loop_heat_[code];
    // What a run does once may hold its steps, in whatever loop, unless others are seen to be its steps.
    const FunctionRole* role = code < project.functions().size() ? &table_.role(code) : nullptr;
    // `__init__`, `setup`, `on_epoch_end`: what has a cold name has no steps but those of training.
    const bool is_cold = role != nullptr && (role->heat_by_name == std::optional(Heat::kCold) || role->searches_rate);
    const bool may_hold_steps =
        once_[code] && !is_cold && (!trained_[layer_of(code)] || begins_run(project, project.functions()[code]));
    heat.assign(loops.size(), may_hold_steps ? Heat::kWarm : Heat::kCold);
    // Its loops go over parameters and files, not over steps, or over steps that are no part of the training.
    if (role != nullptr && (role->handles_saved_state || role->searches_rate)) continue;
    for (const CallLink& link : links_[code]) {
      const std::uint32_t loop = shapes_[code].loop_around(link.range);
      if (loop == kNoLoop || !computes[link.callee]) continue;
      passes[loop] = true;
      if (!link.rare) heat[loop] = loops[loop].without_gradients ? beside_training : Heat::kWarm;
      if (std::ranges::find(loops[loop].carried_by, link.range) != loops[loop].carried_by.end()) carries[loop] = true;
    }
    // From the inside out: their numbers grow inwards.
    for (std::size_t i = loops.size(); i-- > 0;) {
      const LoopShape& loop = loops[i];
      if (loop.parent != kNoLoop && passes[i]) passes[loop.parent] = true;
      if (loop.without_gradients && !loop.carried_by.empty()) carries[i] = true;
      const bool evaluates = (epochs.evaluations[code][i] && !loop.updates) || loop.is_interlude;
      const bool goes_on = (carries[i] || loop.takes_part) && !trains_within[i] && !evaluates && !is_cold;
      // Clusters, and what else is computed once an epoch, may take many rounds.
      const bool is_of_epoch = (epochs.only_once[code] || builds_[code]) && !passes[i];
      if (goes_on && is_of_epoch) heat[i] = Heat::kWarm;
      // Between two actions there may be several steps of training.
      const bool steps = (loop.updates && !loop.is_interlude) || loop.acts || (goes_on && !is_of_epoch);
      if (steps) {
        heat[i] = Heat::kHot;
      } else if (evaluates) {
        heat[i] = std::min(heat[i], beside_training);  // once for each loader or model
      } else if (loop.over_loader && !(loop.asks_loader && epochs.calls[code][i])) {
        // Where the loop that trains is in sight, another one evaluates.
        const bool evaluates_alone = trained_[layer_of(code)] && !trains_within[i];
        const Heat of_batches = loop.only_looks || evaluates_alone ? Heat::kWarm : Heat::kHot;
        heat[i] = loop.without_gradients ? beside_training : of_batches;
      } else if (trains_within[i]) {
        heat[i] = Heat::kCold;  // the end of an epoch
      }
    }
    for (std::uint32_t i = 0; i < loops.size(); ++i) {
      if (const std::uint32_t outer = shapes_[code].loop_of(i); outer != kNoLoop)
        heat[i] = std::max(heat[i], heat[outer]);
    }
    note_in_loops(code, carries, trains_within);
    // Whoever calls it is not in sight: that it goes over batches then does not make them the program's steps. Where a
    // script trains, a loop of another training does.
    const Heat most = left_over_.most(code);
    for (std::size_t i = 0; i < loops.size() && most != Heat::kHot; ++i) {
      const bool trains_itself = most == Heat::kWarm && loops[i].updates && !loops[i].is_interlude;
      if (!trains_itself) heat[i] = std::min(heat[i], Heat::kWarm);
    }
  }
  hottest_loop_.assign(shapes_.size(), Heat::kCold);
  for (Code code = 0; code < shapes_.size(); ++code) {
    if (!loop_heat_[code].empty()) hottest_loop_[code] = std::ranges::max(loop_heat_[code]);
  }
}

/// What was found of the loops of a function.
void Temperatures::note_in_loops(Code code, const std::vector<bool>& carries, const std::vector<bool>& updates) {
  for (std::size_t i = 0; i < carries.size(); ++i) {
    const LoopShape& loop = shapes_[code].loops[i];
    if (loop.carries == carries[i] && (loop.updates || !updates[i])) continue;
    LoopShape& own = shapes_.change(code).loops[i];
    own.carries = carries[i];
    own.updates |= updates[i];
  }
}

/// Marks what is handed to those who call it in each step, and what never is in the step path.
void Temperatures::mark_handed() {
  const Project& project = analysis_->world.project;
  each_step_.assign(shapes_.size(), false);
  apart_.assign(shapes_.size(), false);
  for (std::size_t number = 0; number < project.modules().size(); ++number) {
    const inference::ModuleInfo& module = project.modules()[number];
    std::unordered_map<std::uint32_t, std::vector<Code>> by_name;  // made when first asked for
    const auto name_all = [&] {
      for (const model::Function* function : module.input.module->functions) {
        if (function->name) by_name[function->name.id].push_back(module.first_function + function->id);
      }
    };
    const auto mark = [&](const std::vector<Handed>& handed, std::vector<bool>& marks) {
      if (!handed.empty() && by_name.empty()) name_all();
      for (const Handed& each : handed) {
        const auto found = by_name.find(each.name.id);
        if (found == by_name.end()) continue;
        for (const Code code : found->second)
          marks[code] = marks[code] || (project.functions()[code].owner != inference::kNowhere) == each.is_method;
      }
    };
    const auto take = [&](Code code) {
      mark(shapes_[code].to_each_step, each_step_);
      mark(shapes_[code].to_data_workers, apart_);
    };
    take(static_cast<Code>(project.functions().size() + number));
    const bool is_test = module.input.in_tests || (module.input.module->language == model::Language::kPython &&
                                                   is_test_module(module.input.name));
    apart_[project.functions().size() + number] = is_test;
    for (const model::Function* function : module.input.module->functions) {
      const Code code = module.first_function + function->id;
      take(code);
      each_step_[code] = each_step_[code] || table_.role(code).is_each_step;
    }
    for (const model::Function* function : module.input.module->functions) {
      const Code code = module.first_function + function->id;
      const bool is_for_workers = project.functions()[code].reads_data && !each_step_[code];
      apart_[code] = apart_[code] || is_test || is_for_workers || table_.role(code).is_test_case;
    }
  }
  // What reads data for a function that a loader without workers calls in each step runs there, too.
  const auto functions = static_cast<Code>(project.functions().size());
  std::vector<Code> todo;
  for (Code code = 0; code < functions; ++code) {
    if (each_step_[code] && project.functions()[code].reads_data) todo.push_back(code);
  }
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    for (const CallLink& link : links_[code]) {
      if (link.callee >= functions || !apart_[link.callee]) continue;
      const FunctionInfo& callee = project.functions()[link.callee];
      if (!callee.reads_data || apart_[functions + callee.module] || table_.role(link.callee).is_test_case) continue;
      apart_[link.callee] = false;
      todo.push_back(link.callee);
    }
  }
}

/// What only constructors and their like call, or only what these call, takes no part in a step by itself.
void Temperatures::find_builders() {
  const Project& project = analysis_->world.project;
  std::vector<std::uint32_t> others(shapes_.size(), 0);  // calls of each, from elsewhere
  std::vector<bool> constructs(shapes_.size(), false);
  std::vector<Code> todo;
  for (Code code = 0; code < shapes_.size(); ++code) {
    constructs[code] =
        code < project.functions().size() && table_.role(code).heat_by_name == std::optional(Heat::kCold);
    if (constructs[code]) todo.push_back(code);
    for (const CallLink& link : links_[code]) {
      if (link.callee != code) ++others[link.callee];
    }
  }
  builds_.assign(shapes_.size(), false);
  while (!todo.empty()) {
    const Code code = todo.back();
    todo.pop_back();
    for (const CallLink& link : links_[code]) {
      if (link.callee == code || --others[link.callee] > 0) continue;
      builds_[link.callee] = true;
      if (!constructs[link.callee]) todo.push_back(link.callee);
    }
  }
  const auto functions = static_cast<Code>(project.functions().size());
  for (Code code = 0; code < shapes_.size(); ++code) {
    const std::uint32_t module = code < functions ? project.functions()[code].module : code - functions;
    for (const std::uint32_t id : shapes_[code].at_load) builds_[project.modules()[module].first_function + id] = true;
  }
}

/// It makes what a run needs, or goes over the epochs: outside of its loops it runs once, or once an epoch.
bool Temperatures::is_driver(Code code) const {
  const CodeShape& shape = shapes_[code];
  return shape.sets_up || std::ranges::any_of(shape.loops, [](const LoopShape& loop) {
           const bool trains = loop.updates && !loop.carries;
           return loop.over_loader && (trains || loop.without_gradients);
         });
}

namespace {

/// A method of a class below one that nobody sees, as those of frameworks are: these call it as often as they like.
bool is_below_unknown(const Project& project, Code code) {
  if (code >= project.functions().size()) return false;
  const std::uint32_t owner = project.functions()[code].owner;
  return owner != inference::kNowhere &&
         std::ranges::any_of(project.classes()[owner].ancestors,
                             [&](std::uint32_t ancestor) { return project.classes()[ancestor].has_unknown_base; });
}

/// It handles gradients, or tensors on the GPU go in and come out, as in a loss or a layer.
bool is_operator(const inference::Outcome& outcome, const CodeShape& shape, const FunctionRole* role) {
  const bool fills = role != nullptr && role->fills_tensors;
  return shape.handles_gradients ||
         (outcome.takes_tensor && (fills || values::known(catalog::holds_device_tensor(outcome.result))));
}

}  // namespace

bool Temperatures::computes_for_callers(std::uint32_t context) const {
  const Code code = code_at(context);
  const Project& project = analysis_->world.project;
  if (trains_[code] || each_step_[code]) return true;
  const FunctionRole* role = code < project.functions().size() ? &table_.role(code) : nullptr;
  return is_operator(analysis_->world.contexts[context].outcome, shapes_[code], role);
}

/// Whoever calls it goes on computing with what it gives.
bool Temperatures::is_part_of_step(std::uint32_t context) const {
  const Code code = code_at(context);
  if (is_driver(code) || builds_[code] || evaluates_[code]) return false;
  const FunctionRole* role = code < analysis_->world.project.functions().size() ? &table_.role(code) : nullptr;
  return is_operator(analysis_->world.contexts[context].outcome, shapes_[code], role);
}

/// By context. `is_given`: by code, it is handed to others.
std::vector<Temperatures::Called> Temperatures::find_called(const std::vector<bool>& is_given) const {
  std::vector<Called> called(contexts_->size(), Called::kNever);
  for (std::uint32_t context = 0; context < contexts_->size(); ++context) {
    const std::uint32_t module = contexts_->module_of_code(code_at(context));
    if (analysis_->world.project.modules()[module].input.is_library) continue;
    for (const inference::CallEdge& edge : contexts_->calls(context)) {
      // Who is above a layer makes nothing in it colder.
      const bool is_own = contexts_->layer(edge.context) == contexts_->layer(context);
      if (is_own && edge.context != context && !is_given[code_at(edge.context)])
        called[edge.context] = Called::kByItself;
    }
  }
  // Who calls a method of an object of which nothing is known says as much of how often it runs.
  std::vector<bool> is_named(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) {
    for (const CallLink& link : links_.named(code)) {
      if (link.callee != code) is_named[link.callee] = true;
    }
  }
  for (std::uint32_t context = 0; context < contexts_->size(); ++context) {
    if (called[context] == Called::kNever && is_named[code_at(context)]) called[context] = Called::kByName;
  }
  return called;
}

bool Temperatures::heat_alone(std::uint32_t context, Called by) {
  const Project& project = analysis_->world.project;
  const std::uint32_t number = analysis_->world.contexts[context].key.code;
  const Code code = code_at(context);
  const bool called = by != Called::kNever;
  if ((number & inference::kModuleBody) != 0) return false;
  if (apart_[code]) return true;
  const FunctionInfo& info = project.functions()[code];
  // Nobody but the scripts that are there calls what belongs to a program.
  const std::uint32_t layer_of_call = contexts_->layer(context);
  const bool is_of_strangers = project.layers().is_of_strangers(layer_of_call);
  const Heat most =
      std::min(left_over_.most(code), is_of_strangers ? left_over_.most_in_layer(layer_of(code)) : Heat::kHot);
  if (most == Heat::kCold) {
    heat_[context] = Heat::kCold;
    return true;
  }
  const FunctionRole& role = table_.role(code);
  std::optional<Heat> named = role.heat_by_name;
  if (named == Heat::kWarm && trained_[layer_of(code)] && role.is_evaluation_step) named = Heat::kCold;
  if (const std::optional<Heat>& least = of_callers_[context]) {
    heat_[context] = std::min(*least, most);
    return false;
  }
  if (named) {
    // An object that is no module may well be built in every step.
    const bool is_plain_init = *named == Heat::kCold && called && info.owner != inference::kNowhere &&
                               !project.classes()[info.owner].is_module;
    if (role.makes_object) return false;  // cold, unless somebody warmer makes such objects
    if (!is_plain_init) {
      heat_[context] = std::min(*named, most);
      return true;
    }
  }
  const bool is_declared = analysis_->world.contexts[context].key.declared;
  // Who computes gradients alone does so as often as those who call it want them.
  const bool own_calls = by == Called::kByItself || (!steps_[code] && called_[code]);
  const auto is_transform = [&] { return is_transforms_module(project.modules()[info.module].input.name); };
  const bool is_step =
      each_step_[code] || (trains_[code] && !own_calls && !shapes_[code].sets_up) ||
      // A function that its package calls with other options runs where that calls it.
      (!called && (is_declared || info.owner != inference::kNowhere) && is_part_of_step(context) && !is_transform());
  const bool is_all_steps = samples_[code] && !each_step_[code] && !trains_[code] && !is_below_unknown(project, code);
  if (is_step) {
    // A metric is asked beside the steps, whatever it gives.
    heat_[context] = is_all_steps || role.is_of_metric ? std::min(most, Heat::kWarm) : most;
  } else if (!called || is_declared) {
    const std::uint32_t layer = layer_of(code);
    // Not every call of C++ is followed to what it means.
    const bool shows_callers = project.modules()[info.module].input.module->language == model::Language::kPython;
    const bool is_beside_steps =
        ((shows_callers && (trained_[layer] || has_forward_[layer])) || role.is_transfer) && !is_transform();
    const bool is_once = once_[code] || role.runs_seldom;
    const bool takes_no_part = is_beside_steps && !answers(project, info, shapes_[code]);
    heat_[context] = is_driver(code) || takes_no_part || is_once ? Heat::kCold : Heat::kWarm;
  }
  return false;
}

Temperatures::Temperatures(const inference::Analysis& analysis, const ContextTable& contexts, ShapeTable table)
    : analysis_(&analysis),
      contexts_(&contexts),
      table_(std::move(table)),
      shapes_(table_.shapes()),
      links_(call_links(analysis, contexts, shapes_)) {
  heat_.assign(contexts.size(), Heat::kCold);
  callers_.resize(contexts.size());
  // Who is given a function calls it as well as those who name it: its callers are not all known.
  const CallLinks given = given_functions(analysis, shapes_, links_);
  std::vector<bool> is_given(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code) {
    for (const CallLink& link : given[code]) is_given[link.callee] = is_given[link.callee] || !link.rare;
  }
  const model::Callers callers(shapes_.size(), [&](const auto& add) {
    for (Code code = 0; code < shapes_.size(); ++code) {
      for (const CallLink& link : links_[code]) add(link.callee, code);
    }
  });
  find_steps();
  find_changes(callers);
  SeldomParts seldom = seldom_parts(analysis.world.project, shapes_, links_, is_given, steps_);
  seldom_parts_ = std::move(seldom.parts);
  flags_ = std::move(seldom.flags);
  for (const Tryout& tryout : tryouts(analysis.world.project)) {
    seldom_parts_.resize(shapes_.size());
    seldom_parts_[analysis.world.project.functions().size() + tryout.module].push_back(tryout.range);
  }
  find_builders();
  once_ = run_once(analysis.world.project, table_, links_, is_given);
  for (Code code = 0; code < shapes_.size(); ++code) once_[code] = once_[code] && !is_driver(code);
  find_trained_layers();
  find_models();
  find_programs(given);
  mark_evaluation_loops(analysis.world.project, shapes_, links_, trains_);
  evaluates_ = mark_evaluated(shapes_, links_);
  of_callers_ = passes_of_callers(analysis, contexts, table_, shapes_, links_);
  heat_loops(callers);
  samples_ = mark_samplers(shapes_, links_, loop_heat_);
  find_layers_with_steps();
  mark_handed();
  // A context is as hot as its hottest call; names that say it themselves overrule that.
  const std::vector<Called> called = find_called(is_given);
  called_.assign(shapes_.size(), false);
  for (std::uint32_t context = 0; context < contexts.size(); ++context)
    called_[code_at(context)] = called_[code_at(context)] || called[context] == Called::kByItself;
  std::vector<std::uint32_t> todo;
  std::vector<bool> fixed(contexts.size(), false);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    fixed[context] = heat_alone(context, called[context]);
    todo.push_back(context);
  }
  spread(std::move(todo), fixed, given);
}

}  // namespace syncfree::context

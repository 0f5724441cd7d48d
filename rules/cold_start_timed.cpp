// SF805: a benchmark that times the first runs of what it measures.
#include <algorithm>
#include <map>
#include <optional>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"
#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::cold_start_timed {

using engine::Action;
using engine::ActionKind;
using flow::Step;
using flow::StepKind;
using model::Expression;

namespace {

/// From a reading of a clock, or an event, to one that it is compared with.
struct Interval {
  const Action* first;
  const Action* last;
};

/// What happens to a module while it is set up, and runs none of it on the GPU.
bool only_sets_up(std::string_view method) {
  constexpr std::string_view kMethods[] = {
      "eval",         "train",           "to",       "cuda",       "half",  "float",      "bfloat16",
      "double",       "requires_grad_",  "load",     "parameters", "apply", "state_dict", "compile",
      "share_memory", "load_state_dict", "zero_grad"};
  return std::ranges::find(kMethods, method) != std::end(kMethods);
}

class Benchmark {
 public:
  explicit Benchmark(const engine::FunctionView& view)
      : view_(view), graph_(view.graph()), symbols_(view.analysis().world.project.symbols()) {}

  /// The call in a loop of the interval that is the same each time and is run there for the first time.
  const model::Call* first_runs(const Interval& interval) const {
    for (std::uint32_t loop = 0; loop < graph_.loops.size(); ++loop) {
      const flow::Loop& shape = graph_.loops[loop];
      const bool is_timed =
          shape.range.begin >= interval.first->range.end && shape.range.end <= interval.last->range.begin;
      if (!is_timed || !counts(shape) || trains(view_, loop)) continue;
      if (const model::Call* call = repeated_call(loop, interval)) return call;
    }
    return nullptr;
  }

 private:
  /// `for _ in range(100):`
  bool counts(const flow::Loop& loop) const {
    if (loop.kind != flow::LoopKind::kFor || loop.body.empty()) return false;
    for (std::uint32_t block = loop.head; block < loop.blocks_end; ++block) {
      for (const Step& step : graph_.blocks[block].steps) {
        if (step.kind != StepKind::kBind || !step.partial || step.value == nullptr) continue;
        if (step.expression->range.end > loop.body.front()->range.begin) return false;
        const auto* iterable = step.value->get_if<model::Call>();
        if (iterable == nullptr) return false;
        const auto operations = engine::operators_of(view_, *iterable);
        return !operations.empty() && operations.front()->name == "builtins.range";
      }
    }
    return false;
  }

  const model::Call* repeated_call(std::uint32_t loop, const Interval& interval) const {
    const flow::LoopEffects& effects = view_.code().effects(loop, symbols_);
    for (std::uint32_t block = graph_.loops[loop].head; block < graph_.loops[loop].blocks_end; ++block) {
      if (!graph_.inside(block, loop)) continue;
      for (const Action& action : view_.actions()[block]) {
        if (action.kind != ActionKind::kLaunch) continue;
        const Step& step = graph_.blocks[action.at.block].steps[action.at.step];
        const auto* call = step.expression->get_if<model::Call>();
        if (call == nullptr || call->range != action.range || call->arguments.empty()) continue;
        const bool keeps = std::ranges::all_of(call->arguments, [&](const model::Argument& argument) {
          return effects.keeps(*argument.value, [](const Expression&) { return std::optional<bool>(); });
        });
        if (keeps && is_first_run(*call, interval)) return call;
      }
    }
    return nullptr;
  }

  /// The callee is made in this function, and nothing has run it before the time starts.
  bool is_first_run(const model::Call& call, const Interval& interval) const {
    const auto* callee = call.callee->get_if<model::Name>();
    if (callee == nullptr || view_.code().is_read_in_functions(callee->name)) return false;
    const auto binds = graph_.binds.find(callee->name.id);
    if (binds == graph_.binds.end()) return false;
    const std::uint32_t loop = graph_.blocks[interval.first->at.block].loop;
    const bool is_made_here = std::ranges::all_of(binds->second, [&](flow::Point at) {
      const Step& step = graph_.blocks[at.block].steps[at.step];
      return !step.partial && step.value != nullptr && step.value->kind == model::ExpressionKind::kCall &&
             step.expression->range.end <= interval.first->range.begin && graph_.blocks[at.block].loop == loop;
    });
    return is_made_here && !ran_before(callee->name, interval.first->range.begin);
  }

  bool ran_before(model::Symbol name, std::uint32_t end) const {
    for (const flow::Block& block : graph_.blocks) {
      for (const Step& step : block.steps) {
        if (step.kind != StepKind::kEvaluate || step.expression->range.begin >= end) continue;
        const auto* call = step.expression->get_if<model::Call>();
        if (call != nullptr && (may_run(*call, name) || sounds_like_warming_up(*call))) return true;
      }
    }
    return false;
  }

  bool sounds_like_warming_up(const model::Call& call) const {
    return flow::last_name(call, symbols_).find("warm") != std::string_view::npos;
  }

  bool may_run(const model::Call& call, model::Symbol name) const {
    const auto is_it = [name](const Expression& expression) {
      const auto* read = expression.get_if<model::Name>();
      return read != nullptr && read->name == name;
    };
    if (is_it(*call.callee)) return true;
    const auto* method = call.callee->get_if<model::Attribute>();
    if (method != nullptr && is_it(*method->object)) return !only_sets_up(symbols_.text(method->name));
    const bool is_given = std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
      bool found = false;
      model::walk(*argument.value, [&](const Expression& part) { found |= is_it(part); });
      return found;
    });
    return is_given && !wraps(call);
  }

  /// `torch.compile(model)`, `print(model)`: runs none of it.
  bool wraps(const model::Call& call) const {
    const auto operations = engine::operators_of(view_, call);
    return !operations.empty() &&
           (operations.front()->name == "torch.compile" || operations.front()->name.starts_with("builtins."));
  }

  const engine::FunctionView& view_;
  const flow::Graph& graph_;
  const model::SymbolTable& symbols_;
};

/// All pairs of clock readings, and of events, of which one is compared with the other.
std::vector<Interval> intervals(const engine::FunctionView& view) {
  std::map<std::uint32_t, const Action*> starts;
  std::vector<Interval> found;
  const auto add = [&](const Pending& first, const Action& last) {
    const Action* start = starts.at(first.site);
    if (start->range.end <= last.range.begin) found.push_back({.first = start, .last = &last});
  };
  follow(view.graph(), view.actions(), {}, [&](const Action& action, PendingSet& state, bool report) {
    switch (action.kind) {
      case ActionKind::kFlow:
        state.flow(action);
        return;
      case ActionKind::kClock:
      case ActionKind::kRecord:
        starts[action.range.begin] = &action;
        state.forget_location(action.subject);
        state.add(action.subject, action.range.begin);
        return;
      case ActionKind::kSubtract:
        if (!report) return;
        for (const Pending& second : state.of(action.subject)) {
          for (const Pending& first : state.of(action.other)) add(first, *starts.at(second.site));
        }
        return;
      case ActionKind::kElapsed:
        if (!report) return;
        for (const Pending& first : state.of(action.subject)) add(first, action);
        return;
      default:
        return;
    }
  });
  return found;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock) && !view.calls(catalog::Role::kElapsed)) return matches;
  const Benchmark benchmark(view);
  for (const Interval& interval : intervals(view)) {
    const model::Call* call = benchmark.first_runs(interval);
    if (call == nullptr) continue;
    const bool is_known =
        std::ranges::any_of(matches, [call](const engine::FlowMatch& match) { return match.range == call->range; });
    if (is_known) continue;
    engine::FlowMatch match;
    match.range = call->range;
    match.message = shown(view, call->range) +
                    " runs for the first time while it is timed, so the time includes a set-up that happens once";
    match.hint = "run it a few times and call `torch.cuda.synchronize()` before the time starts";
    match.related.emplace_back(interval.first->range, "the time starts here");
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::cold_start_timed

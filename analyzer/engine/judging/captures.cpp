#include "analyzer/engine/judging/captures.h"

#include <algorithm>
#include <iterator>

#include "analyzer/engine/judging/dead_parts.h"
#include "analyzer/flow/solve.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

using catalog::Role;

/// What has happened on the ways to a place. Where a capture has ended on one of them, it has on all that began it:
/// `if (first) begin(); …; if (first) end();`
struct Capturing {
  bool begun = false;
  bool ended = false;
  bool on() const { return begun && !ended; }
  bool join(const Capturing& other) {
    const bool grows = (other.begun && !begun) || (other.ended && !ended);
    begun |= other.begun;
    ended |= other.ended;
    return grows;
  }
};

constexpr std::uint32_t kStartsCapture = inference::role_bit(Role::kCapture) |
                                         inference::role_bit(Role::kCaptureBegin) |
                                         inference::role_bit(Role::kCaptureCall);

void apply(const Action& action, Capturing& state) {
  if (action.kind == ActionKind::kCaptureBegin) state = {.begun = true, .ended = false};
  if (action.kind == ActionKind::kCaptureEnd) state = {.begun = false, .ended = true};
}

bool is_code_of_cxx(const inference::Analysis& analysis, std::uint32_t context) {
  const inference::World& world = analysis.world;
  return world.project.modules()[world.module_of(context)].input.module->language == model::Language::kCxx;
}

}  // namespace

Captures::Captures(const inference::Analysis& analysis, const context::ContextTable& table, FunctionViews& views)
    : whole_(analysis.world.contexts.size(), false) {
  const auto& contexts = analysis.world.contexts;
  std::unordered_map<std::uint32_t, std::uint64_t> done;  // by module
  const auto look = [&](std::uint32_t context, const auto& at_view) {
    const std::uint32_t module = analysis.world.module_of(context);
    if (cut_.contains(module)) return;
    const std::uint64_t before = work::total();
    const bool is_whole = work::within(analysis.most_work - done[module], [&] { at_view(views.of(context)); });
    done[module] += std::min(work::total() - before, analysis.most_work - done[module]);
    if (!is_whole) cut_.emplace(module, contexts[context].key.code);
  };
  for (const std::uint32_t context : analysis.world.in_order) {
    if (!analysis.live[context] || (table.roles(context) & kStartsCapture) == 0) continue;
    look(context, [&](const FunctionView& view) {
      look_into(context, view);
      if (view.calls(Role::kCaptureCall)) take_callables(view);
    });
  }
  count_calls(analysis);
  // What is called from captured code is captured too, in C++ if nobody else calls it.
  while (!todo_.empty()) {
    const std::uint32_t context = todo_.back();
    todo_.pop_back();
    if (whole_[context]) continue;
    whole_[context] = true;
    const auto& module = *analysis.world.project.modules()[analysis.world.module_of(context)].input.module;
    if (asks_for_a_goal(module)) look(context, [&](const FunctionView& view) { leave_out_dead(view); });
    for (const inference::CallEdge& edge : contexts[context].outcome.calls) {
      if (!analysis.world.decides(context, edge.context) || !holds(context, edge.range)) continue;
      if (!is_code_of_cxx(analysis, context) || ++captured_calls_[edge.context] == calls_[edge.context])
        todo_.push_back(edge.context);
    }
  }
}

/// Of a captured function: what asks whether it is captured, and does something else then.
void Captures::leave_out_dead(const FunctionView& view) {
  const DeadParts dead(view, Goal::kCapture);
  const auto leave_out = [&](source::TextRange range) {
    if (dead.hold(range)) dead_.emplace(view.context(), range.begin, range.end);
  };
  for (const Event& event : view.outcome().events) leave_out(event.range);
  for (const inference::CallEdge& edge : view.outcome().calls) leave_out(edge.range);
}

void Captures::count_calls(const inference::Analysis& analysis) {
  if (captured_calls_.empty()) return;
  const auto& contexts = analysis.world.contexts;
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    for (const inference::CallEdge& edge : contexts[context].outcome.calls) ++calls_[edge.context];
  }
  for (const auto& [context, captured] : captured_calls_) {
    if (captured == calls_[context]) todo_.push_back(context);
  }
}

bool Captures::holds(std::uint32_t context, source::TextRange range) const {
  const std::tuple place(context, range.begin, range.end);
  return whole_[context] ? !dead_.contains(place) : places_.contains(place);
}

std::optional<std::uint32_t> Captures::cut_in(std::uint32_t module) const {
  const auto found = cut_.find(module);
  return found == cut_.end() ? std::nullopt : std::optional(found->second);
}

void Captures::look_into(std::uint32_t context, const FunctionView& view) {
  const auto actions = view.actions();
  const std::vector<Capturing> before =
      flow::solve(view.graph(), Capturing{}, [&](std::uint32_t block, Capturing& state) {
        for (const Action& action : actions[block]) apply(action, state);
      });
  const auto captured = [&](source::TextRange range) {
    const std::optional<flow::Point> at = view.point_of(range);
    if (!at) return false;
    Capturing state = before[at->block];
    for (const Action& action : actions[at->block]) {
      if (action.at.step >= at->step) break;
      apply(action, state);
    }
    return state.on();
  };
  for (const Event& event : view.outcome().events) {
    if (captured(event.range)) places_.emplace(context, event.range.begin, event.range.end);
  }
  for (const inference::CallEdge& edge : view.outcome().calls) {
    if (!captured(edge.range)) continue;
    if (is_code_of_cxx(view.analysis(), context)) {
      places_.emplace(context, edge.range.begin, edge.range.end);
      ++captured_calls_[edge.context];
    } else {
      todo_.push_back(edge.context);
    }
  }
}

/// `torch.cuda.make_graphed_callables(f, …)` or `((f, g), …)`.
void Captures::take_callables(const FunctionView& view) {
  const inference::Analysis& analysis = view.analysis();
  const inference::Project& project = analysis.world.project;
  const auto take = [&](const values::Value& callable) {
    if (callable.entities == nullptr) return;
    for (const values::Entity& entity : callable.entities->items) {
      if (entity.kind == values::EntityKind::kFunction) {
        take_function(analysis, entity.index);
      } else if (entity.kind == values::EntityKind::kObject) {
        const model::Symbol forward = project.symbols().find("forward");
        const std::uint32_t method = project.find_method(analysis.world.class_of(entity.index), forward);
        if (method != inference::kNowhere) take_function(analysis, method);
      }
    }
  };
  for (const flow::Block& block : view.graph().blocks) {
    for (const flow::Step& step : block.steps) {
      const auto* call = step.kind == flow::StepKind::kEvaluate ? step.expression->get_if<model::Call>() : nullptr;
      if (call == nullptr || call->arguments.empty()) continue;
      const auto operations = operators_of(view, *call);
      if (operations.empty() || operations.front()->role != Role::kCaptureCall) continue;
      const values::Value* given = view.observation().value_of(*call->arguments.front().value);
      if (given == nullptr) continue;
      take(*given);
      if (given->aggregate == nullptr) continue;
      for (const values::Value& element : given->aggregate->elements) take(element);
    }
  }
}

void Captures::take_function(const inference::Analysis& analysis, std::uint32_t function) {
  std::ranges::copy(analysis.live_contexts.of(function), std::back_inserter(todo_));
}

}  // namespace syncfree::engine

// SF804: a measured time holds work that was queued before the clock was read first.
#include <algorithm>
#include <map>
#include <set>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::earlier_work_timed {

using engine::Action;
using engine::ActionKind;

namespace {

/// Work that was given to the GPU and not awaited; readings of a clock that came after such work, before and after
/// something has waited. Of each the last ones: nobody subtracts readings that lie far apart.
struct Unawaited {
  static constexpr std::size_t kMost = 64;
  using Reading = std::pair<std::uint32_t, std::uint32_t>;  // the place of the reading, and of the work before it

  std::set<std::uint32_t> work;
  std::set<Reading> early, awaited;

  bool join(const Unawaited& other) {
    work::count(work::Counted::kActions, other.work.size() + other.early.size() + other.awaited.size());
    const bool more_work = unite(work, other.work);
    const bool more_early = unite(early, other.early);
    return unite(awaited, other.awaited) || more_early || more_work;
  }
  template <class Item>
  static bool unite(std::set<Item>& into, const std::set<Item>& from) {
    const std::set<Item> before = into;
    into.insert(from.begin(), from.end());
    keep_last(into);
    return into != before;
  }
  template <class Item>
  static void keep_last(std::set<Item>& items) {
    while (items.size() > kMost) items.erase(items.begin());
  }
  static void forget(std::set<Reading>& readings, std::uint32_t clock) {
    std::erase_if(readings, [clock](const Reading& reading) { return reading.first == clock; });
  }
};

using Actions = std::vector<std::vector<Action>>;

/// Of a callable that was passed in nothing is known. Who calls it and `torch.cuda.synchronize()` measures what it
/// gives the GPU to do.
bool may_launch(const engine::FunctionView& view, const model::Call& call) {
  const auto& calls = view.outcome().calls;
  const bool is_followed =
      std::ranges::any_of(calls, [&call](const inference::CallEdge& edge) { return edge.range == call.range; });
  return !is_followed && engine::operators_of(view, call).empty() && call.callee->kind == model::ExpressionKind::kName;
}

/// All actions, and the calls of such callables where the function synchronizes.
Actions with_unknown_work(const engine::FunctionView& view) {
  Actions actions(view.actions().begin(), view.actions().end());
  const bool synchronizes = std::ranges::any_of(
      view.waits(), [](const engine::Wait& wait) { return wait.code == "SF601" && wait.name == "synchronize"; });
  if (!synchronizes) return actions;
  for (std::uint32_t block = 0; block < actions.size(); ++block) {
    const auto& steps = view.graph().blocks[block].steps;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      const auto* call =
          steps[i].kind == flow::StepKind::kEvaluate ? steps[i].expression->get_if<model::Call>() : nullptr;
      if (call != nullptr && may_launch(view, *call))
        actions[block].push_back({.kind = ActionKind::kLaunch, .range = call->range, .at = {block, i}});
    }
    std::ranges::stable_sort(actions[block], {}, [](const Action& action) { return action.at.step; });
  }
  return actions;
}

/// What the places of the function are.
class Places {
 public:
  Places(const engine::FunctionView& view, std::span<const std::vector<Action>> actions)
      : view_(view), graph_(view.graph()) {
    for (const auto& block : actions) {
      for (const Action& action : block) {
        if (action.kind == ActionKind::kLaunch || action.kind == ActionKind::kClock)
          actions_.try_emplace(action.range.begin, &action);
        if (action.wait != nullptr && action.wait->code == "SF101") copies_.try_emplace(action.range.begin, &action);
      }
    }
  }

  const Action& at(std::uint32_t place) const { return *actions_.at(place); }

  /// What is measured is a run of the same work, or a copy to the host and nothing else. Other work before it is most
  /// often little beside what is measured.
  bool spoils(std::uint32_t work, std::uint32_t first, std::uint32_t second) const {
    const std::string before = view_.text(at(work).range);
    bool runs_more = false;
    for (auto place = actions_.upper_bound(first); place != actions_.end() && place->first < second; ++place) {
      if (place->second->kind != ActionKind::kLaunch) continue;
      runs_more = true;
      if (view_.text(place->second->range) == before) return true;
    }
    const auto copy = copies_.upper_bound(first);
    if (runs_more || copy == copies_.end() || copy->first > second) return false;
    const std::uint32_t block = at(first).at.block;
    return copy->second->at.block == block && at(second).at.block == block;
  }

  /// The work is done once for each reading, and before it: not in the iteration before, whose rest each iteration of a
  /// loop may hold, nor before a loop in which the clock is read.
  bool comes_before(std::uint32_t work, const Action& clock) const {
    if (work >= clock.range.begin) return false;
    const std::uint32_t loop = graph_.blocks[clock.at.block].loop;
    return loop == flow::kNone || graph_.inside(at(work).at.block, loop);
  }

 private:
  const engine::FunctionView& view_;
  const flow::Graph& graph_;
  std::map<std::uint32_t, const Action*> actions_;
  std::map<std::uint32_t, const Action*> copies_;
};

/// (first reading, second) to the work that was queued before the first.
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;  // the first that spoils the time

void apply(const Action& action, Unawaited& state, const Places& places, Pairs& pairs) {
  const std::uint32_t site = action.range.begin;
  switch (action.kind) {
    case ActionKind::kWait:
      state.work.clear();
      state.awaited.merge(state.early);
      state.early.clear();
      Unawaited::keep_last(state.awaited);
      return;
    case ActionKind::kQuery:
      state = {};
      return;
    case ActionKind::kLaunch:
      state.work.insert(site);
      Unawaited::keep_last(state.work);
      return;
    case ActionKind::kClock:
      Unawaited::forget(state.early, site);
      Unawaited::forget(state.awaited, site);
      for (const auto& [first, work] : state.awaited) {
        if (first < site && places.spoils(work, first, site)) pairs.try_emplace({first, site}, work);
      }
      for (const std::uint32_t work : state.work) {
        if (places.comes_before(work, action)) state.early.emplace(site, work);
      }
      Unawaited::keep_last(state.early);
      return;
    default:
      return;
  }
}

engine::FlowMatch match_of(const engine::FunctionView& view, const Action& clock, const Action& work) {
  engine::FlowMatch match;
  match.range = clock.range;
  match.message = shown(view, clock.range) +
                  " is read while work from before it may still run on the GPU, so the time "
                  "that is measured from here holds that work";
  match.hint = "call `torch.cuda.synchronize()` before the clock is read first, or time with CUDA events";
  match.related.emplace_back(work.range, "this is queued before the time starts");
  return match;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock)) return matches;
  const Actions actions = with_unknown_work(view);
  const Places places(view, actions);
  Pairs pairs;
  flow::solve(view.graph(), Unawaited{}, [&](std::uint32_t block, Unawaited& state) {
    for (const Action& action : actions[block]) apply(action, state, places, pairs);
  });
  if (pairs.empty()) return matches;
  // Which readings are subtracted from which.
  std::set<std::uint32_t> reported;
  follow(view.graph(), actions, {}, [&](const Action& action, PendingSet& state, bool report) {
    if (action.kind == ActionKind::kFlow) state.flow(action);
    if (action.kind == ActionKind::kClock) state.add(action.subject, action.range.begin);
    if (action.kind != ActionKind::kSubtract || !report) return;
    for (const Pending& second : state.of(action.subject)) {
      for (const Pending& first : state.of(action.other)) {
        const auto found = pairs.find({first.site, second.site});
        if (found == pairs.end() || !reported.insert(first.site).second) continue;
        matches.push_back(match_of(view, places.at(first.site), places.at(found->second)));
      }
    }
  });
  return matches;
}

}  // namespace syncfree::rules::earlier_work_timed

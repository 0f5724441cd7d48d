// SF802: a synchronize in each iteration of a loop that is timed.
#include <algorithm>
#include <vector>

#include "analyzer/work/work.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules::sync_in_timed_loop {

using engine::Action;
using engine::ActionKind;

namespace {

/// What times something in the function, and where control gets from the heads of its loops.
class Timing {
 public:
  explicit Timing(const engine::FunctionView& view) : view_(view), reached_(view.graph().loops.size()) {
    for (const auto& block : view.actions()) {
      for (const Action& action : block) {
        if (action.kind == ActionKind::kElapsed || action.kind == ActionKind::kClock) actions_.push_back(&action);
      }
    }
  }

  bool times(const engine::Wait& wait) {
    const flow::Graph& graph = view_.graph();
    for (std::uint32_t loop = wait.loop; loop != flow::kNone; loop = graph.loops[loop].parent) {
      if (times(wait, loop)) return true;
    }
    return false;
  }

 private:
  /// Looks forwards from the loop's head and backwards from there: most often the next ones on both sides decide.
  bool times(const engine::Wait& wait, std::uint32_t loop) {
    const flow::Graph& graph = view_.graph();
    const flow::Loop& shape = graph.loops[loop];
    const auto block_of = [](const Action* action) { return action->at.block; };
    auto behind = std::ranges::lower_bound(actions_, shape.head, {}, block_of);
    auto ahead = behind;
    bool before = false;
    bool after = false;
    const auto look = [&](const Action& action) {
      work::count(work::Counted::kActions);
      if (action.kind != ActionKind::kClock) return;
      const bool comes_before = view_.code().dominance().dominates(action.at, wait.at);
      before |= comes_before;
      after |= !comes_before && is_reached(loop, action.at.block);
    };
    while (!before || !after || (behind != actions_.end() && block_of(*behind) < shape.blocks_end)) {
      const bool has_more = behind != actions_.end();
      if (!has_more && ahead == actions_.begin()) return false;
      if (has_more) {
        if (graph.inside(block_of(*behind), loop)) return true;
        look(**behind++);
      }
      if (ahead != actions_.begin()) look(**--ahead);
    }
    return true;
  }

  bool is_reached(std::uint32_t loop, std::uint32_t block) {
    if (reached_[loop].empty()) reached_[loop] = flow::reached_from(view_.graph(), view_.graph().loops[loop].head);
    return reached_[loop][block];
  }

  const engine::FunctionView& view_;
  std::vector<const Action*> actions_;
  std::vector<std::vector<bool>> reached_;  // by loop: from its head, by block; made when asked for
};

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock) && !view.calls(catalog::Role::kElapsed)) return matches;
  Timing timing(view);
  for (const engine::Wait& wait : view.waits()) {
    if (wait.code != "SF601" || wait.loop == flow::kNone || wait.event->guarded || !timing.times(wait)) continue;
    engine::FlowMatch match = match_at(view, wait);
    match.message = shown(view, wait) + " empties the GPU's queue in each iteration of a loop that is timed";
    match.hint =
        "synchronize once before the loop and once after it, or record an event pair per iteration and read them at "
        "the end";
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace syncfree::rules::sync_in_timed_loop

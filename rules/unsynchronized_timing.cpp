// SF801: host clocks around GPU work that nothing waits for.
#include <map>
#include <set>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::unsynchronized_timing {

using engine::Action;
using engine::ActionKind;

namespace {

/// Clock readings since which the host has not waited; `busy` are those after which the GPU was given work. Of each
/// the last ones: nobody subtracts readings that lie so far apart.
struct Since {
  static constexpr std::size_t kMost = 64;

  std::set<std::uint32_t> idle, busy;
  bool join(const Since& other) {
    work::count(work::Counted::kActions, other.idle.size() + other.busy.size());
    const bool more_idle = unite(idle, other.idle);
    return unite(busy, other.busy) || more_idle;
  }
  static bool unite(std::set<std::uint32_t>& into, const std::set<std::uint32_t>& from) {
    const std::set<std::uint32_t> before = into;
    into.insert(from.begin(), from.end());
    keep_last(into);
    return into != before;
  }
  static void keep_last(std::set<std::uint32_t>& readings) {
    while (readings.size() > kMost) readings.erase(readings.begin());
  }
};

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the first reading and the second, by their places

void apply(const Action& action, Since& state, std::set<Pair>& unsynchronized) {
  const std::uint32_t site = action.range.begin;
  switch (action.kind) {
    case ActionKind::kWait:
    case ActionKind::kQuery:
      state = {};
      return;
    case ActionKind::kLaunch:
      state.busy.merge(state.idle);
      state.idle.clear();
      Since::keep_last(state.busy);
      return;
    case ActionKind::kClock:
      for (const std::uint32_t first : state.busy) unsynchronized.emplace(first, site);
      state.busy.erase(site);
      state.idle.insert(site);
      Since::keep_last(state.idle);
      return;
    default:
      return;
  }
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock)) return matches;
  const auto actions = view.actions();
  std::set<Pair> unsynchronized;
  flow::solve(view.graph(), Since{}, [&](std::uint32_t block, Since& state) {
    for (const Action& action : actions[block]) apply(action, state, unsynchronized);
  });
  if (unsynchronized.empty()) return matches;
  // Which readings are subtracted from which.
  std::map<std::uint32_t, source::TextRange> clocks;
  std::set<std::uint32_t> reported;
  follow(view.graph(), actions, {}, [&](const Action& action, PendingSet& state, bool report) {
    if (action.kind == ActionKind::kFlow) state.flow(action);
    if (action.kind == ActionKind::kClock) {
      clocks[action.range.begin] = action.range;
      state.add(action.subject, action.range.begin);
    }
    if (action.kind != ActionKind::kSubtract || !report) return;
    for (const Pending& second : state.of(action.subject)) {
      for (const Pending& first : state.of(action.other)) {
        if (!unsynchronized.contains({first.site, second.site})) continue;
        if (!reported.insert(second.site).second) continue;
        engine::FlowMatch match;
        match.range = clocks.at(second.site);
        match.message = shown(view, match.range) +
                        " is read while the GPU may still be working, so the difference is the time to queue the work";
        match.hint = "time with CUDA events, or call `torch.cuda.synchronize()` before both readings";
        match.related.emplace_back(clocks.at(first.site), "the time starts here");
        matches.push_back(std::move(match));
      }
    }
  });
  return matches;
}

}  // namespace syncfree::rules::unsynchronized_timing

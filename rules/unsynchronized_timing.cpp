// SF801: host clocks around GPU work that nothing waits for.
#include <map>
#include <set>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::unsynchronized_timing {

using engine::Action;
using engine::ActionKind;

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the first reading and the second, by their places

/// A reading that some name still has, in a set of facts: its place, and whether the GPU was given work since.
std::uint32_t idle_since(std::uint32_t place) { return place * 2; }
bool is_busy(const Pending& reading) { return reading.site % 2 != 0; }
std::uint32_t place_of(const Pending& reading) { return reading.site / 2; }

void give_work(PendingSet& readings) {
  for (Pending& reading : readings.facts) reading.site |= 1U;
  const auto twice = std::ranges::unique(readings.facts);
  readings.facts.erase(twice.begin(), twice.end());
}

/// Of each two readings: on some way from the first to the second, by which a name keeps the first, the GPU is given
/// work and nothing waits for it.
std::set<Pair> unsynchronized_pairs(const engine::FunctionView& view, std::span<const std::vector<Action>> actions) {
  std::set<Pair> pairs;
  follow(view.graph(), actions, {}, [&](const Action& action, PendingSet& state, bool report) {
    if (state.settles(action)) return;
    if (action.kind == ActionKind::kLaunch) give_work(state);
    if (action.kind != ActionKind::kClock) return;
    const std::uint32_t place = action.range.begin;
    for (const Pending& first : state.facts) {
      if (report && is_busy(first)) pairs.emplace(place_of(first), place);
    }
    state.forget_location(action.subject);
    state.add(action.subject, idle_since(place));
  });
  return pairs;
}

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock)) return matches;
  const auto actions = view.actions();
  const std::set<Pair> unsynchronized = unsynchronized_pairs(view, actions);
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

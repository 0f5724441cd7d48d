// SF801: host clocks around GPU work that nothing waits for.
#include <algorithm>
#include <map>
#include <set>

#include "rules/shared/flow_match.h"
#include "rules/shared/pending.h"

namespace syncfree::rules::unsynchronized_timing {

using engine::Action;
using engine::ActionKind;

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the first reading and the second, by their places

/// What may still have a reading.
struct Holders {
  engine::Storage value;             ///< of the expression that reads the clock
  std::set<engine::Storage> places;  ///< that one, until a name gets the reading
  friend bool operator==(const Holders&, const Holders&) = default;
};

/// Clock readings since which the host has not waited, and whether the GPU was given work after them. The last ones:
/// nobody subtracts readings that lie so far apart.
class Since {
 public:
  bool join(const Since& other) {
    work::count(work::Counted::kActions, other.readings_.size());
    const auto before = readings_;
    for (const auto& [reading, holders] : other.readings_) {
      const auto [mine, is_new] = readings_.try_emplace(reading, holders);
      if (!is_new) mine->second.places.insert(holders.places.begin(), holders.places.end());
    }
    keep_last();
    return readings_ != before;
  }

  void apply(const Action& action, std::set<Pair>& unsynchronized) {
    if (readings_.empty() && action.kind != ActionKind::kClock) return;
    switch (action.kind) {
      case ActionKind::kWait:
      case ActionKind::kQuery:
        readings_.clear();
        return;
      case ActionKind::kLaunch:
        give_work();
        return;
      case ActionKind::kFlow:
        flow(action);
        return;
      case ActionKind::kClock:
        for (const auto& [reading, holders] : readings_) {
          if (reading.is_busy) unsynchronized.emplace(reading.place, action.range.begin);
        }
        std::erase_if(readings_, [&](const auto& each) { return each.first.place == action.range.begin; });
        readings_.emplace(Reading{action.range.begin, false}, Holders{action.subject, {action.subject}});
        keep_last();
        return;
      default:
        return;
    }
  }

 private:
  static constexpr std::size_t kMost = 64;

  struct Reading {
    std::uint32_t place;
    bool is_busy;
    friend auto operator<=>(const Reading&, const Reading&) = default;
  };

  void give_work() {
    if (std::ranges::all_of(readings_, [](const auto& each) { return each.first.is_busy; })) return;
    std::map<Reading, Holders> busy;
    for (auto& [reading, holders] : readings_) {
      const auto [both, is_new] = busy.try_emplace({reading.place, true}, holders);
      if (!is_new) both->second.places.insert(holders.places.begin(), holders.places.end());
    }
    readings_ = std::move(busy);
  }

  /// A name gets a reading, or another value: a reading that no name has any more is subtracted from nothing.
  void flow(const Action& action) {
    if (action.subject == action.other) return;
    for (auto& [reading, holders] : readings_) {
      const bool gets = holders.places.contains(action.other);
      if (gets && action.other == holders.value) holders.places.erase(action.other);
      if (gets) {
        holders.places.insert(action.subject);
      } else if (action.replaces) {
        holders.places.erase(action.subject);
      }
    }
    std::erase_if(readings_, [](const auto& each) { return each.second.places.empty(); });
  }

  void keep_last() {
    while (readings_.size() > kMost) readings_.erase(readings_.begin());
  }

  std::map<Reading, Holders> readings_;
};

}  // namespace

std::vector<engine::FlowMatch> match_flow(const engine::FunctionView& view) {
  std::vector<engine::FlowMatch> matches;
  if (!view.calls(catalog::Role::kClock)) return matches;
  const auto actions = view.actions();
  std::set<Pair> unsynchronized;
  flow::solve(view.graph(), Since{}, [&](std::uint32_t block, Since& state) {
    for (const Action& action : actions[block]) state.apply(action, unsynchronized);
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

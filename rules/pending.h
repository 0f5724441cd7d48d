// Facts about memory and events that hold until the host has waited: who may stand for what, and since when.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/engine/flow_rule.h"
#include "analyzer/flow/solve.h"

namespace syncfree::rules {

/// The memory or event `location` is in the state that began at the byte `site` of the source.
struct Pending {
  engine::Location location;
  std::uint32_t site;
  friend auto operator<=>(const Pending&, const Pending&) = default;
};

struct PendingSet {
  std::set<Pending> facts;
  std::set<std::pair<engine::Location, engine::Location>> same;  ///< both ways: they may be the same memory

  bool join(const PendingSet& other) {
    const std::size_t before = facts.size() + same.size();
    facts.insert(other.facts.begin(), other.facts.end());
    same.insert(other.same.begin(), other.same.end());
    return facts.size() + same.size() != before;
  }
  /// Also of what may be the same memory.
  void add(engine::Location location, std::uint32_t site) {
    facts.insert({location, site});
    for (const auto& [one, other] : same) {
      if (one == location) facts.insert({other, site});
    }
  }
  bool holds(engine::Location location) const {
    const auto first = facts.lower_bound({location, 0});
    return first != facts.end() && first->location == location;
  }
  void forget_location(engine::Location location) {
    std::erase_if(facts, [location](const Pending& fact) { return fact.location == location; });
  }
  void forget_site(std::uint32_t site) {
    std::erase_if(facts, [site](const Pending& fact) { return fact.site == site; });
  }
  /// A wait, or a question whether the GPU is done, ends all that is pending; values go on under other names. False for
  /// every other action.
  bool settles(const engine::Action& action) {
    if (action.kind == engine::ActionKind::kFlow) {
      flow(action);
      return true;
    }
    if (action.kind != engine::ActionKind::kWait && action.kind != engine::ActionKind::kQuery) return false;
    facts.clear();
    return true;
  }
  /// `action.subject` also stands for what `action.other` does.
  void flow(const engine::Action& action) {
    if (action.subject == action.other) return;
    std::set<Pending> more;
    for (const Pending& fact : facts) {
      if (fact.location == action.other) more.insert({action.subject, fact.site});
    }
    if (action.replaces) {
      forget_location(action.subject);
      std::erase_if(same,
                    [&](const auto& pair) { return pair.first == action.subject || pair.second == action.subject; });
    }
    facts.merge(more);
    if (!action.same) return;
    std::vector<engine::Location> alike = {action.other};
    for (const auto& [one, other] : same) {
      if (one == action.other && other != action.subject) alike.push_back(other);
    }
    for (const engine::Location location : alike) {
      same.emplace(action.subject, location);
      same.emplace(location, action.subject);
    }
  }
};

/// Carries the facts through the function. `apply(action, state)` is called for each action; when all is settled, once
/// more for each with `report` set.
template <class Apply>
void follow(const flow::Graph& graph, std::span<const std::vector<engine::Action>> actions, PendingSet at_entry,
            Apply&& apply) {
  const std::vector<PendingSet> before =
      flow::solve(graph, std::move(at_entry), [&](std::uint32_t block, PendingSet& state) {
        for (const engine::Action& action : actions[block]) apply(action, state, false);
      });
  for (std::uint32_t block = 0; block < actions.size(); ++block) {
    PendingSet state = before[block];
    for (const engine::Action& action : actions[block]) apply(action, state, true);
  }
}

}  // namespace syncfree::rules

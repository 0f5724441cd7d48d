// Facts about memory and events that hold until the host has waited: who may stand for what, and since when.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/engine/flow_rule.h"
#include "analyzer/flow/solve.h"
#include "analyzer/work/work.h"

namespace syncfree::rules {

/// The memory or event `location` is in the state that began at the byte `site` of the source.
struct Pending {
  engine::Storage location;
  std::uint32_t site;
  friend auto operator<=>(const Pending&, const Pending&) = default;
};

/// Both lists are sorted.
struct PendingSet {
  /// Names of one memory, and places that one name may stem from. Those beyond are not followed: no function has so
  /// many.
  static constexpr std::size_t kMostNames = 64;
  static constexpr std::size_t kMostSites = 64;

  std::vector<Pending> facts;
  std::vector<std::pair<engine::Storage, engine::Storage>> same;  ///< both ways: they may be the same memory

  bool join(const PendingSet& other) {
    work::count(work::Counted::kActions, other.facts.size() + other.same.size());
    const bool more_facts = unite(facts, other.facts);
    return unite(same, other.same) || more_facts;
  }
  /// Also of what may be the same memory.
  void add(engine::Storage location, std::uint32_t site) {
    insert({location, site});
    for (const engine::Storage other : alike(location)) insert({other, site});
  }
  /// The places that it stems from, in order.
  std::span<const Pending> of(engine::Storage location) const {
    const auto found = std::ranges::equal_range(facts, location, {}, &Pending::location);
    return {found.begin(), found.end()};
  }
  bool holds(engine::Storage location) const { return !of(location).empty(); }
  void forget_location(engine::Storage location) {
    const auto found = std::ranges::equal_range(facts, location, {}, &Pending::location);
    facts.erase(found.begin(), found.end());
  }
  void forget_site(std::uint32_t site) {
    std::erase_if(facts, [site](const Pending& fact) { return fact.site == site; });
  }
  /// What `is_gone(location)` says of is never looked at again.
  template <class IsGone>
  void forget(const IsGone& is_gone) {
    std::erase_if(facts, [&](const Pending& fact) { return is_gone(fact.location); });
    std::erase_if(same, [&](const auto& pair) { return is_gone(pair.first) || is_gone(pair.second); });
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
    const std::span<const Pending> stems = of(action.other);
    const std::vector<Pending> more(stems.begin(), stems.end());
    work::count(work::Counted::kActions, more.size());
    if (action.replaces) {
      forget_location(action.subject);
      for (const engine::Storage other : alike(action.subject)) {
        part(action.subject, other);
        part(other, action.subject);
      }
    }
    for (const Pending& fact : more) insert({action.subject, fact.site});
    if (!action.same) return;
    std::vector<engine::Storage> names = alike(action.other);
    if (names.size() >= kMostNames) return;
    names.push_back(action.other);
    for (const engine::Storage name : names) {
      if (name == action.subject) continue;
      put(same, std::pair(action.subject, name));
      put(same, std::pair(name, action.subject));
    }
  }

 private:
  template <class Item>
  static void put(std::vector<Item>& items, const Item& item) {
    const auto place = std::ranges::lower_bound(items, item);
    if (place == items.end() || *place != item) items.insert(place, item);
  }
  void part(engine::Storage a, engine::Storage b) {
    const auto place = std::ranges::lower_bound(same, std::pair(a, b));
    if (place != same.end() && *place == std::pair(a, b)) same.erase(place);
  }
  void insert(const Pending& fact) {
    put(facts, fact);
    const auto found = std::ranges::equal_range(facts, fact.location, {}, &Pending::location);
    if (found.size() > kMostSites) facts.erase(found.end() - 1);
  }
  static bool unite(std::vector<std::pair<engine::Storage, engine::Storage>>& into,
                    const std::vector<std::pair<engine::Storage, engine::Storage>>& from) {
    if (std::ranges::includes(into, from)) return false;
    std::vector<std::pair<engine::Storage, engine::Storage>> all;
    std::ranges::set_union(into, from, std::back_inserter(all));
    into = std::move(all);
    return true;
  }
  /// Of one name the first places stay, whichever side brings them.
  static bool unite(std::vector<Pending>& into, const std::vector<Pending>& from) {
    if (std::ranges::includes(into, from)) return false;
    std::vector<Pending> all;
    std::ranges::set_union(into, from, std::back_inserter(all));
    std::size_t kept = 0;
    std::size_t of_one = 0;
    for (const Pending& fact : all) {
      of_one = kept > 0 && all[kept - 1].location == fact.location ? of_one + 1 : 1;
      if (of_one <= kMostSites) all[kept++] = fact;
    }
    all.resize(kept);
    if (all == into) return false;
    into = std::move(all);
    return true;
  }
  std::vector<engine::Storage> alike(engine::Storage location) const {
    std::vector<engine::Storage> found;
    for (const auto& pair : std::ranges::equal_range(same, location, {}, [](const auto& each) { return each.first; }))
      found.push_back(pair.second);
    work::count(work::Counted::kActions, found.size());
    return found;
  }
};

/// The last block in which each location may still be looked at: where it is spoken of, and every block from which
/// control comes back there. What the function may meet again when it is called again is looked at for ever.
class LastLooks {
 public:
  LastLooks(const flow::Graph& graph, std::span<const std::vector<engine::Action>> actions);
  /// Behind the block.
  bool is_gone(engine::Storage location, std::uint32_t block) const {
    const std::uint32_t last = location < last_.size() ? last_[location] : 0;
    return last < block || (last == block && !leads_back_[block]);
  }

 private:
  std::vector<std::uint32_t> last_;  // by location
  std::vector<bool> leads_back_;     // by block: to where a loop begins again
};

/// What holds before each block.
template <class Apply>
std::vector<PendingSet> pending_before(const flow::Graph& graph, std::span<const std::vector<engine::Action>> actions,
                                       PendingSet at_entry, const LastLooks& looks, Apply&& apply) {
  return flow::solve(graph, std::move(at_entry), [&](std::uint32_t block, PendingSet& state) {
    work::count(work::Counted::kActions, actions[block].size());
    for (const engine::Action& action : actions[block]) apply(action, state);
    state.forget([&](engine::Storage location) { return looks.is_gone(location, block); });
  });
}

/// Carries the facts through the function. `apply(action, state)` is called for each action; when all is settled, once
/// more for each with `report` set.
template <class Apply>
void follow(const flow::Graph& graph, std::span<const std::vector<engine::Action>> actions, PendingSet at_entry,
            Apply&& apply) {
  const LastLooks looks(graph, actions);
  const std::vector<PendingSet> before =
      pending_before(graph, actions, std::move(at_entry), looks,
                     [&](const engine::Action& action, PendingSet& state) { apply(action, state, false); });
  for (std::uint32_t block = 0; block < actions.size(); ++block) {
    PendingSet state = before[block];
    for (const engine::Action& action : actions[block]) apply(action, state, true);
  }
}

}  // namespace syncfree::rules

#include "analyzer/summary/alternatives.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace syncfree::summary {

namespace {

constexpr std::size_t kMostJoined = 8;
/// Of one function, with those that follow from others.
constexpr std::size_t kMostAlike = 200;

/// It waits where the other does, and maybe elsewhere.
bool implies(const InnerWait& general, const InnerWait& special) {
  const bool is_wider = general.operands.empty() ||
                        (!special.operands.empty() && std::ranges::includes(general.operands, special.operands));
  return is_wider && std::ranges::includes(special.guards, general.guards);
}

/// Both wait for some of the same operands, or nobody knows for which.
std::set<std::uint32_t> shared(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
  std::set<std::uint32_t> common;
  std::ranges::set_intersection(a, b, std::inserter(common, common.end()));
  return common;
}

/// What holds if one guard does not matter; nothing: more than one differs.
std::optional<InnerWait> without(const InnerWait& a, const InnerWait& b, const Guard& guard) {
  const auto excludes = [&](const Guard& one) { return one == guard.negated() || one.negated() == guard; };
  const auto place = std::ranges::find_if(b.guards, excludes);
  if (place == b.guards.end()) return std::nullopt;
  const Guard other = *place;
  InnerWait both = a;
  std::erase(both.guards, guard);
  for (const Guard& each : b.guards) {
    if (each == other) continue;
    if (std::ranges::binary_search(a.guards, each.negated())) return std::nullopt;
    both.guards.push_back(each);
  }
  std::ranges::sort(both.guards);
  const auto repeated = std::ranges::unique(both.guards);
  both.guards.erase(repeated.begin(), repeated.end());
  both.needs_operands = a.needs_operands || b.needs_operands;
  both.operands = shared(a.operands, b.operands);
  both.is_repeated = a.is_repeated && b.is_repeated;
  return both.guards.size() > kMostJoined ? std::nullopt : std::optional(std::move(both));
}

bool is_told(const InnerWait& wait) {
  return std::ranges::none_of(wait.guards, [](const Guard& guard) { return !guard.is_told(); });
}

}  // namespace

std::vector<InnerWait> decided(std::vector<InnerWait> waits) {
  const auto add = [&](InnerWait&& wait) {
    const auto is_known = [&](const InnerWait& other) { return implies(other, wait); };
    if (waits.size() < kMostAlike && std::ranges::none_of(waits, is_known)) waits.push_back(std::move(wait));
  };
  for (std::size_t i = 1; i < waits.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      for (std::size_t g = 0; g < waits[k].guards.size(); ++g) {
        const Guard guard = waits[k].guards[g];
        if (auto both = without(waits[k], waits[i], guard)) add(std::move(*both));
      }
    }
  }
  std::erase_if(waits, [](const InnerWait& wait) { return !is_told(wait); });
  std::vector<InnerWait> kept;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    bool is_implied = false;
    for (std::size_t k = 0; k < waits.size(); ++k)
      is_implied = is_implied || (k != i && implies(waits[k], waits[i]) && (k < i || !implies(waits[i], waits[k])));
    if (!is_implied) kept.push_back(waits[i]);
  }
  return kept;
}

}  // namespace syncfree::summary

#include "analyzer/context/facts.h"

#include <algorithm>

namespace syncfree::context {

void MovedPlaces::add(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now) {
  for (std::size_t i = 0; i < before.size(); ++i) places_.emplace_back(before[i], now[i]);
}

bool MovedPlaces::are_in_order() {
  std::ranges::sort(places_);
  const auto again = std::ranges::unique(places_);
  places_.erase(again.begin(), again.end());
  for (std::size_t i = 1; i < places_.size(); ++i) {
    if (places_[i - 1].first >= places_[i].first || places_[i - 1].second >= places_[i].second) return false;
  }
  return true;
}

std::optional<std::uint32_t> MovedPlaces::now(std::uint32_t before) const {
  const auto found = std::ranges::lower_bound(places_, before, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
  if (found == places_.end() || found->first != before) return std::nullopt;
  return found->second;
}

std::optional<source::TextRange> MovedPlaces::now(source::TextRange before) const {
  const std::optional<std::uint32_t> begin = now(before.begin);
  const std::optional<std::uint32_t> end = now(before.end);
  if (!begin || !end) return std::nullopt;
  return source::TextRange{*begin, *end};
}

}  // namespace syncfree::context

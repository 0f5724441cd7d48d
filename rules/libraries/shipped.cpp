#include "rules/libraries/shipped.h"

#include <algorithm>

namespace syncfree::rules {

std::string_view shipped_summary(std::string_view package) {
  const std::span<const ShippedSummary> all = shipped_summaries();
  const auto found = std::ranges::lower_bound(all, package, {}, &ShippedSummary::package);
  return found == all.end() || found->package != package ? std::string_view() : found->text;
}

}  // namespace syncfree::rules

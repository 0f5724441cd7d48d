// The summaries of libraries that come with the program.
#pragma once

#include <span>
#include <string_view>

namespace syncfree::rules {

/// The rule that tells of waits inside of a library's calls.
inline constexpr std::string_view kWaitInside = "SF506";

struct ShippedSummary {
  std::string_view package;  ///< as it is imported
  std::string_view text;     ///< JSON (analyzer/summary/summary_json.h)
};

/// Sorted by package.
std::span<const ShippedSummary> shipped_summaries();

/// Empty if there is none.
std::string_view shipped_summary(std::string_view package);

}  // namespace syncfree::rules

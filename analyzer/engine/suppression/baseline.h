// Findings that are known from an earlier run, apart from new ones, while the code around them changes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::engine {

/// A finding as it is remembered: no line number, since lines move.
struct BaselineEntry {
  std::string path;  ///< '/'-separated, relative to the baseline's folder
  std::string code;
  std::string function;  ///< qualified; empty at module level
  std::string text;      ///< the finding's tokens
  std::string line;      ///< those of its first line

  friend bool operator==(const BaselineEntry&, const BaselineEntry&) = default;
};

/// A text as entries hold it: its tokens, of many only the beginning and the length.
std::string baseline_words(std::string_view text);

BaselineEntry baseline_entry(const Finding& finding, const ReportedFile& file, std::string path);

/// For each of `found` the number of the entry that it is, each entry once. Exact matches go first; then a changed line
/// in the same function; then a renamed function with the same line; then, where `is_gone` says so of the entry's path,
/// the same line and function in another file.
std::vector<std::optional<std::size_t>> match_baseline(std::span<const BaselineEntry> entries,
                                                       std::span<const BaselineEntry> found,
                                                       const std::function<bool(const std::string& path)>& is_gone);

}  // namespace syncfree::engine

// The baseline file: what `--write-baseline` leaves and `--baseline` takes.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/engine/suppression/baseline.h"

namespace syncfree::driver {

struct Baseline {
  std::filesystem::path folder;  ///< absolute, without links; the entries' paths are relative to it
  std::vector<engine::BaselineEntry> entries;
};

/// The error is one line that names the file: not there, no baseline, or one of another version.
std::expected<Baseline, std::string> read_baseline(const std::string& path);

/// The text of a baseline file at `path` that holds the report's findings, without those that are suppressed.
std::string baseline_text(const engine::Report& report, const std::string& path);

/// Marks the report's findings that are in the baseline as suppressed. Of findings alike, `is_wanted` ones go first.
/// Returns the entries that no finding is any more, of files that were analysed or are gone.
std::vector<engine::BaselineEntry> apply_baseline(const Baseline& baseline, engine::Report& report,
                                                  const std::function<bool(const engine::Finding&)>& is_wanted);

}  // namespace syncfree::driver

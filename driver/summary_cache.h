// Summaries of whole units on disk, so that a unit that has not changed is not analysed again. In doubt it is: what is
// kept counts only for the same program, files, contents, module names and assumptions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/unit.h"
#include "driver/unit_analysis.h"

namespace syncfree::driver {

struct KeptSummaries {
  std::vector<AnalysedFile> files;       ///< by file of the unit
  bool are_libraries_cut_short = false;  ///< they led to more than is read
};

/// Nothing unless all that is needed is there and whole, and no file has changed. Of files that are neither reported
/// nor pointed to only an empty entry is returned. Where the request keeps what is found, the stamps of files that had
/// to be compared are renewed.
std::optional<KeptSummaries> load_summaries(const std::filesystem::path& folder, const Unit& unit,
                                            const UnitSetup& setup);

/// Nanoseconds since 1970; what was written after it is not in the summaries.
std::int64_t time_before_reading();

/// What cannot be kept (a folder that cannot be written, texts that are not on disk) is not kept, and nothing is said.
void store_summaries(const std::filesystem::path& folder, const Unit& unit, const UnitSetup& setup,
                     const std::vector<AnalysedFile>& analysed, const LibraryReads& reads, std::int64_t started);

}  // namespace syncfree::driver

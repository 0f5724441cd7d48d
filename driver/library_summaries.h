// Knowledge of libraries without their sources: summaries that come with the program, and those that a user names.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/more_rows.h"

namespace syncfree::driver {

using SharedRows = std::shared_ptr<const catalog::TextRows>;

/// A summary that the user made: `syncfree-lint summarize`.
struct NamedSummary {
  std::string package;  ///< as it is imported
  std::uint64_t hash = 0;
  SharedRows rows;

  friend bool operator==(const NamedSummary& a, const NamedSummary& b) {
    return a.package == b.package && a.hash == b.hash;
  }
};

/// In the order of `files`. The error is one line with the path.
std::expected<std::vector<NamedSummary>, std::string> load_summaries(std::span<const std::filesystem::path> files);

/// Of the packages that are imported, but for those in `own`: those that the user named, else (`takes_shipped`) those
/// that come with the program. In the order of packages; the same pointers for the same packages in one process.
std::vector<SharedRows> rows_of(const std::set<std::string>& imported, const std::set<std::string>& own,
                                std::span<const NamedSummary> named, bool takes_shipped);

}  // namespace syncfree::driver

// The summary of a package, made from its sources. Nothing of it is imported or executed.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/catalog/more_rows.h"
#include "analyzer/engine/report_data.h"
#include "analyzer/summary/summary.h"
#include "driver/progress.h"

namespace syncfree::driver {

struct SummaryRequest {
  std::filesystem::path folder;  ///< of the package: it has an `__init__.py`
  /// What is known of other libraries.
  std::vector<std::shared_ptr<const catalog::TextRows>> others;
  unsigned jobs = 1;
};

struct MadeSummary {
  summary::Summary summary;
  std::vector<engine::Problem> problems;  ///< of files that could not be read; the rest is summarized without them
};

/// The error is one line. The version is that of the package's `.dist-info` beside it; empty if there is none.
std::expected<MadeSummary, std::string> summarize_package(const SummaryRequest& request, Progress& progress);

}  // namespace syncfree::driver

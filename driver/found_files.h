// The files that a run reads, and the settings that hold for each.
#pragma once

#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/source/file_discovery.h"
#include "driver/file_settings.h"
#include "driver/request.h"

namespace syncfree::driver {

struct FoundFiles {
  std::vector<std::string> paths;
  std::vector<engine::Problem> problems;
  std::string fault;       ///< a configuration is wrong: one line
  bool cut_short = false;  ///< the search came to its limits
};

/// `request` must outlive it.
FileSettings settings_of_files(const CheckRequest& request);

/// Reads the configurations around the files on the way.
FoundFiles find_files(const CheckRequest& request, FileSettings& settings, const source::SearchLimits& limits = {});

/// A path that somebody named, and that is not there.
bool is_missing(const std::string& path);

}  // namespace syncfree::driver

// What the analysis says of one file, whichever of its unit's files are reported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/judging/insight.h"
#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/engine/report_data.h"

namespace syncfree::driver {

/// Files are numbered as in their unit.
struct FileSummary {
  std::vector<engine::Problem> problems;
  std::vector<engine::Finding> findings;      ///< of all rules and levels, sorted by position and code
  std::vector<engine::OutsideCall> calls;     ///< sorted by position
  std::vector<engine::HotFunction> hot = {};  ///< sorted by position
};

}  // namespace syncfree::driver

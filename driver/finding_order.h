// The order of findings in a report.
#pragma once

#include <string_view>
#include <tuple>

#include "analyzer/engine/finding.h"

namespace syncfree::driver {

inline auto order(const engine::Finding& finding) {
  return std::tuple(finding.file, finding.range.begin, finding.range.end, std::string_view(finding.code));
}

}  // namespace syncfree::driver

// Which findings go first where a format has room for some only.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// Numbers of the findings that are not suppressed, worst first: by severity, then how often the code runs, how sure
/// the finding is and how deep in loops it stands; equal ones in the report's order.
std::vector<std::size_t> worst_first(const engine::Report& report);

}  // namespace syncfree::report

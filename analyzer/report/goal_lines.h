// The end of a report about a goal: for each function, whether there is an obstacle.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/closing.h"

namespace syncfree::report {

/// A line for each function, and one for what could not be followed in it. The report has a goal.
std::vector<ClosingLine> goal_lines(const engine::Report& report);

}  // namespace syncfree::report

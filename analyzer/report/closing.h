// The last lines of a report for people: where to start, what can be fixed, what is hidden.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/ranking.h"

namespace syncfree::report {

struct ClosingLine {
  std::string label;  ///< "start"
  std::string text;
};

/// In this order; none that would have nothing to say.
std::vector<ClosingLine> closing_lines(const engine::Report& report);

}  // namespace syncfree::report

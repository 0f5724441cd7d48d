// The report as SARIF 2.1.0, for code scanning services and editors.
#pragma once

#include <cstddef>
#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

struct SarifOptions {
  /// Suppressed findings are results too, marked as such. Without, they are left out: GitHub's code scanning does not
  /// look at the mark and would open an alert for each.
  bool suppressed = false;
  std::size_t most_results = 25'000;  ///< GitHub refuses a run with more
};

/// One run. Columns are UTF-16 code units; files are relative to the report's root, which is given as %SRCROOT%. Of too
/// many results the worst are kept, and a notification counts the others.
void write_sarif(const engine::Report& report, std::ostream& out, const SarifOptions& options = {});

}  // namespace syncfree::report

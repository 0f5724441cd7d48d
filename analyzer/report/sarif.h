// The report as SARIF 2.1.0, for code scanning services and editors.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// One run. Columns are UTF-16 code units; files are relative to the report's root, which is given as %SRCROOT%.
/// Suppressed findings are in it, marked as such.
void write_sarif(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

// The report as one HTML file for a browser: it loads nothing, works without scripts, and filters with one.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// A summary, the rules, the files, and each finding in its source with the way by which the step path reaches it.
/// Suppressed findings are only counted.
void write_html(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

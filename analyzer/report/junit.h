// The report as results of tests, in the XML that JUnit's users read: a suite a file, a failed case a finding.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// Only elements and attributes of Jenkins' schema (junit-10), which other readers take too. A problem is an error; a
/// file without either is one case that passes. Names of cases hold their places: some readers drop equal ones.
void write_junit(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

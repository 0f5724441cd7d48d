// The findings under the name of their file, for people who look at a file at a time.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// A line with the file and its number of findings, and one line a finding below it, with places in columns.
void write_grouped(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

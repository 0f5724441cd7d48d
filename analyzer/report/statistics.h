// How many findings each rule has, most first, in place of the findings.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

void write_statistics(const engine::Report& report, std::ostream& out);

/// A JSON array of {"code", "name", "findings", "hot"} in the same order.
void write_statistics_json(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

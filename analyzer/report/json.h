// The report as one JSON document, for programs. Its form is stable: findings.schema.json beside this file.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// Columns are characters, from 1; ends are exclusive. Suppressed findings are only counted.
void write_json(const engine::Report& report, std::ostream& out);

/// The findings alone, each as one line: what `findings` of the schema holds.
void write_json_lines(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

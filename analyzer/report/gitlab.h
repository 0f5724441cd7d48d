// The report for GitLab's code quality widget: a subset of the Code Climate format.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// A JSON array; gitlab.schema.json beside this file says what GitLab reads of it. Paths are relative to the report's
/// root. Suppressed findings and problems are left out: the format has no place for them.
void write_gitlab(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

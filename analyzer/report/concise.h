// One line a finding, for editors' error lists, grep and scripts.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// `path:line:column: SF301 [certain, hot] message`.
void write_concise(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

// The report in the Reviewdog Diagnostic Format, for `reviewdog -f=rdjson`.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// One DiagnosticResult; rdjson.schema.json beside this file says what reviewdog reads of it. Columns count bytes from
/// 1, ends are exclusive. Safe and unsafe fixes of one edit are suggestions: reviewdog offers each edit by itself, and
/// half of a fix breaks the code. Problems are diagnostics without a code.
void write_rdjson(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

// The report as workflow commands, which GitHub Actions turns into annotations on the changed files.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// GitHub shows this many annotations of each kind (error, warning, notice) for a step, in the order in which they
/// come, and drops the others without a word.
inline constexpr std::size_t kAnnotationsPerKind = 10;

/// The worst findings of each kind as commands; the others as plain lines of the log, under a line that counts them.
void write_github(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report

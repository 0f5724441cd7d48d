// The files that a run leaves for GitHub Actions beside its output.
#pragma once

#include <expected>
#include <string>

#include "analyzer/engine/report_data.h"

namespace syncfree::cli {

/// Appends the report to the step's summary, the file that GITHUB_STEP_SUMMARY names; does nothing where that is not
/// set. The error is one line.
std::expected<void, std::string> write_step_summary(const engine::Report& report);

}  // namespace syncfree::cli

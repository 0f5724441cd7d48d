// `--add-noqa`: a comment at each finding, so that a run from now on reports only new ones.
#pragma once

#include "cli/commands.h"
#include "driver/check.h"

namespace syncfree::cli {

/// Writes the files with a comment for each finding of the report. What cannot be written is said on standard error,
/// and so is how many there were unless `quiet`.
ExitStatus add_noqa(const driver::CheckResult& result, bool quiet);

}  // namespace syncfree::cli

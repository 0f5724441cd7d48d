// The summary of the fixes of a run.
#pragma once

#include <span>
#include <string>

#include "analyzer/engine/report_data.h"
#include "analyzer/fixes/fix.h"
#include "driver/fixing.h"

namespace syncfree::cli {

/// "3 findings fixed in 2 files (1 more with `--unsafe-fixes`)", and with `list` how many of which rule in which file.
std::string fix_summary(std::span<const driver::ChangedFile> changed, const engine::Report& left,
                        fixes::Applicability least, bool list);

}  // namespace syncfree::cli

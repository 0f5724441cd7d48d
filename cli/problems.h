// Problems with files, on standard error.
#pragma once

#include <span>

#include "analyzer/engine/report_data.h"

namespace syncfree::cli {

/// A line each; `quiet`: only of files that were not analysed.
void show_problems(std::span<const engine::Problem> problems, bool quiet);

}  // namespace syncfree::cli

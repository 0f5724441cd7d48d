// The comments of one file, applied to what the analysis says of it.
#pragma once

#include <cstdint>

#include "analyzer/model/module.h"
#include "analyzer/source/line_table.h"
#include "driver/file_summary.h"

namespace syncfree::driver {

/// Marks the findings and the calls that a comment silences, and adds the findings about comments if the file is
/// reported. `number` is the file's in its unit.
void apply_comments(const model::Module& module, const source::LineTable& lines, std::uint32_t number, bool is_reported,
                    FileSummary& summary);

}  // namespace syncfree::driver

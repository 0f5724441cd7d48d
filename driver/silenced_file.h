// The comments of one file, applied to what the analysis says of it.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/engine/suppression/suppression.h"
#include "analyzer/model/module.h"
#include "analyzer/source/line_table.h"
#include "driver/file_summary.h"

namespace syncfree::driver {

/// What the comments of a file say, read when it is first asked for. Analyses that share the file share it.
struct ReadComments {
  std::optional<const engine::Suppressions> said;
};

/// Marks the findings and the calls that a comment silences, and adds the findings about comments if the file is
/// reported. `number` is the file's in its unit; `comments` are of this module and these lines.
void apply_comments(const model::Module& module, const source::LineTable& lines, std::uint32_t number, bool is_reported,
                    ReadComments& comments, FileSummary& summary);

}  // namespace syncfree::driver

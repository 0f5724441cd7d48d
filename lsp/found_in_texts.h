// The findings of a report, sorted into the texts that the client has.
#pragma once

#include <span>
#include <vector>

#include "driver/check.h"
#include "lsp/analysis.h"

namespace syncfree::lsp {

/// Adds to `texts`: each open file that the report tells of, with or without findings, and other files with findings.
void add_found(const driver::CheckResult& result, std::span<const OpenFile> open, Encoding encoding,
               std::vector<TextFindings>& texts);

}  // namespace syncfree::lsp

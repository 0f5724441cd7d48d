// The cells of a notebook as the file that the driver reads, and places of that in the cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "analyzer/engine/report_data.h"
#include "analyzer/source/text_range.h"
#include "lsp/document.h"

namespace syncfree::lsp {

/// A notebook with these code cells, in Jupyter's format.
std::string notebook_bytes(std::span<const Document> cells);

struct CellRange {
  std::size_t cell = 0;  ///< index
  source::TextRange range;
};

/// Of a range in what was read from `notebook_bytes(cells)`; nothing if it lies in no cell, or in several.
std::optional<CellRange> range_in_cell(const engine::ReportedFile& file, std::span<const Document> cells,
                                       source::TextRange range);

}  // namespace syncfree::lsp

// Where a finding is, as formats for people write it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/fixes/preview.h"
#include "analyzer/source/text_range.h"

namespace syncfree::report {

/// A place as people look for it: in a notebook, lines count in their cell.
struct ShownPlace {
  std::uint32_t cell = 0;  ///< from 1; 0 outside of notebooks
  std::uint32_t line = 0;
  std::uint32_t column = 0;  ///< in characters, as editors count them
};
ShownPlace shown_place(const engine::ReportedFile& file, std::uint32_t offset);
std::uint32_t shown_line(const engine::ReportedFile& file, std::uint32_t line);

/// The line of the file on disk, for those who show that: of a notebook, a line of JSON.
std::uint32_t file_line(const engine::ReportedFile& file, std::uint32_t line);

/// " (cell 3, line 2)" in a notebook; empty elsewhere.
std::string cell_note(const engine::ReportedFile& file, source::TextRange range);

/// "path:line:column", or "path:cell 3:line:column"; all from 1.
std::string place_of(const engine::ReportedFile& file, source::TextRange range);

/// For each line that a fix shows its number; in a notebook "cell 3:2", as the cell would be.
std::vector<std::string> line_labels(const engine::ReportedFile& file, std::span<const fixes::PreviewLine> lines);

/// "certain, hot".
std::string levels_of(const engine::Finding& finding);

/// The same for formats that do not show the severity otherwise: "error, certain, hot". A warning is what is hot.
std::string levels_with_error(const engine::Finding& finding);

}  // namespace syncfree::report

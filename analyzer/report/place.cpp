#include "analyzer/report/place.h"

#include "analyzer/report/display_line.h"

namespace syncfree::report {

ShownPlace shown_place(const engine::ReportedFile& file, std::uint32_t offset) {
  const source::Position position = file.lines->position(offset);
  ShownPlace place{.line = position.line, .column = position.character_column};
  if (file.notebook != nullptr) {
    const source::CellPlace in_cell = source::place_in_cell(*file.notebook, position.line);
    place.cell = in_cell.cell;
    place.line = in_cell.line;
  }
  return place;
}

std::uint32_t shown_line(const engine::ReportedFile& file, std::uint32_t line) {
  return file.notebook == nullptr ? line : source::place_in_cell(*file.notebook, line).line;
}

std::uint32_t file_line(const engine::ReportedFile& file, std::uint32_t line) {
  return file.notebook == nullptr ? line : source::place_in_cell(*file.notebook, line).file_line;
}

std::vector<std::string> line_labels(const engine::ReportedFile& file, std::span<const fixes::PreviewLine> lines) {
  std::vector<std::string> labels;
  std::uint32_t cell = 0;
  std::int64_t shift = 0;  // by what is inserted in cells before
  for (const fixes::PreviewLine& line : lines) {
    if (file.notebook == nullptr) {
      labels.push_back(std::to_string(line.number));
      continue;
    }
    const source::CellPlace place = source::place_in_cell(*file.notebook, line.instead_of);
    const std::int64_t moved = static_cast<std::int64_t>(line.number) - line.instead_of;
    if (place.cell != cell) shift = moved;
    cell = place.cell;
    labels.push_back("cell " + std::to_string(cell) + ":" + std::to_string(place.line + moved - shift));
  }
  return labels;
}

std::string cell_note(const engine::ReportedFile& file, source::TextRange range) {
  if (file.notebook == nullptr) return {};
  const ShownPlace place = shown_place(file, range.begin);
  return " (cell " + std::to_string(place.cell) + ", line " + std::to_string(place.line) + ")";
}

std::string place_of(const engine::ReportedFile& file, source::TextRange range) {
  const ShownPlace place = shown_place(file, range.begin);
  std::string text = printable(file.path) + ":";
  if (place.cell > 0) text += "cell " + std::to_string(place.cell) + ":";
  return text + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string levels_of(const engine::Finding& finding) {
  return std::string(name_of(finding.confidence)) + ", " + std::string(name_of(finding.temperature));
}

std::string levels_with_error(const engine::Finding& finding) {
  return (finding.severity == engine::Severity::kError ? "error, " : "") + levels_of(finding);
}

}  // namespace syncfree::report

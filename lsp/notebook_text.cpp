#include "lsp/notebook_text.h"

#include <utility>

#include "analyzer/source/notebook.h"

namespace syncfree::lsp {
namespace {

std::optional<std::pair<std::size_t, std::uint32_t>> offset_in_cell(const engine::ReportedFile& file,
                                                                    std::span<const Document> cells,
                                                                    std::uint32_t offset) {
  const source::Position position = file.lines->position(offset);
  const source::CellPlace place = source::place_in_cell(*file.notebook, position.line);
  if (place.cell == 0 || place.cell > cells.size()) return std::nullopt;
  const Document& cell = cells[place.cell - 1];
  if (place.line == 0 || place.line > cell.lines.count()) return std::nullopt;
  const std::uint32_t at = cell.lines.start(place.line - 1) + position.byte_column - 1;
  if (at > cell.text->size()) return std::nullopt;
  return std::pair(place.cell - 1, at);
}

}  // namespace

std::string notebook_bytes(std::span<const Document> cells) {
  Json list = Json::array();
  for (const Document& cell : cells) {
    list.push_back({{"cell_type", "code"},
                    {"execution_count", nullptr},
                    {"metadata", Json::object()},
                    {"outputs", Json::array()},
                    {"source", *cell.text}});
  }
  const Json notebook = {{"cells", std::move(list)},
                         {"metadata", {{"language_info", {{"name", "python"}}}}},
                         {"nbformat", 4},
                         {"nbformat_minor", 5}};
  return notebook.dump();
}

std::optional<CellRange> range_in_cell(const engine::ReportedFile& file, std::span<const Document> cells,
                                       source::TextRange range) {
  const auto begin = offset_in_cell(file, cells, range.begin);
  const auto end = range.empty() ? begin : offset_in_cell(file, cells, range.end);
  if (!begin || !end || begin->first != end->first || end->second < begin->second) return std::nullopt;
  return CellRange{begin->first, {begin->second, end->second}};
}

}  // namespace syncfree::lsp

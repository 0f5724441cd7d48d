#include "analyzer/source/notebook.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "analyzer/source/notebook_magics.h"

namespace syncfree::source {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kBetweenCells = "\f\n";

/// Reads bytes and tells how far somebody has read.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    ++at_;
    *reached_ = std::max(*reached_, at_);
    return *this;
  }
  friend bool operator==(const Cursor& a, const Cursor& b) { return a.at_ == b.at_; }
  friend bool operator!=(const Cursor& a, const Cursor& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// One JSON string of a cell's source.
struct Piece {
  std::uint32_t begin;  ///< of its opening quote in the file
  std::string text;
};

struct RawCell {
  bool is_code = false;
  std::uint32_t begin = 0, end = 0;
  std::vector<Piece> pieces;
};

/// Takes from the events of a JSON reader what a notebook is made of.
class NotebookReader final : public nlohmann::json_sax<Json> {
 public:
  NotebookReader(const std::string& bytes, const char* const& reached) : bytes_(bytes), reached_(reached) {}

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t number) override {
    if (is({"nbformat"})) format = number;
    return value();
  }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool string(string_t& text) override {
    const std::uint32_t begin = token_begin();
    if (is({"metadata", "kernelspec", "language"}) || is({"metadata", "language_info", "name"})) language = text;
    if (is({"cells", "", "cell_type"})) cells_.back().is_code = text == "code";
    if (is({"cells", "", "source"})) {
      cells_.back().begin = begin;
      cells_.back().end = offset();
    }
    // The elements of an array, not what an object has under the name "".
    const bool is_line = is({"cells", "", "source", ""}) && cells_.back().begin != 0;
    if (is({"cells", "", "source"}) || is_line) cells_.back().pieces.push_back({begin, text});
    return value();
  }
  bool key(string_t& name) override {
    path_.back() = name;
    // Of a key that comes twice, the last value holds.
    if (is({"cells"})) cells_.clear();
    if (is({"cells", "", "source"})) cells_.back().begin = 0, cells_.back().pieces.clear();
    end_ = offset();
    return true;
  }
  bool start_object(std::size_t) override {
    if (is({"cells", ""})) cells_.emplace_back();
    return enter();
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override {
    if (is({"cells", "", "source"})) cells_.back().begin = offset() - 1;
    if (is({"cells"})) has_cells = true;
    return enter();
  }
  bool end_array() override {
    path_.pop_back();
    if (is({"cells", "", "source"})) cells_.back().end = offset();
    return value();
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    fault = static_cast<std::uint32_t>(std::min<std::size_t>(position, bytes_.size()));
    return false;
  }

  std::vector<RawCell> take_cells() { return std::move(cells_); }

  std::optional<std::uint32_t> fault;
  std::uint64_t format = 0;
  std::string language;
  bool has_cells = false;

 private:
  std::uint32_t offset() const { return static_cast<std::uint32_t>(reached_ - bytes_.data()); }
  /// Of the string that was just read: between two tokens there are no quotes.
  std::uint32_t token_begin() const { return static_cast<std::uint32_t>(bytes_.find('"', end_)); }
  bool is(std::initializer_list<std::string_view> path) const { return std::ranges::equal(path_, path); }
  bool value() {
    end_ = offset();
    return true;
  }
  bool enter() {
    path_.emplace_back();
    return value();
  }
  bool leave() {
    path_.pop_back();
    return value();
  }

  const std::string& bytes_;
  const char* const& reached_;
  std::uint32_t end_ = 0;          ///< of the last token
  std::vector<std::string> path_;  ///< keys down to here; "" for the elements of an array
  std::vector<RawCell> cells_;
};

std::uint32_t line_at(std::string_view bytes, std::uint32_t offset) {
  return static_cast<std::uint32_t>(1 + std::ranges::count(bytes.substr(0, offset), '\n'));
}

/// The code as IPython has it.
std::string source_of(const RawCell& cell) {
  std::string source;
  for (const Piece& piece : cell.pieces) source += piece.text;
  std::ranges::replace(source, '\f', ' ');
  return source;
}

/// Lines of places that come one behind the other.
class LineCounter {
 public:
  explicit LineCounter(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t line(std::uint32_t offset) {
    line_ += static_cast<std::uint32_t>(std::ranges::count(bytes_.substr(known_, offset - known_), '\n'));
    known_ = offset;
    return line_;
  }

 private:
  std::string_view bytes_;
  std::uint32_t line_ = 1;
  std::uint32_t known_ = 0;
};

/// Every line of the source begins in some piece.
std::vector<std::uint32_t> file_lines(LineCounter& counter, const RawCell& cell) {
  std::vector<std::uint32_t> lines;
  bool at_start = true;
  std::uint32_t line = counter.line(cell.begin);
  for (const Piece& piece : cell.pieces) {
    line = counter.line(piece.begin);
    for (const char c : piece.text) {
      if (at_start) lines.push_back(line);
      at_start = c == '\n';
    }
  }
  if (lines.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string_view> split_cells(std::string_view text) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t at = text.find(kBetweenCells);
    cells.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return cells;
    text.remove_prefix(at + kBetweenCells.size());
  }
}

std::string quoted(std::string_view text, bool ascii) {
  return Json(text).dump(-1, ' ', ascii, Json::error_handler_t::replace);
}

/// A cell's source as JSON, laid out as the one that it replaces.
std::string as_json(std::string_view source, std::string_view old, bool ascii) {
  if (!old.starts_with('[')) return quoted(source, ascii);
  const std::size_t first = old.find('"'), last = old.rfind('"');
  const std::string_view before = first == std::string_view::npos ? "" : old.substr(1, first - 1);
  const std::string_view after = last == std::string_view::npos ? "" : old.substr(last + 1, old.size() - last - 2);
  std::string json = "[";
  for (std::string_view rest = source; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (rest.size() != source.size()) json += ',';
    json += before;
    json += quoted(rest.substr(0, end), ascii);
    rest.remove_prefix(end);
  }
  json += after;
  return json + "]";
}

}  // namespace

std::expected<NotebookSource, std::string> read_notebook(std::string bytes) {
  NotebookSource result{.notebook = {.bytes = std::move(bytes), .cells = {}, .first_lines = {}}, .text = {}};
  const std::string& file = result.notebook.bytes;
  const char* reached = file.data();
  NotebookReader reader(file, reached);
  const char* const end = file.data() + file.size();
  Json::sax_parse(Cursor(file.data(), &reached), Cursor(end, &reached), &reader);
  if (reader.fault) {
    return std::unexpected("is no notebook: no valid JSON at line " + std::to_string(line_at(file, *reader.fault)));
  }
  if (reader.format != 0 && reader.format < 4) {
    return std::unexpected("is a notebook of format " + std::to_string(reader.format) +
                           ", which Jupyter itself no longer writes");
  }
  if (!reader.has_cells) return std::unexpected("is no notebook: it has no cells");
  if (!reader.language.empty() && reader.language != "python" && reader.language != "ipython") return result;

  LineCounter counter(file);
  std::uint32_t number = 0;
  for (const RawCell& cell : reader.take_cells()) {
    ++number;
    if (!cell.is_code || cell.pieces.empty()) continue;
    if (!result.notebook.cells.empty()) result.text += kBetweenCells;
    const std::string source = source_of(cell);
    result.text += hide_magics(source);
    if (!source.ends_with('\n')) result.text += '\n';
    result.notebook.cells.push_back({.number = number,
                                     .begin = cell.begin,
                                     .end = cell.end,
                                     .ends_line = source.ends_with('\n'),
                                     .file_lines = file_lines(counter, cell)});
  }
  result.notebook.first_lines = first_lines_of_cells(result.text);
  return result;
}

std::vector<std::uint32_t> first_lines_of_cells(std::string_view text) {
  std::vector<std::uint32_t> lines;
  std::uint32_t line = 1;
  for (const std::string_view cell : split_cells(text)) {
    lines.push_back(line);
    line += static_cast<std::uint32_t>(std::ranges::count(cell, '\n')) + 1;
  }
  return lines;
}

CellPlace place_in_cell(const Notebook& notebook, std::uint32_t line) {
  const auto& starts = notebook.first_lines;
  const auto after = std::ranges::upper_bound(starts, line);
  if (after == starts.begin() || notebook.cells.empty()) return {};
  const auto index = static_cast<std::size_t>(after - starts.begin()) - 1;
  const NotebookCell& cell = notebook.cells[std::min(index, notebook.cells.size() - 1)];
  const std::uint32_t inside = line - starts[index];
  const std::size_t known = std::min<std::size_t>(inside, cell.file_lines.size() - 1);
  return {.cell = cell.number, .line = inside + 1, .file_line = cell.file_lines[known]};
}

std::expected<std::string, std::string> notebook_with(const Notebook& notebook, std::string_view before,
                                                      std::string_view after) {
  const auto old_cells = split_cells(before), new_cells = split_cells(after);
  if (old_cells.size() != notebook.cells.size() || new_cells.size() != old_cells.size()) {
    return std::unexpected("the change would move code from one cell into another");
  }
  const bool ascii = std::ranges::all_of(notebook.bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::string bytes = notebook.bytes;
  for (std::size_t i = old_cells.size(); i-- > 0;) {  // from the back, so that places stay
    if (old_cells[i] == new_cells[i]) continue;
    const NotebookCell& cell = notebook.cells[i];
    const std::string_view old = std::string_view(notebook.bytes).substr(cell.begin, cell.end - cell.begin);
    std::string source = show_magics(new_cells[i]);
    // The text ends every cell with a line end, the notebook need not.
    if (!cell.ends_line && source.ends_with('\n')) source.pop_back();
    bytes.replace(cell.begin, cell.end - cell.begin, as_json(source, old, ascii));
  }
  return bytes;
}

}  // namespace syncfree::source

#include "analyzer/report/excerpt.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"

namespace syncfree::report {
namespace {

constexpr std::uint32_t kWidestLine = 160;   // columns; longer lines are cut around the range
constexpr std::uint32_t kBeforeRange = 40;   // columns kept before the range when a line is cut
constexpr std::uint32_t kMostLines = 6;      // lines shown of a range; of a longer one, the first and last ones
constexpr std::string_view kCut = "\u2026";  // one column wide

std::uint32_t last_line_of(const source::LineTable& lines, source::TextRange range) {
  return lines.line_of(range.empty() ? range.end : range.end - 1);
}

/// A line as shown, and where columns of the whole line stand in it.
struct Window {
  std::string text;
  std::uint32_t width = 0;
  std::uint32_t hidden = 0;  ///< columns of the whole line that are cut off before `text`, less what marks the cut

  std::uint32_t column(std::uint32_t whole) const { return std::min(whole > hidden ? whole - hidden : 0, width); }
};

Window cut_around(const DisplayLine& line, std::uint32_t column) {
  const std::uint32_t width = line.columns.back();
  if (width <= kWidestLine) return {.text = line.text, .width = width};
  const std::uint32_t wanted = column > kBeforeRange ? column - kBeforeRange : 0;
  const std::uint32_t left = std::min(wanted, width - kWidestLine);
  const auto first = std::ranges::lower_bound(line.columns, left) - line.columns.begin();
  const auto last = std::ranges::upper_bound(line.columns, left + kWidestLine) - line.columns.begin() - 1;
  const std::uint32_t begin = line.bytes[static_cast<std::size_t>(first)];
  const std::uint32_t end = line.bytes[static_cast<std::size_t>(last)];
  Window window{.text = line.text.substr(begin, end - begin)};
  const std::uint32_t first_column = line.columns[static_cast<std::size_t>(first)];
  window.width = line.columns[static_cast<std::size_t>(last)] - first_column;
  window.hidden = first_column;
  if (begin > 0 && first_column > 0) {
    window.text.insert(0, kCut);
    ++window.width;
    --window.hidden;
  }
  if (end < line.text.size()) {
    window.text += kCut;
    ++window.width;
  }
  return window;
}

/// Everything that the lines of one excerpt share.
struct Excerpt {
  const engine::ReportedFile& file;
  const Painter& painter;
  Paint mark;
  std::size_t gutter;
  std::ostream& out;

  void start_line(std::string_view number) const {
    out << std::string(gutter - number.size(), ' ') << painter(Paint::kDim, std::string(number) + " |");
  }
};

void write_marked_line(const Excerpt& excerpt, source::TextRange range, std::uint32_t line) {
  const source::TextRange whole = excerpt.file.lines->line_range(line);
  const DisplayLine shown = display_line(excerpt.file.lines->line_text(line));
  // A range at a line's end (a missing token) points just behind it.
  const std::uint32_t begin = shown.columns[std::min(range.begin, whole.end) - whole.begin];
  const std::uint32_t end = shown.columns[std::min(range.end, whole.end) - whole.begin];
  const Window window = cut_around(shown, begin);
  const std::uint32_t from = window.column(begin);
  const std::uint32_t width = std::max(window.column(end), from + 1) - from;
  excerpt.start_line(std::to_string(shown_line(excerpt.file, line)));
  excerpt.out << ' ' << window.text << '\n';
  excerpt.start_line("");
  excerpt.out << std::string(from + 1, ' ') << excerpt.painter(excerpt.mark, std::string(width, '^')) << '\n';
}

void write_barred_line(const Excerpt& excerpt, std::uint32_t line, std::string_view bar) {
  const DisplayLine shown = display_line(excerpt.file.lines->line_text(line));
  excerpt.start_line(std::to_string(shown_line(excerpt.file, line)));
  const Window window = cut_around(shown, 0);
  const std::string content = " " + (bar.empty() ? std::string(" ") : excerpt.painter(excerpt.mark, bar));
  excerpt.out << content << (window.text.empty() ? "" : " ") << window.text << '\n';
}

void write_bar_end(const Excerpt& excerpt, std::uint32_t column, std::string_view bar) {
  excerpt.start_line("");
  excerpt.out << ' ' << excerpt.painter(excerpt.mark, std::string(bar) + std::string(column + 1, '_') + "^") << '\n';
}

void write_barred_lines(const Excerpt& excerpt, source::TextRange range, std::uint32_t first, std::uint32_t last) {
  const auto column_of = [&](std::uint32_t line, std::uint32_t offset) {
    const source::TextRange whole = excerpt.file.lines->line_range(line);
    const DisplayLine shown = display_line(excerpt.file.lines->line_text(line));
    const std::uint32_t column = shown.columns[std::min(offset, whole.end) - whole.begin];
    return cut_around(shown, 0).column(column);
  };
  write_barred_line(excerpt, first, "");
  write_bar_end(excerpt, column_of(first, range.begin), " ");
  const bool too_long = last - first + 1 > kMostLines;
  for (std::uint32_t line = first + 1; line <= last; ++line) {
    if (too_long && line == first + kMostLines / 2) {
      excerpt.start_line(std::string(std::min<std::size_t>(excerpt.gutter, 3), '.'));
      excerpt.out << ' ' << excerpt.painter(excerpt.mark, "|") << '\n';
      line = last - 1;
      continue;
    }
    write_barred_line(excerpt, line, "|");
  }
  const std::uint32_t end = column_of(last, range.end);
  write_bar_end(excerpt, end > 0 ? end - 1 : 0, "|");
}

}  // namespace

std::size_t gutter_width(const engine::ReportedFile& file, source::TextRange range) {
  return std::to_string(last_line_of(*file.lines, range)).size();
}

void write_excerpt(const engine::ReportedFile& file, source::TextRange range, const Painter& painter, Paint mark,
                   std::ostream& out) {
  const std::uint32_t first = file.lines->line_of(range.begin);
  const std::uint32_t last = last_line_of(*file.lines, range);
  const Excerpt excerpt{file, painter, mark, gutter_width(file, range), out};
  excerpt.start_line("");
  out << '\n';
  if (first == last) {
    write_marked_line(excerpt, range, first);
  } else {
    write_barred_lines(excerpt, range, first, last);
  }
}

}  // namespace syncfree::report

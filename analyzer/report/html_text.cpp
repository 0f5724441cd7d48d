#include "analyzer/report/html_text.h"

#include <algorithm>
#include <array>

#include "analyzer/report/display_line.h"
#include "analyzer/report/escape.h"
#include "analyzer/report/place.h"

namespace syncfree::report {
namespace {

constexpr std::uint32_t kMostShownLines = 12;    // of a range; of a longer one, the first and last ones
constexpr std::uint32_t kLastLines = 3;          // of those
constexpr std::size_t kLongestLine = 600;        // bytes; longer lines are cut around the range
constexpr std::size_t kBytesBeforeRange = 80;    // bytes kept before the range when a line is cut
constexpr std::string_view kCutMark = "\u2026";  // "…"

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// The marked part of a line's displayed text.
struct Marked {
  std::string_view text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string marked_line(Marked line) {
  std::size_t from = 0;
  std::size_t to = line.text.size();
  if (to > kLongestLine) {
    from = std::min(line.begin > kBytesBeforeRange ? line.begin - kBytesBeforeRange : 0, to - kLongestLine);
    while (from > 0 && !starts_character(line.text[from])) --from;
    to = std::min(from + kLongestLine, to);
    while (to < line.text.size() && !starts_character(line.text[to])) ++to;
  }
  const std::size_t begin = std::clamp(line.begin, from, to);
  const std::size_t end = std::clamp(line.end, from, to);
  std::string html = from > 0 ? std::string(kCutMark) : "";
  html += html_text(line.text.substr(from, begin - from));
  if (end > begin) html += "<mark>" + html_text(line.text.substr(begin, end - begin)) + "</mark>";
  html += html_text(line.text.substr(end, to - end));
  if (to < line.text.size()) html += kCutMark;
  return html;
}

std::string numbered_line(const engine::ReportedFile& file, source::TextRange range, std::uint32_t number) {
  const source::TextRange whole = file.lines->line_range(number);
  const DisplayLine shown = display_line(file.text.substr(whole.begin, whole.size()));
  const auto place = [&](std::uint32_t offset) -> std::size_t {
    return shown.bytes[std::clamp(offset, whole.begin, whole.end) - whole.begin];
  };
  Marked marked{.text = shown.text, .begin = place(range.begin), .end = place(range.end)};
  // The indentation of a range's further lines is no part of what it says.
  if (range.begin < whole.begin) marked.begin = std::min(shown.text.find_first_not_of(' '), marked.end);
  return "<i>" + std::to_string(shown_line(file, number)) + "</i>" + marked_line(marked) + "\n";
}

}  // namespace

std::string html_text(std::string_view text) {
  static constexpr std::array<Escape, 4> kEscapes = {{{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}};
  return escaped(text, kEscapes);
}

std::string html_message(std::string_view message) {
  const std::string text = html_text(printable(message));
  std::string html;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = text.find('`', at);
    const std::size_t close = open == std::string::npos ? open : text.find('`', open + 1);
    if (close == std::string::npos) return html + text.substr(at);
    html += text.substr(at, open - at) + "<code>" + text.substr(open + 1, close - open - 1) + "</code>";
    at = close + 1;
  }
}

std::string html_source(const engine::ReportedFile& file, source::TextRange range, std::uint32_t context) {
  const source::LineTable& lines = *file.lines;
  const std::uint32_t begin = lines.line_of(range.begin);
  const std::uint32_t end = lines.line_of(range.empty() ? range.end : range.end - 1);
  const std::uint32_t first = begin > context ? begin - context : 1;
  const std::uint32_t last = std::min(end + context, lines.line_count());
  const bool is_long = end - begin >= kMostShownLines;
  std::string html = "<pre class=\"source\">";
  for (std::uint32_t number = first; number <= last; ++number) {
    if (is_long && number == begin + kMostShownLines - kLastLines) {
      html += "<i></i>" + std::string(kCutMark) + "\n";
      number = end - kLastLines + 1;
    }
    html += numbered_line(file, range, number);
  }
  return html + "</pre>\n";
}

}  // namespace syncfree::report

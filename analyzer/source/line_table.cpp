#include "analyzer/source/line_table.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace syncfree::source {
namespace {

/// The offset just past the line end at or after `from`, or the text's size.
std::size_t next_line_start(std::string_view text, std::size_t from, bool has_carriage_return) {
  if (!has_carriage_return) {
    const std::size_t found = text.find('\n', from);
    return found == std::string_view::npos ? text.size() : found + 1;
  }
  const std::size_t found = text.find_first_of("\r\n", from);
  if (found == std::string_view::npos) return text.size();
  const bool two_bytes = text[found] == '\r' && found + 1 < text.size() && text[found + 1] == '\n';
  return found + (two_bytes ? 2 : 1);
}

constexpr bool is_continuation_byte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }
/// The first byte of a character beyond U+FFFF, which UTF-16 writes as two units.
constexpr bool starts_surrogate_pair(char byte) { return static_cast<unsigned char>(byte) >= 0xF0; }

constexpr std::uint32_t kCountStep = 4096;

}  // namespace

LineTable::LineTable(std::string_view text) : text_(text) {
  const bool has_carriage_return = text.find('\r') != std::string_view::npos;
  starts_.reserve(text.size() / 32 + 1);
  starts_.push_back(0);
  std::size_t start = 0;
  while ((start = next_line_start(text, start, has_carriage_return)) < text.size()) {
    starts_.push_back(static_cast<std::uint32_t>(start));
  }
  count_long_lines();
}

/// So that a column in a line of megabytes costs no more than one in a line of four kilobytes.
void LineTable::count_long_lines() {
  std::uint32_t longest = static_cast<std::uint32_t>(text_.size()) - starts_.back();
  for (std::size_t i = 1; i < starts_.size(); ++i) longest = std::max(longest, starts_[i] - starts_[i - 1]);
  if (longest <= kCountStep) return;
  counts_.emplace_back();
  for (std::uint32_t end = kCountStep; end <= text_.size(); end += kCountStep) counts_.push_back(count_up_to(end));
}

LineTable::Count LineTable::count_up_to(std::uint32_t offset) const {
  const std::size_t step = std::min<std::size_t>(offset / kCountStep, counts_.size() - 1);
  Count count = counts_[step];
  for (std::uint32_t at = static_cast<std::uint32_t>(step) * kCountStep; at < offset; ++at) {
    if (is_continuation_byte(text_[at])) continue;
    ++count.characters;
    count.utf16_units += starts_surrogate_pair(text_[at]) ? 2 : 1;
  }
  return count;
}

std::uint32_t LineTable::line_of(std::uint32_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

Position LineTable::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const std::uint32_t line = line_of(offset);
  const std::uint32_t start = starts_[line - 1];
  Position position{.line = line, .byte_column = offset - start + 1, .character_column = 1, .utf16_column = 1};
  if (offset - start > kCountStep) {
    const Count before = count_up_to(start);
    const Count all = count_up_to(offset);
    position.character_column += all.characters - before.characters;
    position.utf16_column += all.utf16_units - before.utf16_units;
    return position;
  }
  for (const char byte : text_.substr(start, offset - start)) {
    if (is_continuation_byte(byte)) continue;
    ++position.character_column;
    position.utf16_column += starts_surrogate_pair(byte) ? 2 : 1;
  }
  return position;
}

TextRange LineTable::line_range(std::uint32_t line) const {
  assert(line >= 1 && line <= line_count());
  const std::uint32_t begin = starts_[line - 1];
  std::uint32_t end = line < line_count() ? starts_[line] : static_cast<std::uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\n') --end;
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end};
}

std::string_view LineTable::line_text(std::uint32_t line) const {
  const TextRange range = line_range(line);
  return text_.substr(range.begin, range.size());
}

}  // namespace syncfree::source

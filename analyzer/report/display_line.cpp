#include "analyzer/report/display_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace syncfree::report {
namespace {

constexpr std::uint32_t kTabWidth = 4;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct CodePoints {
  char32_t first, last;
};

// Unicode's East Asian Wide and Fullwidth, by block: exact enough to place a caret, and the same on every machine, as
// the C library's own table is not.
constexpr std::array<CodePoints, 17> kWide = {{
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},
    {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF},
    {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD},
}};

// Marks that combine with the character before them, joiners and variation selectors.
constexpr std::array<CodePoints, 14> kZeroWidth = {{
    {0x0300, 0x036F},
    {0x0483, 0x0489},
    {0x0591, 0x05BD},
    {0x0610, 0x061A},
    {0x064B, 0x065F},
    {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x200B, 0x200D},
    {0x20D0, 0x20FF},
    {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F},
    {0xE0100, 0xE01EF},
}};

// What steers a terminal or reorders the text around it, so that a line would not show what it says.
constexpr std::array<CodePoints, 6> kSteering = {{
    {0x0000, 0x001F},
    {0x007F, 0x009F},
    {0x200E, 0x200F},
    {0x2028, 0x202E},
    {0x2066, 0x2069},
    {0xFEFF, 0xFEFF},
}};

bool is_in(char32_t character, std::span<const CodePoints> table) {
  return std::ranges::any_of(table,
                             [&](CodePoints range) { return range.first <= character && character <= range.last; });
}

/// The character that starts at `at`, and its bytes; a byte that starts none counts as one unknown character.
struct Character {
  char32_t value = 0xFFFD;
  std::size_t size = 1;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + size > text.size()) return {};
  char32_t value = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  return {value, size};
}

std::uint32_t width_of(char32_t character) {
  if (character < 0x300) return 1;
  if (is_in(character, kZeroWidth)) return 0;
  return is_in(character, kWide) ? 2 : 1;
}

}  // namespace

DisplayLine display_line(std::string_view line) {
  DisplayLine result;
  result.columns.reserve(line.size() + 1);
  result.bytes.reserve(line.size() + 1);
  std::uint32_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const Character character = character_at(line, at);
    for (std::size_t i = 0; i < character.size; ++i) {
      result.columns.push_back(column);
      result.bytes.push_back(static_cast<std::uint32_t>(result.text.size()));
    }
    if (character.value == '\t') {
      const std::uint32_t width = kTabWidth - column % kTabWidth;
      result.text.append(width, ' ');
      column += width;
    } else if (character.value == 0xFFFD || is_in(character.value, kSteering)) {
      result.text += kReplacement;
      ++column;
    } else {
      result.text += line.substr(at, character.size);
      column += width_of(character.value);
    }
    at += character.size;
  }
  result.columns.push_back(column);
  result.bytes.push_back(static_cast<std::uint32_t>(result.text.size()));
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const bool is_space = character.value == '\t' || character.value == '\n' || character.value == '\r';
    if (is_space) {
      result += ' ';
    } else if (character.value == 0xFFFD || is_in(character.value, kSteering)) {
      result += kReplacement;
    } else {
      result += text.substr(at, character.size);
    }
    at += character.size;
  }
  return result;
}

}  // namespace syncfree::report

#include "analyzer/source/line_table.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::source {
namespace SYNCFREE_FILE {

std::vector<std::string> lines_of(std::string_view text) {
  const LineTable table(text);
  std::vector<std::string> lines;
  for (std::uint32_t line = 1; line <= table.line_count(); ++line) lines.emplace_back(table.line_text(line));
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineTable, EndsLinesWherePythonDoes) {
  EXPECT_EQ(lines_of(""), Lines{""});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("a\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("a\r\nb\r\n"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("a\rb\nc"), (Lines{"a", "b", "c"}));
  EXPECT_EQ(lines_of("\n\n\nx"), (Lines{"", "", "", "x"}));
  EXPECT_EQ(lines_of("a\r\r\nb"), (Lines{"a", "", "b"}));
}

TEST(LineTable, FormFeedEndsNoLine) { EXPECT_EQ(lines_of("a\f\n\fb"), (Lines{"a\f", "\fb"})); }

TEST(LineTable, CountsColumnsInThreeUnits) {
  // é: two bytes, one UTF-16 unit; 😀: four bytes, two UTF-16 units.
  const std::string_view text = "x\né😀y = 1\n";
  const LineTable table(text);
  const auto offset = static_cast<std::uint32_t>(text.find('y'));
  EXPECT_EQ(table.position(offset), (Position{.line = 2, .byte_column = 7, .character_column = 3, .utf16_column = 4}));
  EXPECT_EQ(table.position(0), Position{});
}

TEST(LineTable, OffsetsOfLineEndsBelongToTheirLine) {
  const LineTable table("ab\r\ncd\n");
  EXPECT_EQ(table.position(2).line, 1U);
  EXPECT_EQ(table.position(3).line, 1U);
  EXPECT_EQ(table.position(4), (Position{.line = 2, .byte_column = 1, .character_column = 1, .utf16_column = 1}));
  EXPECT_EQ(table.position(6).byte_column, 3U);
}

TEST(LineTable, OffsetsPastTheEndAreTheEnd) {
  const LineTable table("ab\ncd");
  EXPECT_EQ(table.position(5), table.position(500));
  EXPECT_EQ(table.position(500), (Position{.line = 2, .byte_column = 3, .character_column = 3, .utf16_column = 3}));
}

TEST(LineTable, LongLinesAreCountedLikeShortOnes) {
  std::string text = "first\n";
  for (int i = 0; i < 5000; ++i) text += "a\xC3\xA4\xF0\x9F\x98\x80";  // 7 bytes, 3 characters, 4 UTF-16 units
  const LineTable table(text);
  for (const std::uint32_t i : {0U, 1U, 584U, 585U, 586U, 1171U, 4999U, 5000U}) {
    const Position expected{
        .line = 2, .byte_column = 7 * i + 1, .character_column = 3 * i + 1, .utf16_column = 4 * i + 1};
    EXPECT_EQ(table.position(6 + 7 * i), expected) << i;
  }
}

TEST(LineTable, LineRangesLeaveOutLineEnds) {
  const LineTable table("ab\r\ncd\nef");
  EXPECT_EQ(table.line_range(1), (TextRange{0, 2}));
  EXPECT_EQ(table.line_range(2), (TextRange{4, 6}));
  EXPECT_EQ(table.line_range(3), (TextRange{7, 9}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source

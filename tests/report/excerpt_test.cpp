// Source lines with a mark under a range.
#include "analyzer/report/excerpt.h"

#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/report/display_line.h"

namespace syncfree::report {
namespace SYNCFREE_FILE {

std::string excerpt(std::string_view text, std::string_view marked) {
  const source::LineTable lines(text);
  const engine::ReportedFile file{.path = "a.py", .uri = "a.py", .text = text, .lines = &lines};
  const auto begin = static_cast<std::uint32_t>(text.find(marked));
  std::ostringstream out;
  write_excerpt(file, {begin, begin + static_cast<std::uint32_t>(marked.size())}, Painter(false), Paint::kNote, out);
  return out.str();
}

TEST(Excerpt, OneLine) {
  EXPECT_EQ(excerpt("x = 1\ny = t.item()\n", "t.item()"),
            "  |\n"
            "2 | y = t.item()\n"
            "  |     ^^^^^^^^\n");
}

TEST(Excerpt, TabsAndWideCharactersKeepTheMarkInPlace) {
  EXPECT_EQ(excerpt("\tx = t.item()", "t.item()"),
            "  |\n"
            "1 |     x = t.item()\n"
            "  |         ^^^^^^^^\n");
  EXPECT_EQ(excerpt("日本 = t", "t"),
            "  |\n"
            "1 | 日本 = t\n"
            "  |        ^\n");
}

TEST(Excerpt, SeveralLinesHaveABar) {
  EXPECT_EQ(excerpt("y = f(\n  1,\n)\n", "f(\n  1,\n)"),
            "  |\n"
            "1 |   y = f(\n"
            "  |  _____^\n"
            "2 | |   1,\n"
            "3 | | )\n"
            "  | |_^\n");
}

TEST(Excerpt, ARangeAtTheEndOfTheTextHasOneCaret) {
  EXPECT_EQ(excerpt("", ""),
            "  |\n"
            "1 | \n"
            "  | ^\n");
}

TEST(Excerpt, ALongLineIsCutAroundTheRange) {
  const std::string shown = excerpt(std::string(5000, 'a') + " t.item() " + std::string(5000, 'b'), "t.item()");
  EXPECT_LT(shown.size(), 700U);
  const std::size_t line_start = shown.find("1 | ");
  const std::size_t mark_start = shown.find("  | ", line_start);
  const std::string line = shown.substr(line_start, mark_start - line_start);
  const std::string mark = shown.substr(mark_start);
  // Two bytes more than columns: the sign for what is cut off.
  EXPECT_EQ(line.find("t.item()") - 2, mark.find('^')) << shown;
}

TEST(DisplayLine, NothingReachesTheTerminalThatSteersIt) {
  EXPECT_EQ(display_line("a\x1b[31mb").text, "a\uFFFD[31mb");
  EXPECT_EQ(printable("a\nb\u202Ec\xFF"), "a b\uFFFDc\uFFFD");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report

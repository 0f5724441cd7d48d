// Columns in each encoding, and offsets back from them.
#include "lsp/position.h"

#include <string_view>

#include <gtest/gtest.h>

namespace syncfree::lsp {
namespace SYNCFREE_FILE {

// Of 1, 2, 3 and 4 bytes; the last has two units in UTF-16.
constexpr std::string_view kText = "aé€😀b\r\nx\ry\n";

Position at(std::uint32_t offset, Encoding encoding) { return LineStarts(kText).position(kText, offset, encoding); }

std::uint32_t offset(Position position, Encoding encoding) {
  return LineStarts(kText).offset(kText, position, encoding);
}

TEST(Positions, CountUnitsOfTheEncoding) {
  EXPECT_EQ(at(10, Encoding::kUtf8), (Position{0, 10}));
  EXPECT_EQ(at(10, Encoding::kUtf16), (Position{0, 5}));
  EXPECT_EQ(at(10, Encoding::kUtf32), (Position{0, 4}));
}

TEST(Positions, LinesEndInThreeWays) {
  EXPECT_EQ(at(13, Encoding::kUtf16), (Position{1, 0}));
  EXPECT_EQ(at(15, Encoding::kUtf16), (Position{2, 0}));
  EXPECT_EQ(at(17, Encoding::kUtf16), (Position{3, 0}));
  EXPECT_EQ(LineStarts("").count(), 1U);
}

TEST(Positions, LeadBackToTheirOffsets) {
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kUtf16, Encoding::kUtf32}) {
    for (const std::uint32_t start : {0U, 1U, 3U, 6U, 10U, 11U, 13U, 14U, 15U, 16U, 17U}) {
      EXPECT_EQ(offset(at(start, encoding), encoding), start) << name_of(encoding);
    }
  }
}

TEST(Positions, OutsideOfTheTextMeanItsNearestPlace) {
  EXPECT_EQ(offset({0, 99}, Encoding::kUtf16), 11U);
  EXPECT_EQ(offset({99, 0}, Encoding::kUtf16), kText.size());
  EXPECT_EQ(offset({0, 4}, Encoding::kUtf16), 6U) << "within the character of two units";
  EXPECT_EQ(offset({0, 2}, Encoding::kUtf8), 1U) << "within the character of two bytes";
}

TEST(Positions, RangesNeverRunBackwards) {
  const source::TextRange range = LineStarts(kText).range(kText, {{2, 0}, {0, 1}}, Encoding::kUtf16);
  EXPECT_EQ(range, (source::TextRange{15, 15}));
}

TEST(Positions, ThrowWhereTheJsonIsOfAnotherForm) {
  EXPECT_THROW(position_from(Json::parse(R"({"line":1})")), Json::exception);
  EXPECT_THROW(position_from(Json::parse(R"({"line":1,"character":"a"})")), Json::exception);
  EXPECT_THROW(position_from(Json::parse(R"({"line":1e308,"character":0})")), Json::exception);
  EXPECT_EQ(position_from(Json::parse(R"({"line":-1,"character":99999999999})")), (Position{0, UINT32_MAX}));
  EXPECT_EQ(position_from(Json::parse(R"({"line":1,"character":2})")), (Position{1, 2}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::lsp

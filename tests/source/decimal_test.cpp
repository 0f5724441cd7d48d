#include "analyzer/source/decimal.h"

#include <gtest/gtest.h>

namespace syncfree::source {
namespace SYNCFREE_FILE {

TEST(Decimal, IsTheNumberThatTheTextBeginsWith) {
  double value = 7;
  EXPECT_EQ(read_decimal("2.5e3", value), std::errc());
  EXPECT_EQ(value, 2500);
  EXPECT_EQ(read_decimal(".5f", value), std::errc());
  EXPECT_EQ(value, 0.5);
}

TEST(Decimal, LeavesTheValueWhereThereIsNoneOrItDoesNotFit) {
  double value = 7;
  EXPECT_EQ(read_decimal("x", value), std::errc::invalid_argument);
  EXPECT_EQ(read_decimal("1e999", value), std::errc::result_out_of_range);
  EXPECT_EQ(value, 7);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source

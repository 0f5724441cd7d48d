// Findings as the cache keeps them, read from bytes that a disk or a hand has changed.
#include "driver/summary_codec.h"

#include <string>

#include <gtest/gtest.h>

namespace syncfree::driver {
namespace SYNCFREE_FILE {

FileSummary with_a_problem() {
  return {.problems = {{.line = 3, .message = "syntax error"}}, .findings = {}, .calls = {}, .hot = {}};
}

TEST(SummaryCodec, ReadsWhatItWrites) {
  const auto summary = decode_summary(encode_summary(with_a_problem()), 1);
  ASSERT_TRUE(summary.has_value());
  ASSERT_EQ(summary->problems.size(), 1U);
  EXPECT_EQ(summary->problems[0].line, 3U);
  EXPECT_EQ(summary->problems[0].message, "syntax error");
}

TEST(SummaryCodec, RefusesWhatIsCutOff) {
  const std::string bytes = encode_summary(with_a_problem());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_summary(bytes.substr(0, size), 1)) << size;
}

/// The bytes of arrays in arrays, which a reader that calls itself for each would follow to the end of its stack.
TEST(SummaryCodec, RefusesArraysWithoutEnd) {
  std::string one_in_another;
  one_in_another.resize(10'000'000, '\x91');
  EXPECT_FALSE(decode_summary(one_in_another, 1).has_value());
  std::string objects;
  objects.resize(10'000'000, '\x81');
  EXPECT_FALSE(decode_summary(objects, 1).has_value());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

// Compares the reports about the snippets in tests/accuracy/tables with what each page says of them.
#include <gtest/gtest.h>

#include "tests/accuracy/reported.h"
#include "tests/accuracy/snippet_tables.h"

namespace syncfree {
namespace SYNCFREE_FILE {

class Tables : public testing::TestWithParam<test::Snippet> {};

TEST_P(Tables, AreWhatIsReported) {
  const test::Snippet& snippet = GetParam();
  EXPECT_EQ(test::reported(snippet.text, "snippet", snippet.with_heat), snippet.expected) << snippet.text;
}

INSTANTIATE_TEST_SUITE_P(Pages, Tables, testing::ValuesIn(test::read_snippet_tables()),
                         [](const auto& snippet) { return snippet.param.name; });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

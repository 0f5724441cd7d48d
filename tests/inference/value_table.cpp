#include "tests/inference/value_table.h"

#include "tests/inference/snippets.h"

namespace syncfree::test {

TEST_P(InferenceTable, GivesTheValue) {
  const Row& row = GetParam();
  EXPECT_EQ(
      value_of("import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nimport numpy as np\n" + row.code,
               "v"),
      row.expected)
      << row.code;
}

}  // namespace syncfree::test

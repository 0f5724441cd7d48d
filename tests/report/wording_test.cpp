#include "analyzer/report/wording.h"

#include <gtest/gtest.h>

namespace syncfree::report {
namespace SYNCFREE_FILE {

TEST(Wording, SaysThatANarrowerWaitIsLeft) {
  const fixes::Fix narrow{
      fixes::Applicability::kUnsafe, "wait for the current stream alone", {}, fixes::WaitsLeft::kNarrower};
  EXPECT_EQ(how_to_apply(narrow), " (needs review: `--fix --unsafe-fixes`; a narrower wait is left)");
  const fixes::Fix gone{fixes::Applicability::kSafe, "make the number on the GPU with `full`", {}};
  EXPECT_EQ(how_to_apply(gone), " (safe: `--fix`)");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report

// Functions that a program hands on with their options: whoever calls them leaves all else as it is by default.
#include <string>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

std::string in_resampling(const std::string& planner) {
  return below(findings_in({{"plan/__init__.py", ""},
                            {"plan/resampling.py",
                             "import torch\n"
                             "def resample(data: torch.Tensor, shape, device: torch.device = torch.device('cpu')):\n"
                             "    data = data.to(device)\n"
                             "    if data.max() > 3: return data.cpu()\n"
                             "    return torch.unique(data)\n"},
                            {"plan/planner.py", "from plan.resampling import resample\n" + planner}}),
               "plan/resampling.py");
}

TEST(HandedOn, LeavesTheDeviceAsItIs) {
  EXPECT_EQ(in_resampling("def planned(): return resample, {'order': 3}\n"), "");
}

TEST(HandedOn, IsCalledByOthersToo) {
  EXPECT_NE(in_resampling("def planned(x): return other.resample(x, device=x.device)\n"), "");
  EXPECT_NE(in_resampling("def planned(): return None\n"), "");
  EXPECT_NE(in_resampling("def planned(): return resample\ndef run(f, x, d): return f(x, 3, device=d)\n"), "");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

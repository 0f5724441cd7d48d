// Files of NumPy beside files of torch: who imports them decides nothing.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

std::string in_manager(const std::string& rotation) {
  return below(findings_in({{"camera.py", "import torch\ndef undistort(x): return torch.where(x > 0, x, 0)\n"},
                            {"manager.py",
                             "import numpy as np\n"
                             "from rotation import Quaternion\n"
                             "class Manager:\n"
                             "    def viewed(self, idx):\n"
                             "        points = self.points[idx, :].dot(self.r.T) + self.tvec[np.newaxis, :]\n"
                             "        mask = (points[:, 0] >= 0) & (points[:, 1] >= 0)\n"
                             "        return points[mask, :]\n"},
                            {"poses.py",
                             "import camera\n"
                             "from manager import Manager\n"
                             "def poses(path): return Manager().viewed(path)\n"},
                            {"rotation.py", rotation}}),
               "manager.py");
}

TEST(HostArrays, OfAFileThatLeadsToNoTorch) {
  EXPECT_EQ(in_manager("class Quaternion:\n    pass\n"), "");
  EXPECT_EQ(in_manager("import torch\nclass Quaternion:\n    pass\n"), "manager.py:7 SF501 warm points[mask, :]\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

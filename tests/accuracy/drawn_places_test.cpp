// What was wrong or silent in packages that were drawn by lot, reduced to the cause. Each row has a control beside it.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/accuracy/reported.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::string_view code;
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

constexpr std::string_view kNet =
    "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.lin = nn.Linear(4, 4)\n"
    "  @property\n  def device(self): return next(self.parameters()).device\n"
    "  def run(self, n):\n    x = torch.zeros(n, 4, device=self.device)\n    x[0] = self.lin(x[1])\n    return "
    "x.tolist()\n";

class ModuleMoves : public testing::TestWithParam<Row> {};

TEST_P(ModuleMoves, AreSeenThroughWhatGivesTheModuleBack) {
  const Row& row = GetParam();
  const std::string text = "import torch\nfrom torch import nn\n" + std::string(kNet) + std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Statements, ModuleMoves,
    testing::Values(
        Row{"in_evaluation", "def load():\n  net = Net()\n  net.eval().to('cuda')\n  return net\nload().run(3)",
            "SF301 x.tolist(); SF105 net.eval().to('cuda')"},
        Row{"in_training",
            "def load():\n  net = Net()\n  net.train().requires_grad_(False).cuda()\n  return net\n"
            "load().run(3)",
            "SF301 x.tolist(); SF105 net.train().requires_grad_(False).cuda()"},
        Row{"of_an_attribute",
            "class Task:\n  def __init__(self):\n    self.net = Net()\n    self.net.half().cuda()\n"
            "  def step(self): return self.net.run(3)\nTask().step()",
            "SF301 x.tolist(); SF105 self.net.half().cuda()"},
        Row{"that_is_not_moved", "def load():\n  net = Net()\n  net.eval()\n  return net\nload().run(3)", ""}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

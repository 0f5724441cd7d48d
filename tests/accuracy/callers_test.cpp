// Reports that depend on who calls a function: others than its own module do where it is a library.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/accuracy/reported.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::reported;

// `softmax(tensor, dim)`, not the `softmax(dim)` of a tensor.
TEST(Numbers, AreReadOfTensorsOnly) {
  const std::string code = "import torch\nimport other\nx = torch.ones(3, 3, device='cuda')\n";
  EXPECT_EQ(reported(code + "other.utils.softmax(x, dim=1)", "script"), "");
  EXPECT_EQ(reported(code + "x.softmax(x[0, 0].long())", "script"), "SF203 x.softmax(x[0, 0].long())");
}

TEST(Refusals, CountAsSuchUnderAConditionThatHolds) {
  const auto with = [](std::string_view body) {
    return "import torch\nfrom torch import Tensor, nn\nclass Base(nn.Module):\n  def read(self, x: Tensor):\n    " +
           std::string(body) + "\ndef f(base: Base, x: Tensor):\n  y = base.read(x)\n  return y[x > 0]\n";
  };
  const std::string refused = reported(with("raise NotImplementedError"));
  EXPECT_NE(refused, "");
  EXPECT_EQ(reported(with("if True:\n      raise NotImplementedError")), refused);
  EXPECT_EQ(reported(with("if True:\n      pass\n      raise NotImplementedError()")), refused);
}

TEST(PublicFunctions, AreCalledByOthersToo) {
  const auto with = [](std::string_view code) {
    return "import torch\nfrom torch import Tensor\n" + std::string(code);
  };
  const std::string total = with("def total(x: Tensor): return x.item()\ntotal(torch.ones(()))");
  EXPECT_EQ(reported(total, "package.snippet"), "SF301 x.item()");
  EXPECT_EQ(reported(total, "script"), "");
  EXPECT_EQ(reported(with("def _total(x: Tensor): return x.item()\n_total(torch.ones(()))"), "package.snippet"), "");
  // A statement that could not be read makes no script of a library.
  const std::string library = with("def total(x: Tensor): return x.item()\ndef one(): return total(torch.ones(()))\n");
  EXPECT_EQ(reported(library, "module"), "SF301 x.item()");
  for (const std::string unread : {"x = = 3\n", "def other(:\n  return 1\n", "class Other(:\n  pass\n"})
    EXPECT_EQ(reported(library + unread, "module"), "SF301 x.item()") << unread;
  // A number that the signature allows, where all calls that anything reaches give tensors.
  const std::string scaled = with(
      "def scaled(x: Tensor, by: Tensor | float):\n  if isinstance(by, float): by = torch.as_tensor(by, "
      "device=x.device)\n  return x * by\ndef twice(x: Tensor): return scaled(x, x)");
  EXPECT_EQ(reported(scaled, "package.snippet"), "SF202 torch.as_tensor(by, device=x.device)");
  EXPECT_EQ(reported(scaled + "\ntwice(torch.ones(3, device='cuda'))", "script"), "");
  // What nothing says is a tensor is what the callers give it.
  EXPECT_EQ(reported(with("def total(x): return float(x)\ntotal(torch.ones(()))"), "package.snippet"), "");
}

TEST(Libraries, AreCalledByOthersToo) {
  const std::string module =
      "import torch\ndef mask(n, most=None):\n  if most is None: most = n.max()\n"
      "  return torch.arange(most, device=n.device)\ndef f(x: torch.Tensor): return mask(x, 3)\n";
  EXPECT_EQ(reported(module), "SF203 torch.arange(most, device=n.device)");
  EXPECT_EQ(reported(module + "f(torch.ones(3, device='cuda'))\n"), "");
}

TEST(Constructors, MakeObjectsOfTheirOwnClassForOthers) {
  const auto with = [](std::string_view name, std::string_view method) {
    const std::string base(name);
    return "import abc, torch\nclass " + base + ":\n  def __init__(self, part=None): self.part = part\n" +
           std::string(method) +
           "  def read(self, x: torch.Tensor):\n    if self.part is None: return x.item()\n    return x\n"
           "class Half(" +
           base + "):\n  def __init__(self): super().__init__(2)\n";
  };
  EXPECT_EQ(reported(with("Score", ""), "package.snippet"), "SF301 x.item()");
  EXPECT_EQ(reported(with("_Score", ""), "package.snippet"), "");
  EXPECT_EQ(reported(with("Score", "  @abc.abstractmethod\n  def name(self): pass\n"), "package.snippet"), "");
  EXPECT_EQ(reported(with("Score", "") + "one = Score(3)\n", "package.snippet"), "");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

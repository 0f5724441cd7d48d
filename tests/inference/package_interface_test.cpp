// What others may call beside a package's own code, which passes tensors on the CPU only.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

std::string found_with(const std::string& interface) {
  const std::vector<File> files = {
      {"lib/__init__.py", interface},
      {"lib/rank.py",
       "import torch\n"
       "from torch import Tensor\n"
       "def best(x: Tensor):\n"
       "    return x[x > 0]\n"},
      {"lib/main.py",
       "import torch\n"
       "from .rank import best\n"
       "def main(rows):\n"
       "    return best(torch.tensor(rows))\n"},
  };
  return below(findings_in(files), "lib/");
}

TEST(PackageInterface, ALibrarysPublicFunctionIsCalledByOthers) {
  const std::string found = "lib/rank.py:4 SF501 hot x[x > 0]\n";
  EXPECT_EQ(found_with("from .rank import best\n"), found);
  EXPECT_EQ(found_with("from .main import *\n"), found);
  EXPECT_EQ(found_with("from . import rank\n"), found);
  EXPECT_EQ(found_with("__all__ = ['rank']\n"), found);
  EXPECT_EQ(found_with("def version():\n    return 1\n"), found);
}

TEST(PackageInterface, AnApplicationsFunctionIsNot) {
  EXPECT_EQ(found_with(""), "");
  EXPECT_EQ(found_with("import torch\n__version__ = '1.0'\n"), "");
}

TEST(PackageInterface, AModuleIsCalledThroughWhatWrapsIt) {
  const std::vector<File> files = {
      {"app/__init__.py", ""},
      {"app/bag.py",
       "import torch\n"
       "from torch import nn\n"
       "class Bag(nn.Module):\n"
       "    def infer(self):\n"
       "        return self.forward(torch.tensor([[0, 2]]), torch.zeros(2, 8))\n"
       "    def forward(self, scope, token):\n"
       "        return token[scope[0][0]:].sum()\n"},
      {"app/train.py",
       "from torch import nn\n"
       "def train(model, loader, optimizer):\n"
       "    model = nn.DataParallel(model).cuda()\n"
       "    for scope, token in loader:\n"
       "        model(scope, token).backward()\n"
       "        optimizer.step()\n"},
  };
  EXPECT_EQ(below(findings_in(files), "app/bag.py"), "app/bag.py:7 SF403 hot token[scope[0][0]:]\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

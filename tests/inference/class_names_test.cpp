// An argument of a constructor is an object of the class after which it is called, if the package has one such class.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

const std::vector<File> kCriterion = {
    {"detector/__init__.py", ""},
    {"detector/parts/__init__.py", ""},
    {"detector/criterion.py",
     "import torch\n"
     "from torch import nn\n"
     "class Criterion(nn.Module):\n"
     "    def __init__(self, matcher):\n"
     "        super().__init__()\n"
     "        self.matcher = matcher\n"
     "    def forward(self, outputs, targets):\n"
     "        pairs = self.matcher(outputs['logits'], targets)\n"
     "        rows = torch.cat([torch.full_like(i, n) for n, (i, _) in enumerate(pairs)])\n"
     "        columns = torch.cat([i for i, _ in pairs])\n"
     "        return outputs['logits'][rows, columns].mean()\n"},
};

File matcher(const std::string& path, const std::string& name) {
  return {path,
          "import torch\n"
          "from scipy.optimize import linear_sum_assignment\n"
          "class " +
              name +
              "(torch.nn.Module):\n"
              "    @torch.no_grad()\n"
              "    def forward(self, logits, targets):\n"
              "        costs = logits.cpu()\n"
              "        pairs = [linear_sum_assignment(c) for c in costs]\n"
              "        return [(torch.as_tensor(i), torch.as_tensor(j)) for i, j in pairs]\n"};
}

std::string with(const std::vector<File>& files) {
  return below(findings_in(kCriterion + files), "detector/criterion.py");
}

const std::string kIndex = "detector/criterion.py:11 SF401 hot outputs['logits'][rows, columns]\n";

TEST(ClassNames, OfThePackage) {
  EXPECT_EQ(with({}), "");
  EXPECT_EQ(with({matcher("detector/matching.py", "HungarianMatcher")}), kIndex);
  EXPECT_EQ(with({matcher("detector/parts/matching.py", "Matcher")}), kIndex);
}

TEST(ClassNames, OfSeveralTheNearest) {
  const std::vector<File> two = {matcher("detector/matching.py", "HungarianMatcher"),
                                 matcher("detector/more.py", "SimpleMatcher")};
  EXPECT_EQ(with(two), "") << "either may be meant";
  EXPECT_EQ(with({two[0], matcher("detector/parts/more.py", "SimpleMatcher")}), kIndex) << "the one beside it";
}

/// Another class has that name: it takes other arguments.
TEST(ClassNames, OnlyIfItIsCalledSo) {
  File other = matcher("detector/matching.py", "HungarianMatcher");
  const std::string_view signature = "(self, logits, targets)";
  other.text.replace(other.text.find(signature), signature.size(), "(self, logits, targets, costs, scale)");
  EXPECT_EQ(with({other}), "");
  const std::string_view more = "costs, scale";
  other.text.replace(other.text.find(more), more.size(), "costs=None, scale=3");
  EXPECT_EQ(with({other}), kIndex);
}

TEST(ClassNames, NotOfOthers) {
  EXPECT_EQ(with({matcher("other/matching.py", "HungarianMatcher")}), "");
  File test = matcher("detector/test_matching.py", "HungarianMatcher");
  test.is_test = true;
  EXPECT_EQ(with({test}), "") << "tests say nothing of what they test";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

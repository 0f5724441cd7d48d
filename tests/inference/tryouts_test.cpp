// What a module does with random numbers when it is run by itself, though others import it, is no step of a program.
#include <string>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

std::string in_shift(const std::string& importer, const std::string& data) {
  return below(findings_in({{"ops/__init__.py", ""},
                            {"ops/shift.py",
                             "import torch\n"
                             "def shift(x): return x * 2\n"
                             "if __name__ == '__main__':\n"
                             "    optimizer = torch.optim.SGD([torch.ones(2)])\n"
                             "    for i in range(10):\n"
                             "        x = " +
                                 data +
                                 "\n"
                                 "        loss = shift(x.cuda()).mean()\n"
                                 "        loss.backward()\n"
                                 "        optimizer.step()\n"
                                 "        print(loss)\n"},
                            {"ops/models.py", importer}}),
               "ops/shift.py");
}

bool is_shown(const std::string& findings) { return findings.contains(" hot ") || findings.contains(" warm "); }

TEST(Tryouts, AreCold) { EXPECT_FALSE(is_shown(in_shift("from ops.shift import shift\n", "torch.rand(8)"))); }

TEST(Tryouts, AreOfWhatOthersImport) { EXPECT_TRUE(is_shown(in_shift("import torch\n", "torch.rand(8)"))); }

TEST(Tryouts, ReadNoData) { EXPECT_TRUE(is_shown(in_shift("from ops.shift import shift\n", "torch.load('x.pt')"))); }

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

// Lines for copies are shown where they can be typed in.
#include <string>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

TEST(ShownCopy, AsksOnlyATensorWhereItIs) {
  const Workplace place;
  place.write("tensor.py",
              "import torch\n\ndef move(x: torch.Tensor, device):\n    return x.clone().to(device)\n"
              "def load(rows, device):\n    for x in rows:\n        x = x.unsqueeze(0).to(device)\n");
  EXPECT_NE(place.run("tensor.py").out.find("is_cpu"), std::string::npos);
  // What a tokenizer gives has `to`, and no `is_cpu`.
  place.write("batch.py",
              "import torch\n\ndef encode(tokenizer, text, device):\n"
              "    return tokenizer(text, return_tensors=\"pt\").to(device)\n");
  const std::string batch = place.run("batch.py").out;
  EXPECT_NE(batch.find("SF102"), std::string::npos) << batch;
  EXPECT_EQ(batch.find("is_cpu"), std::string::npos) << batch;
}

TEST(ShownWords, LongExpressionsAreCutWithAMark) {
  const Workplace place;
  place.write("long.py",
              "import torch\n\ndef step(x: torch.Tensor):\n"
              "    if (x.sum() + x.mean() + x.std() + x.amax() + x.amin() + x.prod() + x.var() > 0).all():\n"
              "        print(1)\n        return 1\n    return 0\n");
  const std::string out = place.run("long.py").out;
  EXPECT_NE(out.find("in place of `(x.sum() + x.mean() + x.std() + x.amax() + x.amin() + x.p...`"), std::string::npos)
      << out;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

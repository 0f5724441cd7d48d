// Which Python files are worth a parse.
#include "driver/relevance.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::driver {
namespace SYNCFREE_FILE {

TEST(Relevance, NamesWhatMayWait) {
  for (const std::string_view text :
       {"import torch", "def f(t: Tensor): ...", "print(loss.item())", "from pytorch_lightning import Trainer",
        "from transformers import Trainer", "import deepspeed", "from accelerate import Accelerator", "import timm"})
    EXPECT_TRUE(has_sign(text, {})) << text;
}

TEST(Relevance, MostOfAProjectDoesNot) {
  for (const std::string_view text : {"", "import numpy as np", "import math\n\nprint(math.sqrt(2))", "import thrust"})
    EXPECT_FALSE(has_sign(text, {})) << text;
  const std::vector<std::string> own = {"wait_for_all"};
  EXPECT_TRUE(has_sign("wait_for_all()", own));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

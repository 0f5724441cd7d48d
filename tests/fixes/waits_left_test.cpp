// What a rewrite says of the wait that is left: gone, fewer, narrower, later.
#include <string>

#include <gtest/gtest.h>

#include "analyzer/engine/one_wait.h"
#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

/// Of the first rewrite that is shown for `code`; an error if there is none.
const fixes::Fix* first_shown(const engine::Report& report, std::string_view code) {
  for (const engine::Finding& finding : report.findings) {
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
      if (remedy.fix != nullptr && remedy.code == code) return remedy.fix;
    }
  }
  return nullptr;
}

fixes::WaitsLeft left_in(const std::string& file, const std::string& text, std::string_view code) {
  const engine::Report report = fix_text(file, text, fixes::Applicability::kSafe).check.report;
  const fixes::Fix* fix = first_shown(report, code);
  EXPECT_NE(fix, nullptr) << text;
  return fix == nullptr ? fixes::WaitsLeft::kNone : fix->waits_left;
}

TEST(WaitsLeft, TheWaitForOneStreamIsNarrower) {
  EXPECT_EQ(
      left_in("a.cu",
              "void f(float* p, cudaStream_t stream) {\n  g<<<1, 1, 0, stream>>>(p);\n  cudaDeviceSynchronize();\n}\n",
              "SF601"),
      fixes::WaitsLeft::kNarrower);
}

TEST(WaitsLeft, CopiesThatAreQueuedTogetherLeaveFewer) {
  EXPECT_EQ(left_in("a.py",
                    "import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n    a = x.cpu()\n    b = y.cpu()\n"
                    "    return a.numpy(), b.numpy()\n",
                    "SF101"),
            fixes::WaitsLeft::kFewer);
}

TEST(WaitsLeft, WhatComesFromPinnedMemoryLeavesNone) {
  EXPECT_EQ(left_in("a.py",
                    "import torch\n\n\ndef f(x: torch.Tensor, rows: list[int]):\n"
                    "    return torch.tensor(rows, device=x.device)\n",
                    "SF201"),
            fixes::WaitsLeft::kNone);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

// What is left of values where a function is called in too many ways or a structure is too deep.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"
#include "tests/inference/value_table.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::InferenceTable;
using test::Row;

TEST(Inference, ArgumentsThatGrowInRecursionStaySmall) {
  // Each call adds to the list it was given and hands it on twice: what is kept of that must not double with each
  // level.
  EXPECT_EQ(test::value_of("def f(xs, n):\n  for i in range(n):\n    xs.append('s')\n    f(xs, n)\n    f(xs, n)\n  "
                           "return 's'\nv = []\nf(v, 3)\n"
                           "for v in v: pass",
                           "v"),
            "string | list of string");
}

/// `f` is called with tensors of eight ranks and with eight numbers before what the row's code asks.
std::string after_many_calls(const std::string& code) {
  std::string calls;
  for (int i = 0; i < 8; ++i) {
    calls += "f(" + std::to_string(i) + ")\nf(torch.zeros(3";
    for (int k = 0; k < i; ++k) calls += ", 3";
    calls += ", device='cuda'))\n";
  }
  return "def f(x):\n  return x >= 0\n" + calls + code;
}

INSTANTIATE_TEST_SUITE_P(
    FunctionsThatAreCalledInManyWays, InferenceTable,
    testing::Values(
        Row{"by_a_tensor_like_many", after_many_calls("v = f(torch.zeros(2, 2, device='cuda'))"),
            "tensor cuda boolean"},
        Row{"by_a_number_like_many", after_many_calls("v = f(12)"), "boolean"},
        Row{"by_a_tensor_on_the_host", after_many_calls("v = f(torch.zeros(2))"), "tensor cpu boolean"},
        Row{"by_evidence_of_all_kinds",
            "import other\nfrom torch import Tensor\ndef f(x):\n  return x >= 0\n"
            "def g(a: Tensor, b: Tensor):\n"
            "  for x in (a, a.cpu(), a.cuda(), torch.zeros(3), torch.zeros(3, device='cuda'), 3, other.x): f(x)\n"
            "  f(a)\n  f(a.cpu())\n  f(a.cuda())\n  f(torch.zeros(3))\n  f(torch.zeros(3, device='cuda'))\n"
            "  f(torch.zeros(3, 3, device='cuda'))\n  f(3)\ng(other.a, other.b)\n"
            "v = f(torch.zeros(2, device='cuda'))",
            "tensor cuda boolean"},
        Row{"by_too_many_kinds",
            "def f(x):\n  return x\nf('s')\nf(None)\nf([])\nf(())\nf({})\nf({1})\nf(torch.zeros(2))\n"
            "f(torch.zeros(2, device='cuda'))\nv = f(12)",
            "tensor caller | integer"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Inference, HierarchiesAreKnownToADepth) {
  // Written from the last class to the first, too.
  for (const bool backwards : {false, true}) {
    for (const auto& [depth, expected] : {std::pair{150, "string 's'"}, std::pair{250, "anything"}}) {
      std::string code;
      for (int i = 1; i <= depth; ++i) {
        const std::string line = "class C" + std::to_string(i) + "(C" + std::to_string(i - 1) + "):\n  def n" +
                                 std::to_string(i) + "(self): pass\n";
        code = backwards ? line + code : code + line;
      }
      code = "class C0:\n  def m(self): return 's'\n" + code + "v = C" + std::to_string(depth) + "().m()";
      EXPECT_EQ(test::value_of(code, "v"), expected) << depth << backwards;
    }
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

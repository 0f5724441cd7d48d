// What is reported in Python where it is only possible, and what is not: a doubt alone is no finding.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

/// "3: SF601?" of each finding, with a "?" behind those that are only possible.
std::string found(std::string_view code) {
  CheckRequest request;
  request.text = SourceText{"a.py", "import torch\nfrom torch import nn, Tensor\n" + std::string(code)};
  request.settings = default_settings(".");
  request.settings.project = false;
  request.settings.temperature = engine::Temperature::kCold;
  request.settings.confidence = engine::Confidence::kPossible;
  Progress progress;
  const CheckResult result = check(request, progress);
  std::string text;
  for (const engine::Finding& finding : result.report.findings) {
    const auto line = result.report.files[finding.file].lines->position(finding.range.begin).line;
    const bool perhaps = finding.confidence == engine::Confidence::kPossible;
    text += (text.empty() ? "" : " ") + std::to_string(line) + ":" + std::string(finding.code) + (perhaps ? "?" : "");
  }
  return text;
}

struct Case {
  const char* what;
  const char* code;
  const char* expected;
};

constexpr Case kCases[] = {
    {"a row that may be a mask", "def f(x: Tensor, row: Tensor):\n    return x[row]\n", ""},
    {"a list beside a tensor",
     "def f(x: Tensor, b: int):\n    i = x.argmax(0)\n    if b == 1: i = torch.arange(3)\n"
     "    if b == 2: i = [0, 1]\n    return x[i]\n",
     "7:SF401?"},
    {"an index on either side",
     "def f(x: Tensor, b: int):\n    i = x.argmax(0)\n    if b == 1: i = torch.arange(3)\n    return x[i]\n", ""},
    {"a length that is not known", "def f(x: Tensor, n: int):\n    return nn.functional.one_hot(x, n)\n", ""},
    {"an option that is a boolean",
     "def f(x: Tensor, wait: bool):\n    return torch.zeros(3).to(x.device, non_blocking=wait)\n", "4:SF105?"},
    {"a source of which nothing is known", "def f(x: Tensor, other):\n    x.copy_(other)\n", ""},
    {"a size where a module is built",
     "class A(nn.Module):\n    def __init__(self, size: Tensor):\n        self.x = torch.zeros(3, size)\n", ""},
    {"a comparison where a module is built",
     "class A(nn.Module):\n    def __init__(self, size: Tensor):\n        if size > 3: raise ValueError\n", ""},
    {"a test of all truths where a module is built",
     "class A(nn.Module):\n    def __init__(self, size: Tensor):\n        if (size > 3).any(): raise ValueError\n",
     "5:SF302?"},
    {"norms that are built where nobody says",
     "class A(nn.Module):\n    def __init__(self, n, device=None, dtype=None):\n        super().__init__()\n"
     "        dd = {'device': device, 'dtype': dtype}\n        self.norm = nn.BatchNorm2d(n, **dd)\n",
     ""},
    {"a number of the host at positions", "def f(x: Tensor, i: int):\n    x[i][0] = torch.tensor(0.0)\n", "4:SF402"},
};

TEST(PossibleFindings, NeedGrounds) {
  for (const Case& one : kCases) EXPECT_EQ(found(one.code), one.expected) << one.what;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

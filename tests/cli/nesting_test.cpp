// Deep, long and repeated code: as many findings come out as there are waits, and none of it takes forever.
#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr const char* kAll = "--output-format concise --confidence possible --temperature cold --isolated ";
constexpr const char* kHead = "import torch, time\n\ndef f(op, x: torch.Tensor):\n    x = x.cuda()\n";

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

/// How often a wait of this rule is reported.
std::size_t count_of(const Outcome& outcome, const std::string& rule) {
  std::size_t count = 0;
  for (std::size_t at = outcome.out.find(": " + rule + " "); at != std::string::npos;
       at = outcome.out.find(": " + rule + " ", at + 1))
    ++count;
  return count;
}

Outcome check(const std::string& name, const std::string& text, const std::string& before = "") {
  const Workplace place;
  place.write(name, text);
  return place.run_with(before, kAll + name);
}

TEST(Nesting, AClockAroundAChainOfBranchesThatWait) {
  // Doubled by each branch, the actions of sixty would fill any memory.
  std::string text =
      std::string(kHead) + "    t = time.perf_counter()\n    if op == 0:\n        torch.cuda.synchronize()\n";
  text += repeated("    elif op == 1:\n        torch.cuda.synchronize()\n", 60);
  text += "    return time.perf_counter() - t\n";
  EXPECT_EQ(count_of(check("a.py", text), "SF601"), 61U);
}

TEST(Nesting, FormattedStringsThatAreNeverClosed) {
  const Outcome outcome = check("a.py", std::string(kHead) + "    x.item()\n    y = " + repeated("f\"{", 60) + "\n");
  EXPECT_EQ(count_of(outcome, "SF301"), 1U);
  EXPECT_NE(outcome.error.find("syntax error"), std::string::npos) << outcome.error;
}

TEST(Nesting, BasesThatBringTheSameBases) {
  // Each class has all those before it as bases.
  std::string text = "import torch\nclass C0(torch.nn.Module):\n    def read(self, x: torch.Tensor): return x.item()\n";
  std::string bases = "C0";
  for (int i = 1; i < 60; ++i) {
    text += "class C" + std::to_string(i) + "(" + bases + "): pass\n";
    bases = "C" + std::to_string(i) + ", " + bases;
  }
  EXPECT_EQ(count_of(check("a.py", text), "SF301"), 1U);
}

TEST(Nesting, ClassesThatAreAboveThemselves) {
  std::string text = "import torch\n";
  for (int i = 0; i < 20; ++i) {
    const std::string own = std::to_string(i);
    const std::string next = std::to_string((i + 1) % 20);
    text += "class C" + own + "(C" + next + "):\n    def m" + own + "(self, x): return self.m" + next + "(x)\n";
  }
  text += "def f(x: torch.Tensor):\n    C0().m3(x)\n    return x.item()\n";
  EXPECT_EQ(count_of(check("a.py", text), "SF301"), 1U);
}

TEST(Nesting, NamesThatStandForThemselves) {
  const std::string own = std::string(kHead) + "    mask = ~mask\n    return x[mask]\n";
  const std::string other = std::string(kHead) + "    a = b\n    b = a\n    return x[a], x[b]\n";
  const std::string cxx =
      "#include <torch/torch.h>\nat::Tensor f(at::Tensor x) {\n  at::Tensor mask.cpu() = x > 0.5;\n"
      "  return x.index({mask});\n}\n";
  for (const auto& [name, text] : {std::pair("a.py", own), std::pair("a.py", other), std::pair("a.cpp", cxx)}) {
    EXPECT_LE(check(name, text, "ulimit -t 5;").status, 1) << text;
  }
}

TEST(Nesting, ManyNamesOfOneMemory) {
  std::string views;
  for (int i = 1; i < 600; ++i) views += "    c" + std::to_string(i) + " = c" + std::to_string(i - 1) + ".view(-1)\n";
  const std::string end = "    c0.copy_(x, non_blocking=True)\n    return c1.tolist()\n";
  for (const std::string& text :
       {"    c0 = torch.empty(3)\n" + views, "    c0 = c1 = op" + repeated("[x]", 600) + "\n"}) {
    EXPECT_EQ(check("a.py", kHead + text + end, "ulimit -t 5;").status, 1) << text;
  }
}

// Each of the parser's steps in search of a way out of the error takes thousands of places in memory.
TEST(Nesting, QuotesThatStayOpenBehindEachOther) {
  const Outcome outcome = check("a.py", "import torch\n" + repeated(";'''@", 18'000), "ulimit -t 5;");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
}

TEST(Nesting, EveryBranchOfALongChainIsAnalyzed) {
  const std::string python =
      std::string(kHead) + "    if op: y = 1\n" + repeated("    elif x.item() == 3: pass\n", 1000) + "    return y\n";
  EXPECT_EQ(count_of(check("a.py", python), "SF301"), 1000U);
  const std::string cxx = "#include <torch/torch.h>\nint f(at::Tensor x) {\n  if (x.item<int>() == 0) return 0;\n" +
                          repeated("  else if (x.item<int>() == 1) return 1;\n", 1500) + "  return 2;\n}\n";
  EXPECT_EQ(count_of(check("a.cpp", cxx), "SF301"), 1501U);
}

TEST(Nesting, WhatIsNestedTooDeeplyIsSaid) {
  const std::string cxx = "#include <torch/torch.h>\nvoid f(at::Tensor x) {\n" + repeated("if (g()) {", 400) +
                          "x.item<int>();" + repeated("}", 400) + "}\n";
  const Outcome outcome = check("a.cpp", cxx);
  const bool is_told = outcome.error.find("nested too deeply") != std::string::npos;
  EXPECT_TRUE(is_told || count_of(outcome, "SF301") == 1) << outcome.error;
  EXPECT_EQ(outcome.status, 1) << "what was not read is not known to be clean";
}

TEST(Nesting, ASmallStackIsEnough) {
  const std::string text =
      std::string(kHead) + "    if op: y = 1\n" + repeated("    elif x.item() == 3: pass\n", 1000) + "    return y\n";
  EXPECT_EQ(count_of(check("a.py", text, "ulimit -s 256;"), "SF301"), 1000U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

// Rules about streams and about benchmarks, on pieces of code that no fixture runs.
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/engine/judging/analyze.h"
#include "analyzer/source/line_table.h"
#include "frontends/python/lower.h"
#include "rules/rule_table.h"

namespace syncfree::rules {
namespace SYNCFREE_FILE {

/// "SF903:5 SF904:7", by line; only codes that begin with one of `family`.
std::string found(std::string_view code, std::string_view family) {
  const std::string text = "import time\nimport torch\nfrom torch import nn\n" + std::string(code) + "\n";
  model::SymbolTable symbols;
  auto parsed = python::parse_python(text, symbols);
  EXPECT_TRUE(parsed && (*parsed)->problems.empty()) << text;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  const inference::Project project({{parsed->get(), "code", false, 0}}, catalog, symbols, 1);
  const source::LineTable lines(text);
  std::ostringstream out;
  for (const engine::Finding& finding : engine::analyze(inference::infer(project, 1), rule_table(), 1)) {
    if (!finding.code.starts_with(family) || finding.confidence < engine::Confidence::kLikely) continue;
    out << (out.view().empty() ? "" : " ") << finding.code << ':' << lines.line_of(finding.range.begin) - 3;
  }
  return out.str();
}

/// A function in which `x` is of the caller's stream and `y` of another one.
std::string with_streams(std::string_view behind, std::string_view stream = "torch.cuda.Stream()") {
  return "def f(given: torch.cuda.Stream = None):\n"
         "  side = " +
         std::string(stream) +
         "\n"
         "  with torch.cuda.stream(side):\n"
         "    y = torch.rand(8, device='cuda')\n" +
         std::string(behind);
}

TEST(Streams, OnlyThoseThatAreSurelyOthers) {
  EXPECT_EQ(found(with_streams("  return y * 2"), "SF9"), "SF903:5");
  EXPECT_EQ(found(with_streams("  return y * 2", "torch.cuda.current_stream()"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  return y * 2", "given"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  return y * 2", "torch.cuda.Stream() if given is None else given"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  torch.cuda.set_stream(side)\n  return y * 2"), "SF9"), "");
}

TEST(Streams, WhatCountsAsAWait) {
  EXPECT_EQ(found(with_streams("  torch.cuda.current_stream().wait_stream(side)\n  return y * 2"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  side.wait_stream(torch.cuda.current_stream())\n  return y * 2"), "SF9"), "SF903:6");
  EXPECT_EQ(found(with_streams("  torch.cuda.current_stream().wait_event(side.record_event())\n  return y * 2"), "SF9"),
            "");
  EXPECT_EQ(
      found(with_streams("  other = side\n  torch.cuda.current_stream().wait_stream(other)\n  return y * 2"), "SF9"),
      "");
  EXPECT_EQ(found(with_streams("  torch.cuda.synchronize()\n  return y * 2"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  f.helper.wait_for_all()\n  return y * 2"), "SF9"), "");
}

TEST(Streams, ADeletedStreamIsStillOneOfItsOwn) {
  EXPECT_EQ(found(with_streams("  z = y * 2\n  del side\n  return z"), "SF9"), "SF903:5");
}

TEST(Streams, AParameterIsOfTheCallersStream) {
  const std::string_view uses =
      "def f(x: torch.Tensor):\n"
      "  x = x.cuda()\n"
      "def g(x: torch.Tensor):\n"
      "  side = torch.cuda.Stream()\n"
      "  with torch.cuda.stream(side):\n"
      "    y = x.relu()\n"
      "  torch.cuda.current_stream().wait_stream(side)\n"
      "  return y";
  EXPECT_EQ(found(uses, "SF9"), "SF903:6");
}

TEST(Streams, WhatIsOnlyHandedOnIsNotUsed) {
  EXPECT_EQ(found(with_streams("  return y"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  return y.shape[0] + y.numel()"), "SF9"), "");
  EXPECT_EQ(found(with_streams("  batch = {'y': y}\n  return batch"), "SF9"), "");
}

TEST(Streams, ABufferThatAFunctionKeepsIsNotFreed) {
  EXPECT_EQ(found("buffer = torch.ones(8, device='cuda')\n"
                  "def get():\n"
                  "  return buffer\n"
                  "def f(n):\n"
                  "  side = torch.cuda.Stream()\n"
                  "  for _ in range(n):\n"
                  "    x = get()\n"
                  "    side.wait_stream(torch.cuda.current_stream())\n"
                  "    with torch.cuda.stream(side):\n"
                  "      y = x * 2",
                  "SF905"),
            "");
}

/// A benchmark of `net(x)` that does `before` first.
std::string benchmark(std::string_view before, std::string_view loop = "for _ in range(10):") {
  return "def f(n):\n"
         "  net = nn.Linear(8, 8, device='cuda')\n"
         "  x = torch.rand(8, 8, device='cuda')\n"
         "  torch.cuda.synchronize()\n" +
         std::string(before) +
         "  start = time.time()\n"
         "  " +
         std::string(loop) +
         "\n"
         "    y = net(x)\n"
         "  torch.cuda.synchronize()\n"
         "  return time.time() - start";
}

TEST(ColdStart, OnlyOfWhatSurelyRunsForTheFirstTime) {
  EXPECT_EQ(found(benchmark(""), "SF805"), "SF805:7");
  EXPECT_EQ(found(benchmark("  net.eval()\n"), "SF805"), "SF805:8");
  EXPECT_EQ(found(benchmark("  net(x)\n"), "SF805"), "");
  EXPECT_EQ(found(benchmark("  train(net)\n"), "SF805"), "");
  EXPECT_EQ(found(benchmark("  warmup()\n"), "SF805"), "");
  EXPECT_EQ(found(benchmark("", "for x in n:"), "SF805"), "");
}

TEST(EarlierWork, OfTheSameTextAndTheSameIteration) {
  EXPECT_EQ(found(benchmark("  net(x)\n"), "SF804"), "SF804:6");
  EXPECT_EQ(found(benchmark("  net(x)\n  torch.cuda.synchronize()\n"), "SF804"), "");
  EXPECT_EQ(found(benchmark("  x.tanh()\n"), "SF804"), "") << "little beside what is measured";
  EXPECT_EQ(found("def f(net, x):\n"
                  "  for _ in range(3):\n"
                  "    start = time.time()\n"
                  "    y = net(x)\n"
                  "    torch.cuda.synchronize()\n"
                  "    print(time.time() - start)\n"
                  "    y = net(x)",
                  "SF804"),
            "")
      << "each iteration holds the rest of the one before";
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::rules

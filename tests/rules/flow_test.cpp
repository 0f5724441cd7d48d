// Rules that follow control flow, on pieces of code that no fixture runs.
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

std::vector<engine::Finding> analyzed(const std::string& text, model::SymbolTable& symbols) {
  auto parsed = python::parse_python(text, symbols);
  EXPECT_TRUE(parsed && (*parsed)->problems.empty()) << text;
  const catalog::Catalog catalog(catalog::builtin_rows(), symbols);
  const inference::Project project({{parsed->get(), "code", false, 0}}, catalog, symbols, 1);
  return engine::analyze(inference::infer(project, 1), rule_table(), 1);
}

/// "SF605:5 SF701:7", by line; only codes that begin with one of `families`.
std::string found(std::string_view code, std::string_view family) {
  const std::string text = "import time\nimport torch\nfrom torch import nn\n" + std::string(code) + "\n";
  model::SymbolTable symbols;
  const source::LineTable lines(text);
  std::ostringstream out;
  for (const engine::Finding& finding : analyzed(text, symbols)) {
    if (!finding.code.starts_with(family) || finding.confidence < engine::Confidence::kLikely) continue;
    out << (out.view().empty() ? "" : " ") << finding.code << ':' << lines.line_of(finding.range.begin) - 3;
  }
  return out.str();
}

engine::Finding first(std::string_view code, std::string_view rule) {
  const std::string text = "import torch\n" + std::string(code) + "\n";
  model::SymbolTable symbols;
  for (engine::Finding& finding : analyzed(text, symbols)) {
    if (finding.code == rule) return finding;
  }
  ADD_FAILURE() << "no " << rule << " in\n" << text;
  return {};
}

TEST(Capture, FunctionsGivenToMakeGraphedCallables) {
  EXPECT_EQ(found("class N(nn.Module):\n"
                  "  def forward(self, x):\n"
                  "    return x * x.sum().item()\n"
                  "x = torch.ones(3, device='cuda')\n"
                  "g = torch.cuda.make_graphed_callables(N(), (x,))",
                  "SF605"),
            "SF605:3");
}

TEST(Capture, OnlyBetweenBeginAndEnd) {
  EXPECT_EQ(found("x = torch.ones(3, device='cuda')\n"
                  "g = torch.cuda.CUDAGraph()\n"
                  "x.sum().item()\n"
                  "with torch.cuda.graph(g):\n"
                  "  y = x * 2\n"
                  "y.sum().item()",
                  "SF605"),
            "");
}

TEST(Capture, LeavesOutWhatNeverRunsThere) {
  const std::string code =
      "class M(torch.nn.Module):\n"
      "  def forward(self, x):\n"
      "    capturing = x.is_cuda and torch.cuda.is_current_stream_capturing()\n"
      "    if not x.is_cuda or not capturing:\n"
      "      return x.sum().item()\n"
      "    if not torch.cuda.is_current_stream_capturing():\n"
      "      return self.slow(x)\n"
      "    return x\n"
      "  def slow(self, x): return x.max().item()\n"
      "  def other(self, x): return x.min().item()\n"
      "m = M().cuda()\n"
      "x = torch.ones(3, device='cuda')\n"
      "with torch.cuda.graph(torch.cuda.CUDAGraph()):\n"
      "  m(x)\n";
  EXPECT_EQ(found(code, "SF605"), "");
  EXPECT_EQ(found(code + "  m.other(x)\n", "SF605"), "SF605:10");
}

TEST(Coalesce, HintNamesWhatIsRead) {
  const std::string_view code = "def f():\n  x = torch.ones(3, device='cuda')\n  return x[0].item(), x[1].item()";
  EXPECT_NE(first(code, "SF701").hint.find("`x.tolist()`"), std::string::npos) << first(code, "SF701").hint;
  const std::string_view twice = "def f():\n  x = torch.ones((), device='cuda')\n  return x.item(), x.item()";
  EXPECT_NE(first(twice, "SF701").hint.find("once"), std::string::npos);
  EXPECT_EQ(first(twice, "SF701").related.size(), 1U);
}

TEST(Invariant, NotForOneKeyOfMany) {
  EXPECT_EQ(found("def f(keys):\n"
                  "  m = torch.ones(3, device='cuda') > 0\n"
                  "  for k in keys:\n"
                  "    if k == 'a':\n"
                  "      yield m.nonzero()",
                  "SF704"),
            "");
}

TEST(CopyOut, BuffersOfOneContainerAreNotOneAnother) {
  EXPECT_EQ(found("def f(devices, hosts):\n"
                  "  ds = [torch.ones(3, device='cuda')]\n"
                  "  hs = [torch.empty(3, pin_memory=True)]\n"
                  "  for d, h in zip(ds, hs):\n"
                  "    y = d.index_select(0, torch.zeros(1, dtype=torch.long, device='cuda'))\n"
                  "    h.copy_(y, non_blocking=True)",
                  "SF9"),
            "");
}

TEST(Polling, ABoundedNumberOfLooksIsNone) {
  EXPECT_EQ(found("def f(e: torch.cuda.Event):\n"
                  "  for _ in range(3):\n"
                  "    if e.query():\n"
                  "      break",
                  "SF604"),
            "");
}

TEST(Dependency, WhatTheValueIsUsedFor) {
  const auto dependency = [](std::string_view use) {
    return first("def f(log):\n  x = torch.ones((), device='cuda')\n  y = torch.ones(3, device='cuda')\n  " +
                     std::string(use),
                 "SF301")
        .dependency;
  };
  using engine::Dependency;
  EXPECT_EQ(dependency("return y * x.item()"), Dependency::kFalse);
  EXPECT_EQ(dependency("v = x.item()\n  return y + v"), Dependency::kFalse);
  EXPECT_EQ(dependency("return torch.full((3,), x.item(), device='cuda')"), Dependency::kFalse);
  EXPECT_EQ(dependency("x.item()"), Dependency::kFalse);
  EXPECT_EQ(dependency("return torch.zeros(int(x))"), Dependency::kTrue);
  EXPECT_EQ(dependency("return y[:int(x)]"), Dependency::kTrue);
  EXPECT_EQ(dependency("print(x.item())"), Dependency::kFalse);
  EXPECT_EQ(dependency("if x.item() > 1: return None"), Dependency::kTrue);
  EXPECT_EQ(dependency("v = x.item()\n  log.append(v)\n  return y + v"), Dependency::kFalse);
}

TEST(Dependency, OfATest) {
  const auto dependency = [](std::string_view use) {
    return first("def f():\n  x = torch.ones((), device='cuda')\n  y = torch.ones(3, device='cuda')\n  " +
                     std::string(use),
                 "SF302")
        .dependency;
  };
  using engine::Dependency;
  EXPECT_EQ(dependency("if x > 0: y = y * 2\n  return y"), Dependency::kFalse);
  EXPECT_EQ(dependency("if x > 0: raise ValueError()"), Dependency::kFalse);
  EXPECT_EQ(dependency("assert x > 0"), Dependency::kFalse);
  EXPECT_EQ(dependency("return y if x > 0 else y * 2"), Dependency::kFalse);
  EXPECT_EQ(dependency("if x > 0: return y\n  return None"), Dependency::kTrue);
}

TEST(Dependency, OfASelection) {
  const auto dependency = [](std::string_view use) {
    return first("def f():\n  y = torch.ones(3, device='cuda')\n  m = y > 0\n  " + std::string(use), "SF501")
        .dependency;
  };
  using engine::Dependency;
  EXPECT_EQ(dependency("return y[m].sum()"), Dependency::kFalse);
  EXPECT_EQ(dependency("v = y[m]\n  return (v * 2).mean()"), Dependency::kFalse);
  EXPECT_EQ(dependency("y[m] = y[m] / 2\n  return y"), Dependency::kFalse);
  EXPECT_EQ(dependency("return y[m]"), Dependency::kTrue);
  EXPECT_EQ(dependency("v = y[m]\n  return v.sum() / v.shape[0]"), Dependency::kTrue);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::rules

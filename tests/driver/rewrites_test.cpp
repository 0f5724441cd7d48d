// Fixes as changes that are made one by one.
#include "driver/rewrites.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/fixes/apply.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

using fixes::Applicability;
using fixes::TextEdit;
using source::TextRange;

constexpr std::string_view kText =
    "import torch\n"
    "\n"
    "class Net(torch.nn.Module):\n"
    "    def forward(self, x):\n"
    "        a = torch.tensor(0.1, device=x.device)\n"
    "        b, c = torch.tensor(0.2, device=x.device), torch.tensor(0.3, device=x.device)\n"
    "        return x * a * b * c\n";

CheckResult checked(std::string_view text) {
  CheckRequest request{.paths = {"net.py"}, .text = SourceText{"net.py", std::string(text)}};
  request.settings = default_settings(".");
  request.settings.selection.insert("SF202");
  request.settings.project = false;
  Progress progress;
  return check(request, progress);
}

Rewrite rewrite_of(std::vector<TextEdit> edits, TextRange range = {}) {
  return {.path = "a.py", .range = range, .fix = {.edits = std::move(edits)}};
}

TEST(Rewrites, OneForEachFindingThatCanBeRewritten) {
  const CheckResult result = checked(kText);
  const std::vector<Rewrite> rewrites = rewrites_of(result, Applicability::kSafe);
  ASSERT_EQ(rewrites.size(), 3U);
  EXPECT_EQ(rewrites[0].code, "SF202");
  EXPECT_EQ(rewrites[0].findings, std::vector<std::size_t>{0});
  const Rewrite* const first[] = {&rewrites[0]};
  EXPECT_NE(fixes::apply_edits(kText, edits_of(first)).find("a = torch.full((), 0.1, device=x.device)"),
            std::string::npos);
}

TEST(Rewrites, WhatIsSilencedIsNotRewritten) {
  std::string text(kText);
  text.insert(text.find("\n        b,"), "  # noqa: SF202");
  EXPECT_EQ(rewrites_of(checked(text), Applicability::kSafe).size(), 2U);
}

TEST(Rewrites, ThoseOfOneLineAreNotMadeTogether) {
  const CheckResult result = checked(kText);
  const std::vector<Rewrite> rewrites = rewrites_of(result, Applicability::kSafe);
  std::vector<const Rewrite*> all;
  for (const Rewrite& rewrite : rewrites) all.push_back(&rewrite);
  EXPECT_EQ(made_together(kText, all), (std::vector<std::size_t>{0, 1}));
}

TEST(Rewrites, AnImportThatTwoNeedIsWrittenOnce) {
  const std::string text = "import a\n\nfirst()\nsecond()\n";
  const TextEdit import = {{9, 9}, "import torch\n"};
  const Rewrite one = rewrite_of({import, {{10, 15}, "1st"}}), two = rewrite_of({import, {{18, 24}, "2nd"}});
  const Rewrite* const both[] = {&one, &two};
  EXPECT_EQ(made_together(text, both), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(fixes::apply_edits(text, edits_of(both)), "import a\nimport torch\n\n1st()\n2nd()\n");
}

TEST(Rewrites, RangesAreFoundInTheTextBefore) {
  //                          0123456789
  const std::string before = "aa bbb cc dd";
  const std::vector<TextEdit> edits = {{{3, 6}, "long text"}, {{9, 9}, "!!"}, {{10, 12}, ""}};
  const std::string now = fixes::apply_edits(before, edits);
  ASSERT_EQ(now, "aa long text cc!! ");
  EXPECT_EQ(range_before(edits, {0, 2}), (TextRange{0, 2}));
  EXPECT_EQ(range_before(edits, {3, 12}), (TextRange{3, 6}));
  EXPECT_EQ(range_before(edits, {5, 8}), (TextRange{3, 6}));  // within what was put in
  EXPECT_EQ(range_before(edits, {13, 15}), (TextRange{7, 9}));
  EXPECT_EQ(range_before(edits, {15, 17}), (TextRange{9, 9}));
  EXPECT_EQ(range_before(edits, {17, 18}), (TextRange{9, 10}));
  EXPECT_EQ(range_before({}, {4, 7}), (TextRange{4, 7}));
}

TEST(Rewrites, ARangeTouchesTheFindingOrItsEdits) {
  const Rewrite rewrite = rewrite_of({{{0, 0}, "import torch\n"}, {{20, 25}, "x"}}, {22, 40});
  EXPECT_TRUE(touches(rewrite, {39, 50}));
  EXPECT_TRUE(touches(rewrite, {18, 21}));
  EXPECT_FALSE(touches(rewrite, {40, 50}));
  EXPECT_FALSE(touches(rewrite, {10, 20}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

#include "analyzer/fixes/apply.h"

#include <gtest/gtest.h>

#include "analyzer/fixes/unified_diff.h"

namespace syncfree::fixes {
namespace SYNCFREE_FILE {

Fix fix(std::vector<TextEdit> edits) { return {Applicability::kSafe, "change it", std::move(edits)}; }

Applied applied(std::string_view text, const std::vector<Fix>& fixes) {
  std::vector<const Fix*> pointers;
  for (const Fix& one : fixes) pointers.push_back(&one);
  return apply_fixes(text, pointers);
}

TEST(Apply, GoesByPlaceWhateverTheOrder) {
  const Fix first = fix({{{0, 1}, "A"}});
  const Fix second = fix({{{2, 3}, "C"}, {{3, 3}, "!"}});
  EXPECT_EQ(applied("abc", {second, first}).text, "AbC!");
  EXPECT_EQ(applied("abc", {first, second}).text, "AbC!");
}

TEST(Apply, WhatTouchesIsLeftForTheNextRound) {
  const Fix whole = fix({{{0, 3}, "x"}});
  const Fix part = fix({{{1, 2}, "y"}});
  const Applied result = applied("abc", {part, whole});
  EXPECT_EQ(result.text, "x");
  EXPECT_EQ(result.taken, std::vector<std::size_t>{1});
}

TEST(Apply, TwoInsertionsAtOnePlaceTouch) {
  const Fix one = fix({{{1, 1}, "1"}});
  const Fix other = fix({{{1, 1}, "2"}});
  EXPECT_EQ(applied("ab", {one, other}).text, "a1b");
}

TEST(Apply, AnImportThatTwoFixesNeedIsAddedOnce) {
  const TextEdit import{{0, 0}, "import torch\n"};
  EXPECT_EQ(applied("ab", {fix({import, {{0, 1}, "A"}}), fix({import, {{1, 2}, "B"}})}).text, "import torch\nAB");
}

TEST(Apply, TheSameFixOfTwoFindingsIsMadeOnce) {
  const Fix moved = fix({{{0, 1}, ""}, {{2, 2}, "a"}});
  const Applied result = applied("abc", {moved, moved});
  EXPECT_EQ(result.text, "bac");
  EXPECT_EQ(result.taken, (std::vector<std::size_t>{0, 1}));
}

TEST(Apply, TwoFixesThatReplaceTheSameAreNotMixed) {
  const Applied result = applied("abc", {fix({{{0, 0}, "1"}, {{2, 3}, "x"}}), fix({{{1, 1}, "2"}, {{2, 3}, "x"}})});
  EXPECT_EQ(result.text, "1abx");
}

TEST(UnifiedDiff, NearChangesShareAHunk) {
  const std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
  const std::string after = "1\n2\nx\n4\n5\n6\ny\ny\n8\n9\n10\n11\n12\n13\n14\n15\n";
  EXPECT_EQ(unified_diff("f", before, after),
            "--- f\n+++ f\n@@ -1,10 +1,11 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n-7\n+y\n+y\n 8\n 9\n 10\n"
            "@@ -13,4 +14,3 @@\n 13\n 14\n 15\n-16\n");
}

TEST(UnifiedDiff, EndsWithoutALineEnd) {
  EXPECT_EQ(unified_diff("f", "a\nb", "a\nc"),
            "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  EXPECT_EQ(unified_diff("f", "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(unified_diff("f", "a\n", "a\n"), "");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::fixes

// Which rewrites are proven, and how many runs that takes: over runs that are played.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "cli/verify/search.h"

namespace syncfree::verify {
namespace SYNCFREE_FILE {

using Set = std::vector<std::size_t>;

bool holds(const Set& set, std::size_t index) { return std::ranges::find(set, index) != set.end(); }

/// A program in which some rewrites spoil something, and some keep their wait.
struct Played {
  Set fail, change, keep;
  std::vector<Set> runs;

  std::vector<Fate> search(std::size_t count) {
    return verify::search(count, [this](const Set& set) {
      EXPECT_FALSE(set.empty());
      EXPECT_TRUE(std::ranges::is_sorted(set));
      EXPECT_EQ(std::ranges::find(runs, set), runs.end()) << "the same set twice";
      runs.push_back(set);
      Judgement judgement;
      for (const std::size_t index : set) {
        judgement.fails |= holds(fail, index);
        judgement.changes_results |= holds(change, index);
        if (holds(keep, index)) judgement.keep_their_wait.push_back(index);
      }
      return judgement;
    });
  }
};

TEST(VerifySearch, OneRunWhereAllIsWell) {
  Played played;
  EXPECT_EQ(played.search(9), std::vector<Fate>(9, Fate::kProven));
  EXPECT_EQ(played.runs.size(), 1U);
  EXPECT_EQ(Played{}.search(0), std::vector<Fate>{});
}

TEST(VerifySearch, WhatKeepsItsWaitIsLeftOutAndTheRestRunsAgain) {
  Played played{.keep = {1, 3}};
  EXPECT_EQ(played.search(4), (std::vector{Fate::kProven, Fate::kKeepsWait, Fate::kProven, Fate::kKeepsWait}));
  EXPECT_EQ(played.runs, (std::vector<Set>{{0, 1, 2, 3}, {0, 2}}));
}

TEST(VerifySearch, HalvesFindWhatSpoilsARun) {
  Played played{.fail = {2}, .change = {5}};
  const std::vector<Fate> fates = played.search(8);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(fates[i], i == 2 ? Fate::kFails : i == 5 ? Fate::kChangesResults : Fate::kProven) << i;
  EXPECT_EQ(played.runs.back(), (Set{0, 1, 3, 4, 6, 7}));
  EXPECT_LE(played.runs.size(), 12U);
}

TEST(VerifySearch, OneOfManyTakesTwiceTheLogarithm) {
  for (std::size_t bad = 0; bad < 64; ++bad) {
    Played played{.change = {bad}};
    EXPECT_EQ(played.search(64)[bad], Fate::kChangesResults);
    EXPECT_LE(played.runs.size(), 13U);
  }
}

TEST(VerifySearch, TheHalfThatIsLeftIsNotRunAgain) {
  Played played{.change = {1}};
  EXPECT_EQ(played.search(2), (std::vector{Fate::kProven, Fate::kChangesResults}));
  EXPECT_EQ(played.runs, (std::vector<Set>{{0, 1}, {0}}));
}

TEST(VerifySearch, WhatIsProvenRanWithoutTheRest) {
  // 0 is well only beside 1, and 1 keeps its wait: what is left has to run by itself.
  std::vector<Set> runs;
  const std::vector<Fate> fates = search(3, [&](const Set& set) {
    runs.push_back(set);
    Judgement judgement{.fails = holds(set, 0) && !holds(set, 1)};
    if (holds(set, 1)) judgement.keep_their_wait = {1};
    return judgement;
  });
  EXPECT_EQ(fates, (std::vector{Fate::kFails, Fate::kKeepsWait, Fate::kProven}));
  EXPECT_EQ(runs.back(), Set{2});
}

TEST(VerifySearch, NothingIsProvenOfAProgramThatAlwaysFails) {
  Played played{.fail = {0, 1, 2}};
  EXPECT_EQ(played.search(3), std::vector<Fate>(3, Fate::kFails));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::verify

#include "analyzer/source/glob.h"

#include <random>
#include <string>
#include <string_view>

#include <fnmatch.h>
#include <gtest/gtest.h>

namespace syncfree::source {
namespace SYNCFREE_FILE {

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_TRUE(glob_matches("*.py", "train.py"));
  EXPECT_FALSE(glob_matches("*.py", "train.pyc"));
  EXPECT_TRUE(glob_matches("a*b*c", "axxbxxbc"));
  EXPECT_TRUE(glob_matches("*", "a/b"));
  EXPECT_TRUE(glob_matches("t?st", "test"));
}

TEST(Glob, ReadsBrackets) {
  EXPECT_TRUE(glob_matches("[a-c]x", "bx"));
  EXPECT_FALSE(glob_matches("[!a-c]x", "bx"));
  EXPECT_TRUE(glob_matches("[^a]", "b"));
  EXPECT_TRUE(glob_matches("[]a]", "]"));
  EXPECT_TRUE(glob_matches("[a-]", "-"));
  EXPECT_TRUE(glob_matches("v[[:digit:]_]", "v7"));
  EXPECT_TRUE(glob_matches("[x", "[x"));
  EXPECT_TRUE(glob_matches("\\*", "*"));
  EXPECT_FALSE(glob_matches("\\*", "a"));
}

TEST(Glob, TakesNoLongerForManyStars) {
  const std::string text(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern + "*b", text));
}

/// The C library's own, where there is one, says the same.
TEST(Glob, IsWhatTheCLibraryFinds) {
  std::mt19937 random(20);
  constexpr std::string_view kPattern = "ab*?[]!^-\\c";
  constexpr std::string_view kText = "ab-]c[!\\";
  const auto draw = [&](std::string_view from, std::size_t most) {
    std::string drawn;
    for (std::size_t left = random() % (most + 1); left > 0; --left) drawn += from[random() % from.size()];
    return drawn;
  };
  int matches = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string pattern = draw(kPattern, 8);
    const std::string text = draw(kText, 5);
    // Of what has no end, or escapes in brackets, the libraries think differently.
    if (pattern.contains('[') && (pattern.contains('\\') || !pattern.contains(']'))) continue;
    const bool found = ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
    matches += found ? 1 : 0;
    ASSERT_EQ(glob_matches(pattern, text), found) << pattern << " and " << text;
  }
  EXPECT_GT(matches, 1000);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source

#include "analyzer/source/path_pattern.h"

#include <gtest/gtest.h>

namespace syncfree::source {
namespace SYNCFREE_FILE {

bool matches_file(std::string_view pattern, std::string_view path) {
  return matches(parse_path_pattern(pattern).value(), path, false);
}
bool matches_folder(std::string_view pattern, std::string_view path) {
  return matches(parse_path_pattern(pattern).value(), path, true);
}

TEST(PathPattern, WithoutASlashMatchesAName) {
  EXPECT_TRUE(matches_file("*.py", "a.py"));
  EXPECT_TRUE(matches_file("*.py", "deep/down/a.py"));
  EXPECT_TRUE(matches_file("test_?.py", "tests/test_a.py"));
  EXPECT_TRUE(matches_file("[a-c].py", "b.py"));
  EXPECT_FALSE(matches_file("[!a-c].py", "b.py"));
  EXPECT_FALSE(matches_file("*.py", "a.pyi"));
}

TEST(PathPattern, WithASlashMatchesTheWholePath) {
  EXPECT_TRUE(matches_file("/a.py", "a.py"));
  EXPECT_FALSE(matches_file("/a.py", "deep/a.py"));
  EXPECT_TRUE(matches_file("src/*.py", "src/a.py"));
  EXPECT_FALSE(matches_file("src/*.py", "src/deep/a.py"));
  EXPECT_FALSE(matches_file("src/*.py", "other/src/a.py"));
}

TEST(PathPattern, TwoStarsSpanFolders) {
  EXPECT_TRUE(matches_file("**/a.py", "a.py"));
  EXPECT_TRUE(matches_file("**/a.py", "x/y/a.py"));
  EXPECT_TRUE(matches_file("src/**/a.py", "src/a.py"));
  EXPECT_TRUE(matches_file("src/**/a.py", "src/x/y/a.py"));
  EXPECT_TRUE(matches_file("src/**", "src/x/y"));
  EXPECT_FALSE(matches_folder("src/**", "src"));
  EXPECT_FALSE(matches_file("**/x/**/a.py", "y/a.py"));
}

TEST(PathPattern, ASlashAtTheEndMeansFolders) {
  EXPECT_TRUE(matches_folder("build/", "deep/build"));
  EXPECT_FALSE(matches_file("build/", "deep/build"));
}

TEST(PathPattern, CommentsAndBlankLinesAreNone) {
  for (const auto* line : {"", "   ", "# comment", "/", "!"}) EXPECT_FALSE(parse_path_pattern(line)) << line;
  EXPECT_TRUE(matches_file("\\#odd.py", "#odd.py"));
  EXPECT_TRUE(matches_file("\\!odd.py", "!odd.py"));
  EXPECT_TRUE(matches_file("a.py  \r", "a.py"));
}

TEST(PathPattern, ManyStarsAreTriedOnceEach) {
  // Tried one inside the other, sixteen of them in a path of a hundred folders would never end.
  std::string pattern;
  for (int i = 0; i < 16; ++i) pattern += "**/a/";
  std::string path;
  for (int i = 0; i < 100; ++i) path += "a/";
  EXPECT_FALSE(matches_file(pattern + "b.py", path + "a.py"));
  EXPECT_TRUE(matches_file(pattern + "b.py", path + "b.py"));
  EXPECT_FALSE(matches_file("a/**", "a"));
  EXPECT_TRUE(matches_file("a/**/b/**/c", "a/b/c"));
  EXPECT_TRUE(matches_file("a/**/b/**/c", "a/x/b/b/y/c"));
  EXPECT_FALSE(matches_file("a/**/b/**/c", "a/x/b/b/y"));
}

TEST(PathPattern, TheLastMatchDecides) {
  std::vector<PathPattern> patterns;
  for (const auto* line : {"*.py", "!keep.py", "/keep.py"}) patterns.push_back(parse_path_pattern(line).value());
  EXPECT_EQ(last_match(patterns, "a.py", false), true);
  EXPECT_EQ(last_match(patterns, "x/keep.py", false), false);
  EXPECT_EQ(last_match(patterns, "keep.py", false), true);
  EXPECT_EQ(last_match(patterns, "a.txt", false), std::nullopt);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source

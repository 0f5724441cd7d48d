// The copy of a project in which rewrites are tried.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/verify/tree_copy.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::verify {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

class VerifyCopy : public testing::Test {
 protected:
  VerifyCopy() {
    folder_.write("project/train.py", "import net\n");
    folder_.write("project/net/__init__.py", "");
    folder_.write("project/net/model.py", "one\n");
    folder_.write("project/data/large.bin", std::string(100, 'x'));
    folder_.write("project/.git/HEAD", "ref");
    folder_.write("project/net/__pycache__/model.pyc", "old");
    folder_.write("project/env/pyvenv.cfg", "");
    folder_.write("outside/shared.py", "two\n");
    fs::create_symlink("../outside", root_ / "beside");
    fs::create_symlink("net/model.py", root_ / "model.py");
  }

  TreeCopy planned(std::vector<fs::path> wanted, const CopyLimits& limits = {}) const {
    auto copy = TreeCopy::plan(root_, wanted, limits);
    EXPECT_TRUE(copy) << copy.error();
    return std::move(*copy);
  }

  test::TemporaryFolder folder_;
  fs::path root_ = folder_.path() / "project";
  fs::path target_ = folder_.path() / "copy/project";
};

TEST_F(VerifyCopy, WhatCMakeBuiltIsNotTakenAlongWhereTheProgramIsBuilt) {
  folder_.write("project/build/CMakeCache.txt", "");
  folder_.write("project/build/train", "");
  ASSERT_TRUE(planned({root_}).make(target_, {}));
  EXPECT_TRUE(fs::exists(target_ / "build/train"));
  ASSERT_TRUE(planned({root_}, {.builds = true}).make(target_, {}));
  EXPECT_FALSE(fs::exists(target_ / "build"));
  EXPECT_TRUE(fs::exists(target_ / "train.py"));
}

TEST_F(VerifyCopy, FilesAreCopiedAndTheRestIsLinked) {
  const TreeCopy copy = planned({root_}, {.most_of_a_file = 50});
  ASSERT_TRUE(copy.make(target_, {}));
  EXPECT_FALSE(fs::is_symlink(target_ / "train.py"));
  EXPECT_EQ(content(target_ / "net/model.py"), "one\n");
  EXPECT_EQ(fs::read_symlink(target_ / "data/large.bin"), root_ / "data/large.bin");
  EXPECT_EQ(fs::read_symlink(target_ / ".git"), root_ / ".git");
  EXPECT_EQ(fs::read_symlink(target_ / "env"), root_ / "env");
  EXPECT_FALSE(fs::exists(target_ / "net/__pycache__"));
  EXPECT_EQ(content(target_ / "beside/shared.py"), "two\n");
  EXPECT_EQ(fs::read_symlink(target_ / "model.py"), "net/model.py");  // leads to the copy's
  EXPECT_TRUE(copy.has_copied(root_ / "net/model.py"));
  EXPECT_FALSE(copy.has_copied(root_ / "data/large.bin"));
  EXPECT_FALSE(copy.has_copied(folder_.path() / "outside/shared.py"));
}

TEST_F(VerifyCopy, AChangeReachesTheCopyAlone) {
  const TreeCopy copy = planned({root_});
  ASSERT_TRUE(copy.make(target_, {{root_ / "net/model.py", "changed\n"}}));
  EXPECT_EQ(content(target_ / "model.py"), "changed\n");
  EXPECT_EQ(content(root_ / "net/model.py"), "one\n");
  std::ofstream(target_ / "left.txt") << "of a run";
  ASSERT_TRUE(copy.make(target_, {}));  // the next run finds nothing of the last
  EXPECT_EQ(content(target_ / "net/model.py"), "one\n");
  EXPECT_FALSE(fs::exists(target_ / "left.txt"));
  EXPECT_TRUE(fs::exists(root_ / ".git/HEAD"));
}

TEST_F(VerifyCopy, OnlyWhatIsNamedIsCopied) {
  const TreeCopy copy = planned({root_ / "net"});
  ASSERT_TRUE(copy.make(target_, {}));
  EXPECT_TRUE(fs::is_symlink(target_ / "train.py"));
  EXPECT_TRUE(fs::is_symlink(target_ / "data"));
  EXPECT_FALSE(fs::is_symlink(target_ / "net"));
  EXPECT_FALSE(fs::is_symlink(target_ / "net/model.py"));
  EXPECT_FALSE(copy.has_copied(root_ / "train.py"));
}

TEST_F(VerifyCopy, TooMuchIsSaid) {
  const std::vector<fs::path> wanted = {root_};
  const auto entries = TreeCopy::plan(root_, wanted, {.most_entries = 3});
  ASSERT_FALSE(entries);
  EXPECT_NE(entries.error().find("more than 3 files"), std::string::npos) << entries.error();
  EXPECT_NE(entries.error().find("--paths"), std::string::npos);
  EXPECT_FALSE(TreeCopy::plan(root_, wanted, {.most_bytes = 50}));
}

TEST(VerifyPaths, AreMovedByWholeNames) {
  EXPECT_EQ(moved("/a/b/c.py", "/a/b", "/x"), "/x/c.py");
  EXPECT_EQ(moved("/a/b", "/a/b", "/x"), "/x");
  EXPECT_EQ(moved("/a/bc/d.py", "/a/b", "/x"), "/a/bc/d.py");
  EXPECT_EQ(moved("<frozen>", "/a", "/x"), "<frozen>");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::verify

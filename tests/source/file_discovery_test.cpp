#include "analyzer/source/file_discovery.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/source/ignore_rules.h"
#include "tests/main/temporary_folder.h"
#include "tests/source/ordinary_user.h"

namespace syncfree::source {
namespace SYNCFREE_FILE {

using Paths = std::vector<std::string>;

/// Each test works inside a folder of its own, so that paths are short and relative.
class FileDiscovery : public testing::Test {
 protected:
  void SetUp() override {
    working_folder_before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
  }
  void TearDown() override { std::filesystem::current_path(working_folder_before_); }

  void write_all(const Paths& names) const {
    for (const std::string& name : names) folder_.write(name);
  }
  static Paths found(const Paths& paths, const DiscoveryOptions& options = {}) {
    const Discovery discovery = discover_files(paths, options);
    EXPECT_TRUE(discovery.problems.empty()) << discovery.problems.front().path << discovery.problems.front().message;
    return discovery.files;
  }

  test::TemporaryFolder folder_;

 private:
  std::filesystem::path working_folder_before_;
};

TEST_F(FileDiscovery, FindsPythonFilesSorted) {
  write_all({"b.py", "a/z.py", "a/deep/c.py", "a/readme.md", "a/stub.pyi", "C.py"});
  EXPECT_EQ(found({"."}), (Paths{"C.py", "a/deep/c.py", "a/z.py", "b.py"}));
}

TEST_F(FileDiscovery, ReadsNamedFilesWhateverTheyAreCalled) {
  write_all({"script", "a.py"});
  EXPECT_EQ(found({"script"}), Paths{"script"});
}

TEST_F(FileDiscovery, ListsAFileOnceHoweverItIsNamed) {
  write_all({"a/b.py"});
  EXPECT_EQ(found({"a", "./a/b.py", "a/../a/", folder_.at("a/b.py")}), Paths{"a/b.py"});
}

TEST_F(FileDiscovery, NamesFilesOutsideTheWorkingFolderInFull) {
  const test::TemporaryFolder elsewhere;
  const std::string path = elsewhere.write("x.py");
  EXPECT_EQ(found({elsewhere.path().string()}), Paths{path});
}

TEST_F(FileDiscovery, SkipsHiddenFoldersCachesAndEnvironments) {
  write_all({"a.py", ".hidden/b.py", ".venv/c.py", "x/__pycache__/d.py", "node_modules/e.py", "x/site-packages/f.py"});
  EXPECT_EQ(found({"."}), Paths{"a.py"});
  EXPECT_EQ(found({"x/site-packages"}), Paths{"x/site-packages/f.py"}) << "named itself";
  DiscoveryOptions options;
  options.default_excludes = false;
  EXPECT_EQ(found({"."}, options).size(), 6U);
}

TEST_F(FileDiscovery, SkipsExcludedPaths) {
  write_all({"a.py", "a_pb2.py", "docs/conf.py", "src/docs/b.py", "src/gen/c.py", "src/gen/keep.py"});
  DiscoveryOptions options;
  options.excludes = {"*_pb2.py", "/docs", "src/gen/*", "!src/gen/keep.py"};
  EXPECT_EQ(found({"."}, options), (Paths{"a.py", "src/docs/b.py", "src/gen/keep.py"}));
}

TEST_F(FileDiscovery, ExcludesAreRelativeToTheirRoot) {
  write_all({"project/docs/a.py", "project-two/docs/b.py"});
  DiscoveryOptions options;
  options.excludes = {"docs/*.py"};
  options.exclude_root = folder_.at("project");
  EXPECT_EQ(found({"."}, options), Paths{"project-two/docs/b.py"});
}

TEST_F(FileDiscovery, ForceExcludeHoldsForNamedFiles) {
  write_all({"gen/a.py", "venv/b.py", "c.py"});
  DiscoveryOptions options;
  options.excludes = {"gen/"};
  EXPECT_EQ(found({"gen/a.py", "venv/b.py", "c.py"}, options), (Paths{"c.py", "gen/a.py", "venv/b.py"}));
  options.force_exclude = true;
  EXPECT_EQ(found({"gen/a.py", "venv/b.py", "c.py"}, options), Paths{"c.py"});
}

TEST_F(FileDiscovery, SkipsWhatGitIgnores) {
  write_all({".git/HEAD", "a.py", "out/b.py", "src/local.py", "src/deep/local.py", "src/deep/kept.py", "private.py"});
  folder_.write(".gitignore", "out/\n/src/local.py\nkept.py\n");
  folder_.write("src/deep/.gitignore", "!kept.py\n");
  folder_.write(".git/info/exclude", "private.py\n");
  EXPECT_EQ(found({"."}), (Paths{"a.py", "src/deep/kept.py", "src/deep/local.py"}));
  EXPECT_EQ(found({"src/deep"}), (Paths{"src/deep/kept.py", "src/deep/local.py"})) << "rules of the folders above hold";
  DiscoveryOptions options;
  options.respect_gitignore = false;
  EXPECT_EQ(found({"."}, options).size(), 6U);
}

TEST_F(FileDiscovery, IgnoreFilesCountOnlyInsideTheirRepository) {
  write_all({"a.py", "inner/.git/HEAD", "inner/a.py", "inner/b.py"});
  folder_.write(".gitignore", "*.py\n");
  EXPECT_EQ(found({"."}), (Paths{"a.py", "inner/a.py", "inner/b.py"})) << "no repository around it";
  write_all({".git/HEAD"});
  folder_.write("inner/.gitignore", "b.py\n");
  EXPECT_EQ(found({"."}), Paths{"inner/a.py"}) << "a repository inside has rules of its own";
}

TEST_F(FileDiscovery, ReportsPathsThatAreNotThere) {
  write_all({"a.py"});
  const Discovery discovery = discover_files(Paths{"missing", "a.py"}, {});
  EXPECT_EQ(discovery.files, Paths{"a.py"});
  ASSERT_EQ(discovery.problems.size(), 1U);
  EXPECT_EQ(discovery.problems[0].path, "missing");
  EXPECT_EQ(discovery.problems[0].message, "cannot be read: No such file or directory");
}

TEST_F(FileDiscovery, ReportsFoldersThatCannotBeReadAndGoesOn) {
  write_all({"a.py", "closed/b.py"});
  std::filesystem::permissions("closed", std::filesystem::perms::none);
  const Discovery discovery = [] {
    const OrdinaryUser user;
    return discover_files(Paths{"."}, {});
  }();
  std::filesystem::permissions("closed", std::filesystem::perms::owner_all);
  EXPECT_EQ(discovery.files, Paths{"a.py"});
  ASSERT_EQ(discovery.problems.size(), 1U);
  EXPECT_EQ(discovery.problems[0].path, "closed");
}

TEST_F(FileDiscovery, SurvivesLinkLoops) {
  write_all({"a/b.py"});
  std::filesystem::create_directory_symlink("..", "a/up");
  std::filesystem::create_directory_symlink("second", "first");
  std::filesystem::create_directory_symlink("first", "second");
  EXPECT_EQ(found({"."}), Paths{"a/b.py"});
  const Discovery named = discover_files(Paths{"first"}, {});
  ASSERT_EQ(named.problems.size(), 1U);
  EXPECT_EQ(named.problems[0].message, "cannot be read: Too many levels of symbolic links");
}

TEST_F(FileDiscovery, LinksOutOfTheProjectAreSaid) {
  const test::TemporaryFolder elsewhere;
  elsewhere.write("x.py");
  elsewhere.write("y.py");
  const std::filesystem::path outside = elsewhere.path();
  write_all({"project/.git/HEAD", "project/lib/a.py", "project/b.py"});
  std::filesystem::create_symlink(outside / "x.py", "project/lib/x.py");
  std::filesystem::create_symlink(outside / "y.py", "project/y.py");
  std::filesystem::create_symlink("../b.py", "project/lib/b.py");
  std::filesystem::create_directory_symlink(outside, "project/folder");
  const Discovery discovery = discover_files(Paths{"project/lib", "project"}, {});
  EXPECT_EQ(discovery.files, (Paths{"project/b.py", "project/lib/a.py", "project/lib/b.py"}));
  ASSERT_EQ(discovery.problems.size(), 2U);
  EXPECT_EQ(discovery.problems[0].path, "project/lib/x.py");
  EXPECT_EQ(discovery.problems[0].message,
            "is a link that leads out of the project, project; name the file itself to have it read");
  EXPECT_FALSE(discovery.problems[0].fatal);
  EXPECT_TRUE(discovery.problems[1].message.ends_with(" (and so for 1 more)")) << discovery.problems[1].message;
  EXPECT_EQ(found({"project/y.py"}), Paths{"project/y.py"}) << "whoever names it decides";
  EXPECT_EQ(found({"project/folder"}), (Paths{"project/folder/x.py", "project/folder/y.py"}));
  std::filesystem::create_symlink("x.py", outside / "z.py");
  EXPECT_EQ(found({"project/folder"}).size(), 3U) << "and so for the folder that it leads to";
}

TEST_F(FileDiscovery, IgnoreFilesAreNoLinks) {
  write_all({".git/HEAD", "a.py", "sub/b.py"});
  std::ofstream("patterns") << "*.py\n";
  std::filesystem::create_symlink("patterns", ".gitignore");
  EXPECT_EQ(found({"."}), (Paths{"a.py", "sub/b.py"})) << "git follows no such link";
}

TEST_F(FileDiscovery, ReadsLinksToFilesAndNamedLinksToFolders) {
  write_all({"real/a.py"});
  std::filesystem::create_symlink("real/a.py", "link.py");
  std::filesystem::create_directory_symlink("real", "folder");
  EXPECT_EQ(found({"."}), (Paths{"link.py", "real/a.py"}));
  EXPECT_EQ(found({"folder"}), Paths{"folder/a.py"});
}

TEST_F(FileDiscovery, KeepsUnreadableFilesForTheirMessage) {
  std::filesystem::create_symlink("nowhere.py", "dangling.py");
  EXPECT_EQ(found({"."}), Paths{"dangling.py"});
}

TEST_F(FileDiscovery, StopsAtItsLimits) {
  write_all({"a.py", "b.py", "c.py", "deep/d.py", "deep/e.txt"});
  const auto cut_short = [](const SearchLimits& limits) {
    return discover_files(Paths{"."}, {.limits = limits}).cut_short;
  };
  EXPECT_FALSE(cut_short({}));
  EXPECT_FALSE(cut_short({.files = 4}));
  EXPECT_TRUE(cut_short({.files = 1}));
  EXPECT_FALSE(cut_short({.entries = 6}));
  EXPECT_TRUE(cut_short({.entries = 5}));
}

TEST_F(FileDiscovery, KnowsTheRepositoryAroundAPath) {
  write_all({"repository/.git/HEAD", "repository/a/b/c.py"});
  EXPECT_EQ(find_repository_root(folder_.path() / "repository/a/b"), folder_.path() / "repository");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source

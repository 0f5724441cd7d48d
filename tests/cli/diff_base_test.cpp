// `--diff-base` in real repositories, with the real git.
#include <cstdlib>

#include <gtest/gtest.h>

#include "cli/git_changes.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

class DiffBaseTest : public testing::Test {
 protected:
  DiffBaseTest() {
    git("init --quiet --initial-branch=main .");
    place_.write("a.py", kOneRead);
    commit();
  }
  void git(const std::string& arguments) const {
    // No configuration but this one, whoever runs the tests.
    const std::string command = "cd '" + (place_.folder() / "work").string() +
                                "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git -c user.name=me "
                                "-c user.email=me@example.org " +
                                arguments + " >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  void commit() const {
    git("add --all");
    git("commit --quiet --message=step");
  }
  Outcome since(const std::string& revision, const std::string& paths = ".") const {
    return place_.run("--output-format concise --diff-base '" + revision + "' " + paths);
  }
  Workplace place_;
};

TEST_F(DiffBaseTest, NothingThatTheRepositoryNamesIsRun) {
  const std::string mark = "touch '" + (place_.folder() / "ran").string() + "'; cat";
  place_.write(".gitattributes", "*.py filter=evil diff=evil\n");
  commit();
  place_.write("program", "#!/bin/sh\n" + mark + "\n");
  git("config core.fsmonitor 'sh ./program'");
  git("config filter.evil.clean 'sh ./program'");
  git("config filter.evil.required true");
  git("config diff.evil.command 'sh ./program'");
  git("config diff.evil.textconv 'sh ./program'");
  std::filesystem::remove(place_.folder() / "ran");
  std::string text(kOneRead);
  text += "# more\n";
  place_.write("a.py", text);
  EXPECT_NE(since("HEAD").status, 2);
  EXPECT_FALSE(std::filesystem::exists(place_.folder() / "ran"));
}

TEST_F(DiffBaseTest, OnlyChangedLinesAreReported) {
  EXPECT_EQ(since("HEAD").status, 0);
  std::string text(kOneRead);
  text.replace(text.find("        print"), 0, "        total = loss.item()\n");
  place_.write("a.py", text);
  const Outcome outcome = since("HEAD");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with("a.py:8:17: SF301")) << outcome.out;
  EXPECT_EQ(outcome.out.find("a.py:9"), std::string::npos) << outcome.out;
  commit();
  EXPECT_EQ(since("HEAD").status, 0);
  EXPECT_EQ(since("HEAD~1").out, outcome.out) << "committed or not";
}

TEST_F(DiffBaseTest, WhatTheBaseGotMeanwhileIsNotOurs) {
  git("checkout --quiet -b feature");
  place_.write("feature.py", kOneRead);
  commit();
  git("checkout --quiet main");
  place_.write("a.py", kNoRead);
  commit();
  git("checkout --quiet feature");
  EXPECT_TRUE(since("main").out.starts_with("feature.py:8:15: SF301"));
  EXPECT_EQ(since("main", "a.py").status, 0);
}

TEST_F(DiffBaseTest, ARenamedFileHasOnlyItsChangedLines) {
  git("mv a.py b.py");
  EXPECT_EQ(since("HEAD").status, 0);
  commit();
  EXPECT_EQ(since("HEAD~1").status, 0);
}

TEST_F(DiffBaseTest, UntrackedFilesAreNewAndNamesMayBeStrange) {
  const std::string name = "\xC3\xA4 \"q\" \\ +++ b.py";
  place_.write(name, kOneRead);
  EXPECT_EQ(since("HEAD").status, 1);
  commit();
  EXPECT_EQ(since("HEAD").status, 0);
  place_.write(name, one_read_with("# changed"));
  EXPECT_EQ(since("HEAD").status, 1);
}

TEST_F(DiffBaseTest, FromAFolderBelow) {
  place_.write("sub/c.py", kOneRead);
  const Outcome outcome = place_.run("--output-format concise --diff-base HEAD .", "", "sub");
  EXPECT_TRUE(outcome.out.starts_with("c.py:8:15: SF301")) << outcome.out << outcome.error;
}

TEST_F(DiffBaseTest, SettingsOfTheUserDoNotMatter) {
  git("config diff.noprefix true");
  git("config diff.mnemonicPrefix true");
  git("config color.diff always");
  git("config diff.external /bin/false");
  place_.write("a.py", one_read_with("# changed"));
  EXPECT_EQ(since("HEAD").status, 1);
}

TEST_F(DiffBaseTest, ABadRevision) {
  const Outcome outcome = since("nowhere");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: `--diff-base`: no commit is called `nowhere` in " +
                               (place_.folder() / "work").string() + "; has it been fetched?\n");
  EXPECT_EQ(since("--output=x").status, 2) << "it is no option of git's";
}

TEST_F(DiffBaseTest, NoCommonCommit) {
  git("checkout --quiet --orphan other");
  git("commit --quiet --message=other");
  const Outcome outcome = since("main");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error,
            "error: `--diff-base`: `main` and HEAD have no common commit here; a shallow clone lacks it\n");
}

TEST(DiffBase, OutsideOfARepository) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run_with("GIT_CEILING_DIRECTORIES=/", "--diff-base HEAD a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.error.starts_with("error: `--diff-base`: git says: not a git repository")) << outcome.error;
}

TEST(DiffBase, WithoutGit) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run_with("PATH=/nowhere", "--diff-base HEAD a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: `--diff-base` needs the program git: No such file or directory\n");
}

TEST(DiffBase, ContentThatLooksLikeADiffIsContent) {
  const driver::ChangedLines changes = read_diff(
      "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@ x\n--- a/x\n-y\n+++ b/x\n+@@ -1 +7 @@\n\\ No newline at end of file\n"
      "@@ -9 +9,0 @@\n-z\n--- a/gone.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n",
      "/top");
  EXPECT_TRUE(changes.touch("/top/a.py", {2, 2}));
  EXPECT_FALSE(changes.touch("/top/a.py", {3, 99}));
  EXPECT_FALSE(changes.contains_file("/top/x"));
  EXPECT_FALSE(changes.contains_file("/top/gone.py"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

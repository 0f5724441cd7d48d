// `--watch`: what makes it run again, what it refuses, and how it ends.
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "cli/file_watch.h"
#include "cli/folder_walk.h"
#include "tests/cli/program.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;
using MakeWatch = std::unique_ptr<FileWatch> (*)(std::vector<fs::path>, FileFilter);

constexpr std::chrono::seconds kLong(30);  ///< other programs may have the processor
constexpr std::chrono::seconds kShort(2);  ///< what is not seen until then is not seen

class Watching : public testing::TestWithParam<MakeWatch> {
 protected:
  std::unique_ptr<FileWatch> watch() {
    return GetParam()({place_.folder()}, [](const fs::path& path) { return path.extension() == ".py"; });
  }

  /// Whether the watch sees what `change` does. What it does not see ends by a change that it does.
  bool sees(const auto& change, std::chrono::seconds within = kLong) {
    const auto watch = this->watch();
    std::future<void> seen = std::async(std::launch::async, [&] { watch->wait(); });
    change();
    const bool is_seen = seen.wait_for(within) == std::future_status::ready;
    if (!is_seen) place_.write("end.py", "x = 1\n");
    seen.get();
    return is_seen;
  }

  Workplace place_;
};

INSTANTIATE_TEST_SUITE_P(Ways, Watching, testing::Values(&watch_files, &poll_files),
                         [](const auto& way) { return std::string(way.index == 0 ? "told" : "looking"); });

TEST_P(Watching, FilesThatAreWrittenMadeMovedAndRemoved) {
  place_.write("a.py", "x = 1\n");
  place_.write("pkg/b.py", "x = 1\n");
  EXPECT_TRUE(sees([&] { place_.write("a.py", "x = 22\n"); }));
  EXPECT_TRUE(sees([&] { place_.write("pkg/c.py", "x = 1\n"); }));
  EXPECT_TRUE(sees([&] { fs::rename(place_.folder() / "work/pkg/c.py", place_.folder() / "work/pkg/d.py"); }));
  EXPECT_TRUE(sees([&] { fs::remove(place_.folder() / "work/pkg/d.py"); }));
}

TEST_P(Watching, FoldersThatAreNew) {
  EXPECT_TRUE(sees([&] { place_.write("new/inner/a.py", "x = 1\n"); }));
  const auto watch = this->watch();
  place_.write("later/a.py", "x = 1\n");
  watch->wait();
  std::future<void> seen = std::async(std::launch::async, [&] { watch->wait(); });
  place_.write("later/a.py", "x = 22\n");
  EXPECT_EQ(seen.wait_for(kLong), std::future_status::ready);
}

TEST_P(Watching, FoldersWithNothingThatCounts) {
  place_.write("pkg/b.py", "x = 1\n");
  const auto change = [&] {
    place_.write("new/inner/a.txt", "x");
    fs::create_directories(place_.folder() / "work/empty/inner");
    fs::remove_all(place_.folder() / "work/new");
  };
  EXPECT_FALSE(sees(change, kShort));
  EXPECT_TRUE(sees([&] { fs::rename(place_.folder() / "work/pkg", place_.folder() / "work/.gone"); }));
  EXPECT_TRUE(sees([&] { fs::rename(place_.folder() / "work/.gone", place_.folder() / "work/back"); }));
  EXPECT_TRUE(sees([&] { fs::remove_all(place_.folder() / "work/back"); }));
}

TEST(FolderWalk, FoldersThatGoMeanwhileHideNoOthers) {
  const test::TemporaryFolder place;
  for (const char* folder : {"a", "b", "c", "d"}) place.write(std::string(folder) + "/inner/x.py", "x = 1\n");
  int files = 0;
  const auto remove_b = [&](const fs::path& folder) {
    if (folder.filename() == "b") fs::remove_all(folder);
  };
  walk_folders(place.path(), remove_b, [&](const fs::directory_entry&) { ++files; });
  EXPECT_EQ(files, 3);
}

TEST_P(Watching, WhatDoesNotCountIsLeftOut) {
  place_.write(".git/a.py", "x = 1\n");
  const auto change = [&] {
    place_.write("a.txt", "x");
    place_.write(".git/a.py", "x = 22\n");
    place_.write(".git/new/b.py", "x = 22\n");
  };
  EXPECT_FALSE(sees(change, kShort));
}

TEST_P(Watching, FilesOutsideThatAreNamed) {
  place_.write("a.py", "x = 1\n");
  const test::TemporaryFolder outside;
  outside.write("base.toml", "a");
  const auto watch = this->watch();
  watch->also({outside.path() / "base.toml", outside.path() / "missing.toml", outside.path() / "no/folder.toml"});
  const auto changes = [&](const auto& change, std::chrono::seconds within) {
    std::future<void> seen = std::async(std::launch::async, [&] { watch->wait(); });
    change();
    const bool is_seen = seen.wait_for(within) == std::future_status::ready;
    if (!is_seen) place_.write("a.py", "x = 22\n");
    seen.get();
    return is_seen;
  };
  EXPECT_TRUE(changes([&] { outside.write("base.toml", "ab"); }, kLong));
  EXPECT_TRUE(changes([&] { outside.write("missing.toml", "ab"); }, kLong));
  EXPECT_TRUE(changes([&] { fs::remove(outside.path() / "base.toml"); }, kLong));
  const auto others = [&] {
    outside.write("other.toml", "ab");
    outside.write("other.py", "ab");
    outside.write("new/a.py", "ab");
  };
  EXPECT_FALSE(changes(others, kShort));
}

/// Runs it in the background, then the script, and ends it.
Outcome watch_while(const Workplace& place, const std::string& arguments, const std::string& script) {
  const std::string runs =
      "checks() { for i in $(seq 600); do [ \"$(grep -c '^checked at' err)\" -ge $1 ] && return; "
      "[ -s report.json ] && return; sleep 0.05; done; }; ";
  const std::string folder = (place.folder() / "work").string();
  return place.run_with("exec", "--watch " + arguments + " >out 2>err & pid=$!; cd '" + folder + "'; " + runs +
                                    "checks 1; " + script + " kill -TERM $pid; wait $pid");
}

TEST(Watch, RunsAgainWhenAFileChangesAndEndsByTheSignalWithoutAWord) {
  const Workplace place;
  place.write("pyproject.toml", "");
  place.write("a.py", kNoRead);
  const std::string change = "cat other > a.py; checks 2;";
  place.write("other", kOneRead);
  const Outcome outcome = watch_while(place, "--output-format concise a.py", change);
  EXPECT_EQ(outcome.status, 128 + 15);
  EXPECT_NE(place.read("out").find("SF301"), std::string::npos) << place.read("out");
  EXPECT_EQ(place.read("out").find('\033'), std::string::npos);
  EXPECT_EQ(place.read("err").find("error"), std::string::npos) << place.read("err");
}

TEST(Watch, AConfigurationThatIsWrongIsSaidAndReadAgain) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "temprature = 1\n");
  const Outcome outcome = watch_while(
      place, "a.py", "echo 'ignore = [\"SF301\"]' > syncfree-lint.toml; checks 2; rm syncfree-lint.toml; checks 3;");
  EXPECT_EQ(outcome.status, 128 + 15);
  EXPECT_NE(place.read("err").find("did you mean `temperature`"), std::string::npos) << place.read("err");
  EXPECT_NE(place.read("out").find("SF301"), std::string::npos);
}

TEST(Watch, WhatIsExcludedDoesNotRunItAgain) {
  const Workplace place;
  place.write("syncfree-lint.toml", "exclude = [\"gen\"]\n");
  place.write("inner/syncfree-lint.toml", "exclude = [\"more\"]\n");
  place.write("a.py", kNoRead);
  for (const char* name : {"gen/b.py", "inner/more/c.py", "inner/d.py"}) place.write(name, kNoRead);
  const std::string changes = "echo 'y = 1' >> gen/b.py; echo 'y = 1' >> inner/more/c.py; ";
  // A file that is named is read although it is excluded.
  const Outcome named = watch_while(place, ". gen/b.py", changes + "checks 2;");
  EXPECT_EQ(named.status, 128 + 15);
  const auto checks = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("checked at"); at != text.npos; at = text.find("checked at", at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(checks(place.read("err")), 2U) << place.read("err");
  const Outcome unnamed =
      watch_while(place, ".", changes + "sleep 1; cp err before; echo 'y = 1' >> inner/d.py; checks 2;");
  EXPECT_EQ(unnamed.status, 128 + 15);
  EXPECT_EQ(checks(place.read("before")), 1U) << place.read("before");
  EXPECT_EQ(checks(place.read("err")), 2U) << place.read("err");
}

TEST(Watch, AConfigurationElsewhereRunsItAgain) {
  const Workplace place;
  const test::TemporaryFolder outside;
  outside.write("base.toml", "extend = \"further.toml\"\n");
  outside.write("further.toml", "");
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "extend = \"" + outside.at("base.toml") + "\"\n");
  const std::string further = outside.at("further.toml");
  const Outcome outcome =
      watch_while(place, "--config syncfree-lint.toml --output-format concise a.py",
                  "echo 'temprature = 1' > " + further + "; checks 2; : > " + further + "; checks 3;");
  EXPECT_EQ(outcome.status, 128 + 15);
  EXPECT_NE(place.read("err").find("did you mean `temperature`"), std::string::npos) << place.read("err");
}

TEST(Watch, ReportsInFilesAreKeptUpToDate) {
  const Workplace place;
  place.write("a.py", kNoRead);
  place.write("other", kOneRead);
  const Outcome outcome = watch_while(place, "--quiet --output-format json=report.json a.py",
                                      "cp report.json before; cat other > a.py; "
                                      "for i in $(seq 600); do grep -q SF301 report.json && break; sleep 0.05; done;");
  EXPECT_EQ(outcome.status, 128 + 15);
  EXPECT_EQ(place.read("before").find("SF301"), std::string::npos) << place.read("before");
  EXPECT_NE(place.read("report.json").find("SF301"), std::string::npos);
  EXPECT_EQ(place.read("out"), "");
}

TEST(Watch, WhatMakesNoSenseIsRefusedInOneLine) {
  const Workplace place;
  place.write("a.py", kNoRead);
  for (const auto& [arguments, message] : {
           std::pair{"--output-format json a.py", "shows the formats text, concise and grouped"},
           std::pair{"--output-format sarif a.py", "shows the formats text, concise and grouped"},
           std::pair{"--fix a.py", "`--watch` and `--fix` do not go together"},
           std::pair{"--write-baseline b a.py", "`--watch` and `--write-baseline` do not go together"},
           std::pair{"-", "`--watch` and `-` do not go together"},
       }) {
    const Outcome outcome = place.run(std::string("--watch ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.error.find(message), std::string::npos) << outcome.error;
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

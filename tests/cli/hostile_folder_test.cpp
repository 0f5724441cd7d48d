// Folders in which something is wrong: what cannot be read is said once, in one line, and the rest of the run goes on.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFound = "a.py:8:15: SF301 [certain, hot] ";

TEST(HostileFolder, LinkLoopsAreNoHang) {
  const Workplace place;
  const fs::path work = place.folder() / "work";
  place.write("a.py", kOneRead);
  fs::create_directory_symlink("..", work / "up");
  fs::create_directory_symlink(work, work / "self");
  fs::create_symlink("loop.py", work / "loop.py");
  const Outcome outcome = place.run("--output-format concise .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1) << outcome.out;
  EXPECT_EQ(outcome.error, "error: loop.py: cannot be read: Too many levels of symbolic links\n");
}

TEST(HostileFolder, WhatIsNoFileIsNotWaitedFor) {
  const Workplace place;
  place.write("a.py", kOneRead);
  ASSERT_EQ(::mkfifo((place.folder() / "work" / "pipe.py").c_str(), 0600), 0);
  fs::create_symlink("nowhere", place.folder() / "work" / "dangling.py");
  const Outcome outcome = place.run("--output-format concise .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(outcome.error,
            "error: dangling.py: cannot be read: No such file or directory\nerror: pipe.py: is not a regular file\n");
}

TEST(HostileFolder, AFolderThatMayNotBeRead) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("closed/b.py", kOneRead);
  fs::permissions(place.folder(), fs::perms::all);
  fs::permissions(place.folder() / "work" / "closed", fs::perms::none);
  // The superuser may read everything; as somebody else it is as for everyone.
  const std::string nobody = ::geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : "";
  if (place.run_with(nobody, "--version").status != 0) {
    fs::permissions(place.folder() / "work" / "closed", fs::perms::all);
    GTEST_SKIP() << "the program cannot be run as another user here";
  }
  const Outcome outcome = place.run_with(nobody, "--output-format concise .");
  fs::permissions(place.folder() / "work" / "closed", fs::perms::all);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(outcome.error, "error: closed: cannot be read: Permission denied\n");
}

TEST(HostileFolder, FilesThatVanishMeanwhile) {
  const Workplace place;
  place.write("a.py", kOneRead);
  for (int i = 0; i < 300; ++i) place.write("gone/m" + std::to_string(i) + ".py", kNoRead);
  // The race may end either way; whatever has gone is said, and the report is whole.
  const Outcome outcome =
      place.run_with("{ rm -rf gone & } &&", "--output-format json .; status=$?; wait; exit $status");
  const auto report = nlohmann::json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << outcome.out;
  EXPECT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(outcome.status, report["problems"].empty() ? 1 : 2);
  std::istringstream lines(outcome.error);
  std::string line;
  while (std::getline(lines, line)) {
    EXPECT_TRUE(line.starts_with("error: gone")) << line;
    EXPECT_TRUE(line.ends_with(": cannot be read: No such file or directory")) << line;
  }
}

TEST(HostileFolder, AWorkingFolderThatIsGone) {
  const Workplace place;
  place.write("sub/a.py", kOneRead);
  const Outcome outcome = place.run_with("cd sub && rm -rf ../sub &&", ".");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1) << outcome.error;
  EXPECT_TRUE(outcome.error.starts_with("error: ")) << outcome.error;
}

TEST(HostileFolder, ConfigurationIsReadFromFilesOnly) {
  const Workplace place;
  place.write("a.py", kNoRead);
  ASSERT_EQ(::mkfifo((place.folder() / "work" / "pipe").c_str(), 0600), 0);
  for (const std::string base : {"/dev/zero", "pipe"}) {
    place.write("syncfree-lint.toml", "extend = \"" + base + "\"\n");
    const Outcome outcome = place.run(".");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.error.ends_with(": is not a regular file\n")) << outcome.error;
  }
}

TEST(HostileFolder, NamesDoNotSteerTheTerminal) {
  const Workplace place;
  const Outcome outcome = place.run("--config \"$(printf 'no\\033[2Jsuch')\" .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_FALSE(outcome.error.contains('\x1b')) << outcome.error;
}

}  // namespace
}  // namespace syncfree::cli

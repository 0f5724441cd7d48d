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
#include "tests/main/sanitizers.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

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
    const Outcome outcome = place.run("--config syncfree-lint.toml .");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.error.ends_with(": is not a regular file\n")) << outcome.error;
  }
}

// The shadow of the sanitizers alone takes more addresses than there would be.
constexpr const char* kLittleMemory = test::kIsSanitized ? "" : "ulimit -v 900000;";

/// A gigabyte that takes no space. Reading it would take more memory than there is here.
Outcome run_beside_a_gigabyte(const Workplace& place, const std::string& path, const std::string& options) {
  place.write(path, "");
  fs::resize_file(place.folder() / "work" / path, 1'000'000'000);
  const Outcome outcome = place.run_with(kLittleMemory, options);
  fs::remove(place.folder() / "work" / path);
  return outcome;
}

TEST(HostileFolder, AGigabyteIsNotRead) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write(".git/HEAD", "");
  place.write("sub/syncfree-lint.toml", "");
  place.write("sub/a.py", kOneRead);
  const std::string files = "--output-format concise a.py sub";
  const std::string both = place.run(files).out;
  EXPECT_EQ(run_beside_a_gigabyte(place, ".gitignore", files).out, both);
  EXPECT_EQ(run_beside_a_gigabyte(place, ".git/info/exclude", files).out, both);
  const std::string sub = place.run("--output-format concise sub").out;
  EXPECT_EQ(run_beside_a_gigabyte(place, "pyproject.toml", "--output-format concise sub").out, sub)
      << "it is asked for folders of modules, too";
  for (const std::string file : {"pyproject.toml", "syncfree-lint.toml"}) {
    const Outcome outcome = run_beside_a_gigabyte(place, file, "a.py");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.error.ends_with(": is too large (1000 MB); files of 16 MB and more are not read\n"))
        << outcome.error;
  }
  const Outcome outcome = run_beside_a_gigabyte(place, "b.py", "--output-format concise a.py b.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(outcome.error, "error: b.py: is too large (1000 MB); files of 100 MB and more are not read\n");
  const Outcome baseline = run_beside_a_gigabyte(place, "b.json", "--baseline b.json a.py");
  EXPECT_EQ(baseline.status, 2);
  EXPECT_EQ(std::ranges::count(baseline.error, '\n'), 1) << baseline.error;
}

TEST(HostileFolder, IgnoreFilesThatAreNoFiles) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write(".git/HEAD", "");
  const std::string ignore = (place.folder() / "work" / ".gitignore").string();
  ASSERT_EQ(::mkfifo(ignore.c_str(), 0600), 0);
  EXPECT_TRUE(place.run("--output-format concise .").out.starts_with(kFound));
  fs::remove(ignore);
  fs::create_symlink("/dev/zero", ignore);
  EXPECT_TRUE(place.run("--output-format concise .").out.starts_with(kFound));
}

TEST(HostileFolder, FixesDoNotFollowLinksOutOfTheProject) {
  const Workplace place;
  constexpr std::string_view kFixed =
      "import torch\n\ndef f(x: torch.Tensor):\n    x = x.cuda()\n    return torch.tensor(0.0, device=x.device)\n";
  place.write("other.py", kFixed);
  place.write("app/.git/HEAD", "");
  place.write("app/a.py", kFixed);
  fs::create_symlink("../other.py", place.folder() / "work" / "app" / "link.py");
  const Outcome outcome = place.run("--fix --unsafe-fixes app");
  EXPECT_NE(place.read("app/a.py"), kFixed) << outcome.error;
  EXPECT_EQ(place.read("other.py"), kFixed);
  EXPECT_NE(outcome.error.find("warning: app/link.py: is a link that leads out of the project, app; "),
            std::string::npos)
      << outcome.error;
  EXPECT_TRUE(place.run("--show-files app").out == "app/a.py\n");
  EXPECT_EQ(place.run("--show-files app").status, 0);
  place.run("--add-noqa --confidence possible --temperature cold app");
  EXPECT_EQ(place.read("other.py"), kFixed);
}

TEST(HostileFolder, ABaselineThatIsALinkStaysOne) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("kept/b.json", "old");
  const fs::path link = place.folder() / "work" / "b.json";
  for (const std::string target : {"kept/b.json", "kept/new.json"}) {  // the second is not there yet
    fs::remove(link);
    fs::create_symlink(target, link);
    EXPECT_EQ(place.run("--write-baseline b.json a.py").status, 0);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(place.read(target).contains("syncfree-lint baseline")) << place.read(target);
    EXPECT_EQ(place.run("--baseline b.json a.py").status, 0);
  }
  fs::remove(link);
  fs::create_symlink("/dev/zero", link);
  const Outcome outcome = place.run("--baseline b.json a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.error.ends_with("b.json: is not a regular file\n")) << outcome.error;
}

TEST(HostileFolder, NamesDoNotSteerTheTerminal) {
  const Workplace place;
  const Outcome outcome = place.run("--config \"$(printf 'no\\033[2Jsuch')\" .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_FALSE(outcome.error.contains('\x1b')) << outcome.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

// Where reports go, and what happens when they cannot.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/markdown.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

std::size_t entries(const Workplace& place) {
  const std::filesystem::directory_iterator all(place.folder() / "work");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(Output, AFileIsWrittenWhole) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("report.json", std::string(100'000, 'x'));
  const Outcome outcome = place.run("--output-format json --output-file report.json a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  const auto report = nlohmann::json::parse(place.read("report.json"));
  EXPECT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["location"]["start"], (nlohmann::json{{"line", 8}, {"column", 15}}));
  EXPECT_EQ(entries(place), 2U) << "nothing else is left behind";
}

TEST(Output, AFileThatCannotBeWritten) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run("--output-file gone/report.txt a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: gone/report.txt: cannot be written: No such file or directory\n");
}

TEST(Output, AFullDeviceIsSaid) {
  const Workplace place;
  place.write("a.py", kOneRead);
  for (const auto& [arguments, where] :
       {std::pair{"a.py >/dev/full", "standard output"}, std::pair{"rules >/dev/full", "standard output"},
        std::pair{"--output-file /dev/full a.py", "/dev/full"}}) {
    const Outcome outcome = place.run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.error, "error: " + std::string(where) + ": cannot be written: No space left on device\n")
        << arguments;
  }
}

TEST(Output, AReportThatFindsNoRoomLeavesTheOldOne) {
  const Workplace place;
  for (int i = 0; i < 30; ++i) place.write("m" + std::to_string(i) + ".py", kOneRead);
  place.write("report.json", "old");
  // A limit on file sizes is as good as a full disk, and needs no file system of its own.
  const Outcome outcome = place.run_with("ulimit -f 4 &&", "--output-format json --output-file report.json .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: report.json: cannot be written: File too large\n");
  EXPECT_EQ(place.read("report.json"), "old");
  EXPECT_EQ(entries(place), 31U) << "nothing else is left behind";
}

TEST(Output, AReaderThatGoesAwayDoesNotChangeTheStatus) {
  const Workplace place;
  place.write("a.py", kOneRead);
  // The pages of all rules are more than a pipe takes while nobody reads.
  const Outcome outcome = place.run_with("{", "--output-format sarif .; echo \"status $?\" >&2; } | true");
  EXPECT_EQ(outcome.error, "status 1\n");
}

TEST(Output, AReaderThatGoesAwayIsLeftInPeace) {
  const Workplace place;
  for (int i = 0; i < 30; ++i) place.write("m" + std::to_string(i) + ".py", kOneRead);
  const Outcome outcome = place.run("--output-format sarif . | head -c 10");
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.out.size(), 10U);
}

TEST(Output, SarifIsRelativeToTheRepository) {
  const Workplace place;
  place.write("repo/.git/HEAD", "ref: refs/heads/main\n");
  place.write("repo/src/a b.py", kOneRead);
  place.write("repo/src/broken.py", "import torch\nx = = 1\n");
  const std::string root = "file://" + (place.folder() / "work" / "repo").string() + "/";
  for (const auto& [folder, path] :
       {std::pair{".", "repo/src"}, std::pair{"repo/src", "."}, std::pair{"repo", "./src/../src"}}) {
    const Outcome outcome = place.run("--output-format sarif " + std::string(path), "", folder);
    const auto run = nlohmann::json::parse(outcome.out)["runs"][0];
    EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"], root) << folder;
    const auto artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    EXPECT_EQ(artifact["uri"], "src/a%20b.py") << folder;
    const auto notification = run["invocations"][0]["toolExecutionNotifications"][0];
    EXPECT_EQ(notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "src/broken.py") << folder;
  }
}

TEST(Output, SarifNamesAFileOnceWhateverLinksLeadToIt) {
  const Workplace place;
  place.write("repo/.git/HEAD", "ref: refs/heads/main\n");
  place.write("repo/src/a.py", kOneRead);
  std::filesystem::create_directory_symlink("repo/src", place.folder() / "work" / "link");
  for (const char* path : {"link", "link/a.py", "repo/src/a.py"}) {
    const auto run = nlohmann::json::parse(place.run("--output-format sarif " + std::string(path)).out)["runs"][0];
    EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "src/a.py") << path;
  }
}

TEST(Output, SuppressedFindingsAreInSarifWhenAskedFor) {
  const Workplace place;
  place.write("a.py", one_read_with("# noqa: SF301"));
  const auto results = [&](const std::string& option) {
    return nlohmann::json::parse(place.run("--output-format sarif a.py" + option).out)["runs"][0]["results"];
  };
  EXPECT_EQ(results("").size(), 0U);
  EXPECT_EQ(results(" --report-suppressed")[0]["suppressions"][0]["kind"], "inSource");
}

TEST(Output, GithubFormatWritesTheStepsSummaryToo) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("summary.md", "before\n");
  const std::string where = "GITHUB_STEP_SUMMARY='" + (place.folder() / "work" / "summary.md").string() + "'";
  const Outcome outcome = place.run_with(where, "--output-format github a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with("::warning file=a.py,line=8,col=15,endColumn=25,title=SF301 host-scalar-read::"))
      << outcome.out;
  EXPECT_TRUE(place.read("summary.md").starts_with("before\n### syncfree-lint: 1 finding\n"))
      << place.read("summary.md");
  const Outcome full = place.run_with("GITHUB_STEP_SUMMARY=/dev/full", "--output-format github a.py");
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(full.error, "error: GITHUB_STEP_SUMMARY: /dev/full: cannot be written: No space left on device\n");
}

TEST(Output, ColorsOnlyWhenAskedForOrOnATerminal) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const std::string plain = place.run("a.py").out;
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(place.run("--color always a.py").out.find('\x1b'), std::string::npos);
  EXPECT_EQ(place.run("--color never a.py").out, plain);
}

TEST(Output, Statistics) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome table = place.run("--statistics a.py");
  EXPECT_EQ(table.status, 1);
  EXPECT_NE(table.out.find("    1      1  SF301  host-scalar-read\n"), std::string::npos) << table.out;
  const auto rows = nlohmann::json::parse(place.run("--statistics --output-format json a.py").out);
  EXPECT_EQ(rows[0]["code"], "SF301");
}

TEST(Markdown, HeadingsListsCodeAndTables) {
  EXPECT_EQ(render_markdown("## What\n\nSome `code with space` and **strong** words.\n\n- one two three\n- four\n\n"
                            "```python\nx = 1\n\n```\n\n| a | b |\n| --- | --- |\n| `x\\|y` | 2 |\n",
                            24, false),
            "WHAT\n\n"
            "Some `code with space`\nand strong words.\n\n"
            "- one two three\n- four\n\n"
            "    x = 1\n\n\n"
            "    a    b\n"
            "    x|y  2\n");
  EXPECT_EQ(render_markdown("- one two three\n", 10, false), "- one two\n  three\n");
  EXPECT_EQ(render_markdown("`a` b", 80, true), "\x1b[1;36ma\x1b[0m b\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

// Findings, exit statuses, and inputs that are not as they should be.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr const char* kFound = "a.py:8:15: SF301 [certain, hot] ";

TEST(Check, FindingsGiveOne) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run("a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_NE(outcome.out.find("8 |         print(loss.item())\n  |               ^^^^^^^^^^^\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n1 finding in 1 file (1 hot): 1 host read\nstart: a.py:8:15 (SF301, certain, hot)\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(place.run("").status, 1) << "without a path, the working directory";
  EXPECT_EQ(place.run("check a.py").out, outcome.out);
}

TEST(Check, NothingFoundGivesZero) {
  const Workplace place;
  place.write("a.py", kNoRead);
  const Outcome outcome = place.run("a.py");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "0 findings\n");
  EXPECT_EQ(place.run("--quiet a.py").out, "");
}

TEST(Check, FailOnAndExitZero) {
  const Workplace place;
  place.write("a.py", kOneRead);
  EXPECT_EQ(place.run("--fail-on warning a.py").status, 1);
  const Outcome error_only = place.run("--fail-on error a.py");
  EXPECT_EQ(error_only.status, 0);
  EXPECT_TRUE(error_only.out.starts_with(kFound));
  EXPECT_EQ(place.run("--exit-zero a.py").status, 0);
}

TEST(Check, SelectionAndLevels) {
  const Workplace place;
  place.write("a.py", kOneRead);
  EXPECT_EQ(place.run("--ignore SF3 a.py").status, 0);
  EXPECT_EQ(place.run("--select SF5,SF001 a.py").status, 0);
  EXPECT_EQ(place.run("--select SF5 --extend-select host-scalar-read a.py").status, 1);
  EXPECT_EQ(place.run("--per-file-ignores '*.py:SF301' a.py").status, 0);
  EXPECT_EQ(place.run("--per-file-ignores 'b.py:SF301' a.py").status, 1);
  EXPECT_EQ(place.run("--temperature hot --confidence certain a.py").status, 1);
}

TEST(Check, SuppressionComments) {
  const Workplace place;
  place.write("a.py", one_read_with("# syncfree: ignore[SF301] shown once"));
  const Outcome outcome = place.run("a.py");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(
      outcome.out,
      "0 findings; 1 suppressed\nhidden: 1 silenced by a comment (`--output-format sarif --report-suppressed`)\n");
  place.write("b.py", one_read_with("# syncfree: ignore[SF502]"));
  const Outcome unused = place.run("--output-format concise b.py");
  EXPECT_EQ(unused.status, 1);
  EXPECT_NE(unused.out.find("SF301"), std::string::npos);
  EXPECT_NE(unused.out.find("SF001 [certain, warm] `syncfree: ignore[SF502]` silences nothing"), std::string::npos)
      << unused.out;
}

TEST(Check, AMissingPathIsSaidAndTheRestGoesOn) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const Outcome outcome = place.run("--output-format concise gone.py a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: gone.py: cannot be read: No such file or directory\n");
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(place.run("--exit-zero gone.py a.py").status, 2) << "it is wrong use";
}

TEST(Check, AFolderWithNothingToRead) {
  const Workplace place;
  place.write("text/readme.txt", "text");
  const Outcome outcome = place.run("text");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error, "warning: text: no Python, notebook, C++ or CUDA files there\n");
  EXPECT_EQ(outcome.out, "0 findings\n");
}

TEST(Check, FilesThatCannotBeAnalysedAreSaidAndTheRestGoesOn) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("nul.py", std::string_view("x = 1\0\n", 7));
  place.write("latin.py", "x = '\xE9'\n");
  const Outcome outcome = place.run("--output-format concise .");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 2) << outcome.error;
  EXPECT_NE(outcome.error.find("error: latin.py: "), std::string::npos) << outcome.error;
  EXPECT_NE(outcome.error.find("error: nul.py: "), std::string::npos) << outcome.error;
  EXPECT_EQ(place.run("--exit-zero .").status, 0);
}

TEST(Check, ASyntaxErrorSpoilsItsStatementOnly) {
  const Workplace place;
  place.write("a.py", std::string(kOneRead) + "\nx = = 1\n");
  const Outcome outcome = place.run("--output-format concise a.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with(kFound)) << outcome.out;
  EXPECT_TRUE(outcome.error.starts_with("warning: a.py:10:")) << outcome.error;
  EXPECT_EQ(place.run("--quiet a.py").error, "");
}

TEST(Check, ASyntaxErrorAloneIsNotClean) {
  const Workplace place;
  place.write("a.py", "def f(:\n    pass\n");
  EXPECT_EQ(place.run("a.py").status, 1);
  EXPECT_EQ(place.run("--exit-zero a.py").status, 0);
}

TEST(Check, StandardInput) {
  const Workplace place;
  const Outcome named = place.run("--stdin-filename pkg/a.py --output-format concise -", kOneRead);
  EXPECT_EQ(named.status, 1);
  EXPECT_TRUE(named.out.starts_with("pkg/" + std::string(kFound))) << named.out;
  EXPECT_EQ(place.run("--stdin-filename pkg/a.py --output-format concise", kOneRead).out, named.out);
  EXPECT_TRUE(place.run("--output-format concise -", kOneRead).out.starts_with("stdin.py:8:15: "));
  EXPECT_EQ(place.run("-", "").out, "0 findings\n");
}

TEST(Check, ExcludedFiles) {
  const Workplace place;
  place.write("src/a.py", kOneRead);
  place.write("old/b.py", kOneRead);
  EXPECT_EQ(place.run("--show-files --exclude old .").out, "src/a.py\n");
  EXPECT_EQ(place.run("--show-files --exclude old old/b.py").out, "old/b.py\n");
  EXPECT_EQ(place.run("--show-files --exclude old --force-exclude old/b.py src/a.py").out, "src/a.py\n");
  EXPECT_EQ(place.run("--exclude old --force-exclude --stdin-filename old/b.py -", kOneRead).status, 0);
}

TEST(Check, EveryNumberOfThreadsGivesTheSameReport) {
  const Workplace place;
  for (int i = 0; i < 40; ++i) place.write("pkg/m" + std::to_string(i) + ".py", kOneRead);
  place.write("pkg/__init__.py", "from .m1 import train\n");
  const Outcome one = place.run("--jobs 1 --output-format json pkg");
  EXPECT_EQ(one.status, 1);
  EXPECT_NE(one.out.find("\"findings\": 40"), std::string::npos);
  for (int run = 0; run < 3; ++run) EXPECT_EQ(place.run("--jobs 7 --output-format json pkg").out, one.out);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

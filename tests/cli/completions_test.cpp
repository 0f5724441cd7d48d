// The words that shells complete. bash is asked; zsh and fish only read their scripts, where they are installed.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

/// What bash offers for the last of `words`.
std::string offered(const Workplace& place, const std::string& words) {
  place.write("ask.sh", "source ./script\nCOMP_WORDS=(" + words +
                            ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_syncfree_lint\necho \"${COMPREPLY[*]}\" >&2\n");
  // The program itself says where standard output went; only bash's answer matters.
  return place.run("completions bash > script && bash ask.sh").error;
}

TEST(Completions, Bash) {
  const Workplace place;
  place.write("src/train.py", kNoRead);
  EXPECT_EQ(offered(place, "syncfree-lint --output-fo"), "--output-format\n");
  EXPECT_EQ(offered(place, "syncfree-lint --temperature ''"), "hot warm cold\n");
  EXPECT_EQ(offered(place, "syncfree-lint --temperature = h"), "hot\n");
  EXPECT_EQ(offered(place, "syncfree-lint check --select SF301,SF90"),
            "SF301,SF901 SF301,SF902 SF301,SF903 SF301,SF904 SF301,SF905\n");
  EXPECT_EQ(offered(place, "syncfree-lint expl"), "explain\n");
  EXPECT_EQ(offered(place, "syncfree-lint explain SF90"), "SF901 SF902 SF903 SF904 SF905\n");
  EXPECT_EQ(offered(place, "syncfree-lint confirm --step-f"), "--step-function\n");
  EXPECT_EQ(offered(place, "syncfree-lint verify --output-format ''"), "text json\n");
  EXPECT_EQ(offered(place, "syncfree-lint check sr"), "src\n");
  EXPECT_EQ(offered(place, "syncfree-lint --jobs ''"), "\n");
  EXPECT_EQ(offered(place, "syncfree-lint completions ''"), "bash zsh fish\n");
}

TEST(Completions, TheScriptsAreOnesThatTheShellsRead) {
  const Workplace place;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Outcome outcome = place.run("completions " + shell + " > script && { ! command -v " + shell +
                                      " >/dev/null || " + shell + " -n script; }");
    EXPECT_EQ(outcome.status, 0) << shell << ": " << outcome.error;
    const std::string script = place.read("script");
    for (const char* word : {"output-format", "json-lines", "SF301", "confirm", "step-function"})
      EXPECT_NE(script.find(word), std::string::npos) << shell << " lacks " << word;
  }
  EXPECT_EQ(place.run("completions tcsh").status, 2);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

// Settings beside configuration files: the environment, inline settings, options that add to others.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

std::string settings_of(const Workplace& place, const std::string& arguments, const std::string& environment = "") {
  const Outcome outcome = place.run_with(environment, "--show-settings " + arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  return outcome.out;
}

TEST(Layers, InlineSettingsGoBeforeFilesAndOptionsBeforeThem) {
  const Workplace place;
  place.write("syncfree-lint.toml", "temperature = 'hot'\nconfidence = 'certain'\n");
  const std::string inline_settings = "--config 'temperature = \"cold\"' --config 'fail-on = \"error\"'";
  const std::string settings = settings_of(place, inline_settings);
  EXPECT_NE(settings.find("temperature = 'cold'"), std::string::npos) << settings;
  EXPECT_NE(settings.find("fail-on = 'error'"), std::string::npos) << settings;
  EXPECT_NE(settings.find("confidence = 'certain'"), std::string::npos) << "the file still holds: " << settings;
  EXPECT_NE(settings_of(place, inline_settings + " --temperature warm").find("temperature = 'warm'"),
            std::string::npos);
  EXPECT_NE(settings_of(place, "--isolated " + inline_settings).find("temperature = 'cold'"), std::string::npos);
}

TEST(Layers, InlineSettingsStandBesideAFile) {
  const Workplace place;
  place.write("team.toml", "temperature = 'hot'\nignore = ['SF5']\n");
  const std::string settings = settings_of(place, "--config team.toml --config 'ignore = [\"SF3\"]'");
  EXPECT_NE(settings.find("temperature = 'hot'"), std::string::npos) << settings;
  EXPECT_EQ(settings.find("SF301"), std::string::npos) << settings;
  EXPECT_EQ(settings.find("SF501"), std::string::npos) << settings;
}

TEST(Layers, InlineSettingsReachFoldersWithConfigurationsOfTheirOwn) {
  const Workplace place;
  place.write("sub/syncfree-lint.toml", "select = ['SF3']\n");
  place.write("sub/a.py", kOneRead);
  place.write("b.py", kNoRead);
  EXPECT_EQ(place.run(".").status, 1);
  EXPECT_EQ(place.run("--config 'ignore = [\"SF301\"]' .").status, 0);
}

TEST(Layers, WrongInlineSettings) {
  const Workplace place;
  const std::string help = " (--help shows all options)\n";
  EXPECT_EQ(place.run("--config 'selekt = []' .").error,
            "error: `--config 'selekt = []'`: unknown key `selekt`; did you mean `select`?" + help);
  EXPECT_NE(place.run("--config 'select = [' .").error.find("no file, and no valid TOML"), std::string::npos);
  EXPECT_NE(place.run("--config 'extend = \"a\"' .").error.find("`extend` is for configuration files"),
            std::string::npos);
  EXPECT_NE(place.run("--config a.toml --config b.toml .").error.find("`--config` takes one file"), std::string::npos);
}

TEST(Layers, TheEnvironmentStandsForOptions) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "output-format = 'json'\n");
  const std::string concise = place.run("--output-format concise a.py").out;
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_OUTPUT_FORMAT=concise", "a.py").out, concise);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_OUTPUT_FORMAT=json", "--output-format concise a.py").out, concise)
      << "the command line goes before it";
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_IGNORE=SF1,SF3", "a.py").status, 0);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_EXTEND_IGNORE=SF301", "a.py").status, 0);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_IGNORE=SF1 SYNCFREE_LINT_EXTEND_IGNORE=SF3", "a.py").status, 0);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_IGNORE=SF3 SYNCFREE_LINT_EXTEND_IGNORE=SF1", "a.py").status, 0);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_EXIT_ZERO=true", "a.py").status, 0);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_EXIT_ZERO=false", "a.py").status, 1);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_OUTPUT_FILE=out.txt", "a.py").out, "");
  EXPECT_FALSE(place.read("out.txt").empty());
  const Outcome wrong = place.run_with("SYNCFREE_LINT_TEMPERATURE=tepid", "a.py");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("`SYNCFREE_LINT_TEMPERATURE` cannot be `tepid`"), std::string::npos) << wrong.error;
}

TEST(Layers, ExtendIgnoreAddsToWhatIsIgnored) {
  const Workplace place;
  place.write("syncfree-lint.toml", "ignore = ['SF302']\nextend-ignore = ['SF303']\n");
  const std::string settings = settings_of(place, "--extend-ignore SF301,SF304");
  for (const char* code : {"SF301", "SF302", "SF303", "SF304"})
    EXPECT_EQ(settings.find(code), std::string::npos) << code << " in " << settings;
  EXPECT_NE(settings.find("SF305"), std::string::npos) << settings;
}

TEST(Layers, ExtendExcludeAddsToWhatIsExcluded) {
  const Workplace place;
  place.write(".git/HEAD", "");
  place.write("sub/syncfree-lint.toml", "extend = '../team.toml'\nexclude = ['/old']\nextend-exclude = ['/gen']\n");
  place.write("team.toml", "extend-exclude = ['draft.py']\n");
  for (const char* path : {"sub/a.py", "sub/old/c.py", "sub/gen/a.py", "sub/draft.py", "sub/b.py"})
    place.write(path, kNoRead);
  EXPECT_EQ(place.run("--show-files sub").out, "sub/a.py\nsub/b.py\n");
  EXPECT_EQ(place.run("--show-files .").out, "sub/a.py\nsub/b.py\n") << "the same from above";
  EXPECT_EQ(place.run("--show-files --extend-exclude sub/b.py sub").out, "sub/a.py\n") << "relative to where one is";
  EXPECT_EQ(place.run("--show-files --exclude a.py sub").out, "sub/b.py\nsub/old/c.py\n")
      << "another `exclude` takes the place of the file's, and leaves `extend-exclude` alone";
  EXPECT_NE(settings_of(place, "sub").find("extend-exclude = [ 'draft.py', '/gen' ]"), std::string::npos);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

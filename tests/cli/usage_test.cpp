// Wrong use: one line on standard error, with a suggestion where one is near, and exit status 2.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

void expect_failure(const Workplace& place, const std::string& arguments, const std::string& message) {
  const Outcome outcome = place.run(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_EQ(outcome.out, "") << arguments;
  EXPECT_EQ(outcome.error, "error: " + message + "\n") << arguments;
}

constexpr const char* kHelp = " (--help shows all options)";

TEST(Usage, UnknownOption) {
  const Workplace place;
  expect_failure(place, "--slect SF3 .", std::string("unknown option `--slect`; did you mean `--select`?") + kHelp);
  expect_failure(place, "check --exclud=x",
                 std::string("unknown option `--exclud`; did you mean `--exclude`?") + kHelp);
  expect_failure(place, "--frobnicate", std::string("unknown option `--frobnicate`") + kHelp);
}

TEST(Usage, UnknownChoice) {
  const Workplace place;
  expect_failure(place, "--temperature tepid",
                 std::string("`--temperature` cannot be `tepid`; it is hot, warm or cold") + kHelp);
  expect_failure(
      place, "--output-format xml",
      std::string("`--output-format` cannot be `xml`; it is text, concise, grouped, json, json-lines, sarif, github, "
                  "gitlab, azure, junit, rdjson or html") +
          kHelp);
  expect_failure(place, "--fail-on never",
                 std::string("`--fail-on` cannot be `never`; it is error, warning or note") + kHelp);
}

TEST(Usage, UnknownCode) {
  const Workplace place;
  expect_failure(place, "--select SF311",
                 std::string("`--select`: no rule has the code or name `SF311`; did you mean `SF301`?") + kHelp);
  expect_failure(
      place, "--ignore host-scaler-read",
      std::string("`--ignore`: no rule has the code or name `host-scaler-read`; did you mean `host-scalar-read`?") +
          kHelp);
  expect_failure(
      place, "--extend-select host-scalar-r",
      std::string("`--extend-select`: no rule has the code or name `host-scalar-r`; did you mean `host-scalar-read`?") +
          kHelp);
  expect_failure(place, "--per-file-ignores 'a.py:E501'", "`per-file-ignores`: no rule has the code or name `E501`");
}

TEST(Usage, OptionsThatDoNotGoTogether) {
  const Workplace place;
  place.write("a.py", kNoRead);
  expect_failure(place, "--statistics --output-format sarif a.py",
                 "`--statistics` is for the formats text, concise and json");
  expect_failure(place, "--stdin-filename b.py a.py",
                 "`--stdin-filename` is for standard input, given as the only path `-`");
  expect_failure(place, "- a.py", "`-` for standard input must be the only path");
  expect_failure(place, "--per-file-ignores a.py",
                 std::string("`--per-file-ignores` is PATTERN:CODE,CODE, not `a.py`") + kHelp);
  expect_failure(place, "--jobs 0 a.py", std::string("`--jobs` is a number from 1 to 1024") + kHelp);
}

TEST(Usage, ValuesThatAnOptionCannotHave) {
  const Workplace place;
  const std::string help = kHelp;
  expect_failure(place, "-j x", "`--jobs` cannot be `x`; it is a number" + help);
  expect_failure(place, "--jobs=99999999999999", "`--jobs` cannot be `99999999999999`; it is a number" + help);
  expect_failure(place, "confirm --steps many -- true", "`--steps` cannot be `many`; it is a number" + help);
  expect_failure(place, "--fix=banana .", "`--fix` cannot be `banana`; it is true or false" + help);
  expect_failure(place, "-j 1 -j 2", "`--jobs` is given more than once" + help);
}

TEST(Usage, OptionsWithoutTheirValue) {
  const Workplace place;
  const std::string help = kHelp;
  expect_failure(place, "-j", "`-j` needs a value: N" + help);
  expect_failure(place, "--fix --select", "`--select` needs a value: CODES" + help);
  expect_failure(place, "--color", "`--color` needs a value: {auto,always,never}" + help);
  expect_failure(place, "--select= .", "`--select` is empty" + help);
}

TEST(Usage, ArgumentsTooMany) {
  const Workplace place;
  const std::string help = kHelp;
  expect_failure(place, "explain SF301 SF302", "`SF302` is too much: `syncfree-lint explain` takes one RULE" + help);
  expect_failure(place, "rules all", "`all` is too much: `syncfree-lint rules` takes options only" + help);
}

TEST(Usage, FilesAndFoldersWithoutAName) {
  const Workplace place;
  place.write("a.py", kNoRead);
  for (const auto& [arguments, name] : {
           std::pair{"--config '' a.py", "--config"},
           std::pair{"--config= a.py", "--config"},
           std::pair{"--cache-dir '' a.py", "--cache-dir"},
           std::pair{"--cache-dir= a.py", "--cache-dir"},
           std::pair{"--baseline '' a.py", "--baseline"},
           std::pair{"--write-baseline '' a.py", "--write-baseline"},
           std::pair{"--stdin-filename '' -", "--stdin-filename"},
           std::pair{"--output-file '' a.py", "--output-file"},
           std::pair{"--python '' a.py", "--python"},
           std::pair{"-p '' a.py", "-p"},
           std::pair{"''", "PATH"},
           std::pair{"check a.py ''", "PATH"},
           std::pair{"clean --cache-dir ''", "--cache-dir"},
           std::pair{"confirm --config '' -- true", "--config"},
           std::pair{"confirm --output-file '' -- true", "--output-file"},
           std::pair{"confirm --source '' -- true", "--source"},
           std::pair{"confirm --cupti '' -- true", "--cupti"},
           std::pair{"confirm --record '' -- true", "--record"},
           std::pair{"confirm --trace ''", "--trace"},
           std::pair{"verify --paths '' -- true", "--paths"},
           std::pair{"verify --output '' -- true", "--output"},
       })
    expect_failure(place, arguments, "`" + std::string(name) + "` is empty" + kHelp);
}

TEST(Usage, AMistypedCommandIsNoPath) {
  const Workplace place;
  expect_failure(place, "explan SF301",
                 std::string("`explan` is neither a command nor a file; did you mean `explain`?") + kHelp);
  place.write("rule/a.py", kNoRead);
  EXPECT_EQ(place.run("rule").status, 0) << "it is a folder";
}

TEST(Usage, AVariableIsBlamedForWhatItSays) {
  const Workplace place;
  place.write("a.py", kOneRead);
  const auto error_of = [&](const std::string& variable) {
    const Outcome outcome = place.run_with(variable, "a.py");
    EXPECT_EQ(outcome.status, 2) << variable;
    return outcome.error;
  };
  const std::string end = std::string(kHelp) + "\n";
  EXPECT_EQ(error_of("SYNCFREE_LINT_EXIT_ZERO=banana"),
            "error: `SYNCFREE_LINT_EXIT_ZERO` cannot be `banana`; it is true or false" + end);
  EXPECT_EQ(error_of("SYNCFREE_LINT_JOBS=x"), "error: `SYNCFREE_LINT_JOBS` cannot be `x`; it is a number" + end);
  EXPECT_EQ(error_of("SYNCFREE_LINT_JOBS=0"), "error: `SYNCFREE_LINT_JOBS` is a number from 1 to 1024" + end);
  EXPECT_EQ(error_of("SYNCFREE_LINT_TEMPERATURE=hott"),
            "error: `SYNCFREE_LINT_TEMPERATURE` cannot be `hott`; it is hot, warm or cold" + end);
  EXPECT_EQ(error_of("SYNCFREE_LINT_SELECT=SF311"),
            "error: `SYNCFREE_LINT_SELECT`: no rule has the code or name `SF311`; did you mean `SF301`?" + end);
}

TEST(Usage, AVariableThatStandsForNoOptionIsSaid) {
  const Workplace place;
  place.write("a.py", kNoRead);
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_TEMPRATURE=hot", "a.py").error,
            "warning: no option is set by the environment variable `SYNCFREE_LINT_TEMPRATURE`; did you mean "
            "`SYNCFREE_LINT_TEMPERATURE`?\n");
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_TEMPRATURE=hot", "--quiet a.py").error, "");
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_TEMPERATURE=hot", "a.py").error, "");
}

TEST(Usage, HelpAndVersionGoToStandardOutput) {
  const Workplace place;
  const Outcome help = place.run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.error, "");
  EXPECT_NE(help.out.find("--select"), std::string::npos);
  EXPECT_NE(help.out.find("explain RULE"), std::string::npos);
  EXPECT_TRUE(place.run("--version").out.starts_with("syncfree-lint "));
}

TEST(Explain, ByCodeOrName) {
  const Workplace place;
  const Outcome by_code = place.run("explain sf301");
  EXPECT_EQ(by_code.status, 0);
  EXPECT_TRUE(by_code.out.starts_with("SF301 host-scalar-read\n")) << by_code.out;
  EXPECT_EQ(place.run("explain host-scalar-read").out, by_code.out);
  EXPECT_NE(place.run("explain SF301 --color always").out.find("\x1b["), std::string::npos);
  EXPECT_EQ(by_code.out.find('\x1b'), std::string::npos);
}

TEST(Explain, UnknownRule) {
  const Workplace place;
  expect_failure(place, "explain SF311", "no rule has the code or name `SF311`; did you mean `SF301`?");
  expect_failure(place, "explain SF3", "`SF3` stands for several rules; `syncfree-lint rules` lists them");
}

TEST(Rules, EachFormatListsAllRules) {
  const Workplace place;
  for (const std::string format : {"text", "json", "markdown"}) {
    const Outcome outcome = place.run("rules --output-format " + format);
    EXPECT_EQ(outcome.status, 0) << format;
    for (const char* name : {"unused-suppression", "host-scalar-read", "tensor-truth", "mask-select"}) {
      EXPECT_NE(outcome.out.find(name), std::string::npos) << format << " lacks " << name;
    }
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

// Configuration files: which one holds, what it may say, and what is said about a wrong one.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

std::string error_of(std::string_view configuration) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", configuration);
  const Outcome outcome = place.run("a.py");
  EXPECT_EQ(outcome.status, 2) << configuration;
  EXPECT_EQ(outcome.out, "") << configuration;
  const std::string start = "error: " + (place.folder() / "work" / "syncfree-lint.toml").string() + ":";
  EXPECT_TRUE(outcome.error.starts_with(start)) << outcome.error;
  return outcome.error.substr(std::min(start.size(), outcome.error.size()));
}

TEST(Configuration, BothFilesSayTheSame) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "ignore = ['SF301']\n");
  EXPECT_EQ(place.run("a.py").status, 0);
  const Workplace shared;
  shared.write("a.py", kOneRead);
  shared.write("pyproject.toml", "[tool.other]\nx = 1\n[tool.syncfree-lint]\nignore = ['SF301']\n");
  EXPECT_EQ(shared.run("a.py").status, 0);
  EXPECT_EQ(shared.run("--isolated a.py").status, 1);
}

TEST(Configuration, TheNearestHolds) {
  const Workplace place;
  place.write("syncfree-lint.toml", "ignore = ['SF3']\n");
  place.write("src/pyproject.toml", "[project]\nname = 'x'\n");
  place.write("src/a.py", kOneRead);
  place.write("other/syncfree-lint.toml", "select = ['SF3']\n");
  place.write("other/pyproject.toml", "[tool.syncfree-lint]\nignore = ['SF3']\n");
  place.write("other/a.py", kOneRead);
  EXPECT_EQ(place.run("src/a.py").status, 0) << "a pyproject.toml without our table is passed over";
  EXPECT_EQ(place.run("other/a.py").status, 1) << "syncfree-lint.toml goes before pyproject.toml";
  EXPECT_EQ(place.run("--config other/pyproject.toml other/a.py").status, 0);
}

TEST(Configuration, EachFileHasItsNearest) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("sub/a.py", kOneRead);
  place.write("sub/deep/a.py", kOneRead);
  place.write("sub/syncfree-lint.toml", "ignore = ['SF3']\n");
  const std::string out = place.run("--output-format concise .").out;
  EXPECT_EQ(out.find("sub/"), std::string::npos) << out;
  EXPECT_TRUE(out.starts_with("a.py:8:15: SF301")) << out;
  EXPECT_EQ(place.run("--select SF301 .").status, 1) << "the command line goes before all of them";
  EXPECT_NE(place.run("--isolated --output-format concise .").out.find("sub/deep/a.py"), std::string::npos);
  place.write("sub/syncfree-lint.toml", "exclude = ['deep']\n");
  EXPECT_EQ(place.run("--show-files .").out, "a.py\nsub/a.py\n");
  EXPECT_EQ(place.run("--show-files a.py sub/deep/a.py").out, "a.py\nsub/deep/a.py\n");
  EXPECT_EQ(place.run("--show-files --force-exclude a.py sub/deep/a.py").out, "a.py\n");
  place.write("sub/syncfree-lint.toml", "exlude = ['deep']\n");
  const Outcome wrong = place.run(".");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("sub/syncfree-lint.toml:1:1: unknown key `exlude`; did you mean `exclude`?"),
            std::string::npos);
}

TEST(Configuration, ExtendsAnother) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write(".git/HEAD", "");
  place.write("team.toml", "ignore = ['SF301']\n[per-file-ignores]\n'b.py' = ['SF3']\n");
  place.write("sub/syncfree-lint.toml", "extend = '../team.toml'\nfail-on = 'error'\n");
  place.write("sub/a.py", kOneRead);
  EXPECT_EQ(place.run("sub/a.py").out.find("SF301"), std::string::npos);
  const std::string settings = place.run("--show-settings sub").out;
  EXPECT_NE(settings.find("fail-on = 'error'"), std::string::npos) << settings;
  EXPECT_NE(settings.find("'b.py'"), std::string::npos) << settings;
  place.write("sub/syncfree-lint.toml", "extend = '../team.toml'\nextend-select = ['SF301']\n");
  EXPECT_EQ(place.run("sub/a.py").status, 1);

  place.write("team.toml", "extend = 'sub/syncfree-lint.toml'\n");
  EXPECT_NE(place.run("sub/a.py").error.find("leads back to itself"), std::string::npos);
  place.write("sub/syncfree-lint.toml", "extend = '../none.toml'\n");
  EXPECT_NE(place.run("sub/a.py").error.find("none.toml: cannot be read"), std::string::npos);
}

TEST(Configuration, ExtendsFilesOfItsProjectOnly) {
  const Workplace place;
  place.write("team.toml", "ignore = ['SF301']\n");
  place.write("app/.git/HEAD", "");
  place.write("app/a.py", kOneRead);
  place.write("app/own.toml", "ignore = ['SF301']\n");
  const std::string app = (place.folder() / "work" / "app").string();
  for (const std::string base : {"../team.toml", "../none.toml", "/etc/hosts", "sub/../../team.toml", "link.toml"}) {
    if (base == "link.toml") std::filesystem::create_symlink("../team.toml", app + "/link.toml");
    place.write("app/syncfree-lint.toml", "extend = '" + base + "'\n");
    const Outcome outcome = place.run("app");
    EXPECT_EQ(outcome.status, 2) << base;
    const std::string file = app + "/syncfree-lint.toml";
    EXPECT_TRUE(outcome.error.starts_with("error: " + file + ": `extend`: ")) << outcome.error;
    EXPECT_TRUE(outcome.error.ends_with(" is outside of the project, " + app + "; name " + file +
                                        " with `--config` to use both\n"))
        << outcome.error;
    EXPECT_EQ(place.run("app/a.py").error, outcome.error);
  }
  place.write("app/syncfree-lint.toml", "extend = '../team.toml'\n");
  EXPECT_EQ(place.run("--config app/syncfree-lint.toml app").status, 0) << "whoever names it decides";
  place.write("app/sub/syncfree-lint.toml", "extend = '../own.toml'\n");
  place.write("app/sub/a.py", kOneRead);
  place.write("app/syncfree-lint.toml", "");
  EXPECT_EQ(place.run("app/sub").status, 0);
}

TEST(Configuration, AProjectWithoutARepositoryEndsAtItsOutermostConfiguration) {
  const Workplace place;
  place.write("outer.toml", "ignore = ['SF301']\n");
  place.write("app/pyproject.toml", "[tool.syncfree-lint]\nignore = ['SF301']\n");
  place.write("app/sub/syncfree-lint.toml", "extend = '../pyproject.toml'\n");
  place.write("app/sub/a.py", kOneRead);
  EXPECT_EQ(place.run("app/sub").status, 0);
  place.write("app/sub/syncfree-lint.toml", "extend = '../../outer.toml'\n");
  EXPECT_NE(place.run("app/sub").error.find(" is outside of the project, "), std::string::npos);
}

TEST(Configuration, ALinkOutOfTheProjectIsRefused) {
  const Workplace place;
  place.write("team.toml", "ignore = ['SF301']\n");
  place.write("app/.git/HEAD", "");
  place.write("app/a.py", kOneRead);
  const std::string link = (place.folder() / "work" / "app" / "pyproject.toml").string();
  std::filesystem::create_symlink("/etc/hosts", link);
  const Outcome outcome = place.run("app");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.error.starts_with("error: " + link + ": is a link that leads out of the project, "))
      << outcome.error;
  std::filesystem::remove(link);
  place.write("app/own.toml", "[tool.syncfree-lint]\nignore = ['SF301']\n");
  std::filesystem::create_symlink("own.toml", link);
  EXPECT_EQ(place.run("app").status, 0);
}

TEST(Configuration, HotFunctions) {
  const Workplace place;
  place.write("lib/step.py", "import torch\n\nclass A:\n    def go(self, x: torch.Tensor):\n        return x.item()\n");
  EXPECT_NE(place.run("--output-format concise .").out.find("[likely, warm]"), std::string::npos);
  place.write("syncfree-lint.toml", "hot = ['**/step.py::A.*']\n");
  EXPECT_NE(place.run("--output-format concise .").out.find("[likely, hot]"), std::string::npos);
  place.write("syncfree-lint.toml", "hot = ['**/other.py::A.go', '/step.py::*', 'lib/::B.go']\n");
  EXPECT_NE(place.run("--output-format concise .").out.find("[likely, warm]"), std::string::npos);
  place.write("syncfree-lint.toml", "hot = ['::A']\n");
  EXPECT_EQ(place.run(".").status, 2);
}

TEST(Configuration, OwnFunctionsThatBlock) {
  const Workplace place;
  place.write("a.py",
              "import mylib\nfrom other import Stream\n\ndef f(x):\n    mylib.sync()\n    Stream().drain(1, k=2)\n");
  place.write("mylib/__init__.py", "from mylib._impl import sync\n");
  place.write("mylib/_impl.py", "import _c\n\ndef sync():\n    _c.wait()\n");
  EXPECT_EQ(place.run(".").status, 0);
  place.write("syncfree-lint.toml", "blocks = ['mylib.sync', 'other.Stream.drain']\n");
  const std::string out = place.run("--output-format concise .").out;
  EXPECT_NE(out.find("a.py:5:5: SF601"), std::string::npos) << out;
  EXPECT_NE(out.find("a.py:6:5: SF601"), std::string::npos) << out;
  place.write("syncfree-lint.toml", "blocks = ['sync']\n");
  EXPECT_NE(place.run(".").error.find("`blocks`: `sync` is no dotted name"), std::string::npos);
}

TEST(Configuration, DevicesOfNames) {
  const Workplace place;
  place.write(
      "a.py",
      "def f(state, cfg):\n    if state > 0:\n        return cfg.scale[3] * 2 if cfg.scale > 1 else state.other\n\n"
      "def g(state):\n    state = 3\n    return 1 if state > 2 else 0\n");
  EXPECT_EQ(place.run(".").status, 0);
  place.write("syncfree-lint.toml", "devices = { state = 'cuda', scale = 'cpu' }\n");
  EXPECT_EQ(
      place.run("--output-format concise .").out,
      "a.py:2:8: SF302 [likely, warm] `if` needs the truth of `state > 0`, so the host waits for the GPU to know it\n");
  EXPECT_EQ(error_of("devices = { state = 'gpu' }"), "1:21: `devices.state` cannot be `gpu`; it is cuda or cpu\n");
}

TEST(Configuration, TheCommandLineGoesBeforeIt) {
  const Workplace place;
  place.write("a.py", kOneRead);
  place.write("syncfree-lint.toml", "select = ['SF5']\nfail-on = 'error'\noutput-format = 'concise'\n");
  EXPECT_EQ(place.run("a.py").out, "");
  EXPECT_EQ(place.run("--select SF3 --fail-on note a.py").status, 1);
  EXPECT_EQ(place.run("--extend-select SF3 --output-format text a.py").status, 0);
}

TEST(Configuration, PatternsAreRelativeToTheFile) {
  const Workplace place;
  place.write("syncfree-lint.toml",
              "exclude = ['/gen']\n[per-file-ignores]\n'tests/**' = ['SF301']\n'/lib' = ['SF3']\n");
  for (const char* path : {"gen/a.py", "tests/deep/a.py", "lib/a.py", "src/a.py"}) place.write(path, kOneRead);
  place.write("src/gen/a.py", kOneRead);
  EXPECT_EQ(place.run("--show-files .").out, "lib/a.py\nsrc/a.py\nsrc/gen/a.py\ntests/deep/a.py\n");
  const Outcome outcome = place.run("--output-format concise ..", "", "tests");
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 2) << outcome.out;
}

TEST(Configuration, WrongKeysAndValues) {
  EXPECT_EQ(error_of("slect = ['SF3']\n"), "1:1: unknown key `slect`; did you mean `select`?\n");
  EXPECT_EQ(error_of("\nextend_select = ['SF3']\n"),
            "2:1: unknown key `extend_select`; did you mean `extend-select`?\n");
  EXPECT_EQ(error_of("select = 'SF3'\n"), "1:10: `select` must be an array of strings\n");
  EXPECT_EQ(error_of("select = [3]\n"), "1:10: `select` must be an array of strings\n");
  EXPECT_EQ(error_of("force-exclude = 1\n"), "1:17: `force-exclude` must be true or false\n");
  EXPECT_EQ(error_of("temperature = 'luke'\n"), "1:15: `temperature` cannot be `luke`; it is hot, warm or cold\n");
  EXPECT_EQ(error_of("per-file-ignores = []\n"),
            "1:20: `per-file-ignores` must be a table of patterns and arrays of codes\n");
  EXPECT_EQ(error_of("[per-file-ignores]\n'x' = 1\n"), "2:7: `per-file-ignores.x` must be an array of strings\n");
  EXPECT_EQ(error_of("select = ['SF311']\n"),
            " `select`: no rule has the code or name `SF311`; did you mean `SF301`?\n");
  EXPECT_EQ(error_of("[tool.syncfree-lint]\nselect = ['SF3']\n"),
            "1:1: the table `[tool.syncfree-lint]` is for pyproject.toml; here its keys stand at the top\n");
  EXPECT_EQ(error_of("[per-file-ignores]\n'' = ['SF3']\n"), " `per-file-ignores`: `` is no pattern for files\n");
  for (const char* text : {"select = [\n", "[[[[x]\n", "select = [] \xC3\xA9\n", "\xC6\x9F = 1\n"}) {
    EXPECT_TRUE(error_of(text).find("no valid TOML") != std::string::npos) << text;
  }
}

TEST(Configuration, AFileThatIsNamedMustBeOne) {
  const Workplace place;
  const std::string folder = (place.folder() / "work").string();
  EXPECT_EQ(place.run("--config gone.toml .").error,
            "error: " + folder + "/gone.toml: cannot be read: No such file or directory\n");
  EXPECT_EQ(place.run("--config . .").error.find("error: " + folder), 0U);
  place.write("pyproject.toml", "[tool.other]\n");
  EXPECT_EQ(place.run("--config pyproject.toml .").error,
            "error: " + folder + "/pyproject.toml: has no table `tool.syncfree-lint`\n");
}

TEST(Configuration, SeverityByRule) {
  const Workplace place;
  place.write("a.py", kOneRead);
  EXPECT_EQ(place.run("--fail-on error a.py").status, 0);
  place.write("syncfree-lint.toml", "severity = { SF3 = 'note', host-scalar-read = 'error' }\n");
  EXPECT_EQ(place.run("--fail-on error a.py").status, 1) << "the longer prefix decides";
  EXPECT_NE(place.run("--output-format concise a.py").out.find("[error, "), std::string::npos);
  EXPECT_EQ(place.run("--config 'severity = { SF301 = \"note\" }' --fail-on warning a.py").status, 0)
      << "the command line goes before it";
  EXPECT_EQ(error_of("severity = { SF301 = 'bad' }"),
            "1:22: `severity.SF301` cannot be `bad`; it is error, warning or note\n");
  EXPECT_EQ(error_of("severity = { SF311 = 'note' }"),
            " `severity`: no rule has the code or name `SF311`; did you mean `SF301`?\n");
}

TEST(Configuration, OverridesHoldForTheirFiles) {
  const Workplace place;
  for (const char* path : {"src/a.py", "lib/a.py", "tools/a.py"}) place.write(path, kOneRead);
  const auto found = [&](std::string_view overrides) {
    place.write("syncfree-lint.toml", overrides);
    const std::string out = place.run("--no-project --output-format concise .").out;
    std::string files;
    for (const char* path : {"src", "lib", "tools"}) {
      if (out.find(std::string(path) + "/a.py") != std::string::npos) files += std::string(path) + " ";
    }
    return files;
  };
  EXPECT_EQ(found(""), "src lib tools ");
  EXPECT_EQ(found("[[overrides]]\nfiles = ['lib', 'tools/**']\nignore = ['SF3']\n"), "src ");
  EXPECT_EQ(found("ignore = ['SF3']\n[[overrides]]\nfiles = ['/src']\nextend-select = ['SF301']\n"), "src ");
  EXPECT_EQ(
      found("[[overrides]]\nfiles = ['*']\nselect = ['SF5']\n[[overrides]]\nfiles = ['tools']\nselect = ['SF3']\n"),
      "tools ")
      << "a later one goes before an earlier";
  EXPECT_EQ(found("[[overrides]]\nfiles = ['lib']\nconfidence = 'certain'\ntemperature = 'hot'\n"), "src lib tools ");

  place.write("syncfree-lint.toml", "[[overrides]]\nfiles = ['lib']\nseverity = { ALL = 'note' }\n");
  EXPECT_EQ(place.run("--fail-on warning lib").status, 0);
  EXPECT_EQ(place.run("--fail-on warning src").status, 1);

  EXPECT_EQ(error_of("[[overrides]]\nignore = ['SF3']\n"), "1:1: `overrides` needs `files` in each of its tables\n");
  EXPECT_EQ(error_of("[[overrides]]\nfiles = ['a']\nfail-on = 'note'\n"), "3:1: unknown key `fail-on`\n");
  EXPECT_EQ(error_of("overrides = 3\n"), "1:13: `overrides` must be an array of tables, each with `files`\n");
  EXPECT_EQ(error_of("files = ['a']\n"), "1:1: unknown key `files`\n");
}

TEST(Configuration, TheVersionOfTorch) {
  const Workplace place;
  place.write("a.py", "import torch\n\ntorch.nn.init.trunc_normal_(torch.ones(3, device='cuda'))\n");
  EXPECT_EQ(place.run("--temperature cold a.py").status, 0);
  EXPECT_EQ(place.run("--temperature cold --torch-version 2.12 a.py").status, 1)
      << "what is kept is of another version";
  EXPECT_EQ(place.run_with("SYNCFREE_LINT_TORCH_VERSION=2.12", "--temperature cold a.py").status, 1);
  place.write("syncfree-lint.toml", "torch-version = '2.12'\n");
  EXPECT_EQ(place.run("--temperature cold a.py").status, 1);
  EXPECT_EQ(place.run("--temperature cold --torch-version 2.11 a.py").status, 0);
  EXPECT_EQ(place.run("--torch-version 1.13 a.py").error,
            "error: `torch-version` cannot be `1.13`; it is 2.4 to 2.15\n");
  EXPECT_EQ(error_of("torch-version = '2.3'\n"), " `torch-version` cannot be `2.3`; it is 2.4 to 2.15\n");
  EXPECT_EQ(error_of("torch-version = 2.10\n"), "1:17: `torch-version` must be a string\n");
}

TEST(Configuration, ShownSettingsAreAConfigurationThatSaysTheSame) {
  const Workplace place;
  place.write(
      "syncfree-lint.toml",
      "select = ['SF3', 'SF502']\nignore = ['SF302']\ntemperature = 'cold'\nconfidence = 'certain'\nfail-on = 'error'\n"
      "exclude = ['old', \"it's\"]\nforce-exclude = true\nrespect-gitignore = false\noutput-format = 'json'\n"
      "src = ['lib']\nseverity = { SF301 = 'error' }\nextend-exclude = ['gen']\n"
      "overrides = [{ files = ['tests'], ignore = ['SF3'], temperature = 'hot', severity = { SF5 = 'note' } }]\n"
      "per-file-ignores = { 'a b/*.py' = ['SF3'] }\n");
  const Outcome first = place.run("--show-settings");
  EXPECT_EQ(first.status, 0) << first.error;
  place.write("syncfree-lint.toml", first.out);
  EXPECT_EQ(place.run("--show-settings").out, first.out);
  EXPECT_NE(first.out.find("temperature = 'cold'"), std::string::npos) << first.out;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

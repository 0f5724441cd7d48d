// A file that is named alone has the findings that it has within its project, and tells of waits that its calls lead
// to.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

/// What a helper does with its argument depends on who calls it, and from where.
constexpr std::string_view kHelpers =
    "import torch\n"
    "\n"
    "def count(mask):\n"
    "    return int(mask.sum())\n"
    "\n"
    "def keep(mask):\n"
    "    if mask.any():\n"
    "        return mask\n"
    "    return None\n";
constexpr std::string_view kNet =
    "import torch\n"
    "from ..helpers import count, keep\n"
    "\n"
    "class Net(torch.nn.Module):\n"
    "    def forward(self, x):\n"
    "        n = count(x > 0)\n"
    "        m = count(x > 1)\n"
    "        keep(x > 2)\n"
    "        return x[:n].item()\n";

std::vector<std::string> lines_of(const std::string& text, const std::string& start) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text.compare(begin, start.size(), start) == 0) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Without what only a file alone tells: the calls that lead to waits in files that are not reported.
std::vector<std::string> own_lines(const std::string& text, const std::string& start) {
  std::vector<std::string> lines = lines_of(text, start);
  std::erase_if(lines, [](const std::string& line) { return line.find("` leads to `") != std::string::npos; });
  return lines;
}

class Project : public testing::Test {
 protected:
  Project() {
    place_.write("src/pkg/__init__.py", "");
    place_.write("src/pkg/helpers.py", kHelpers);
    place_.write("src/pkg/models/__init__.py", "from .net import Net\n");
    place_.write("src/pkg/models/net.py", kNet);
  }
  std::string concise(const std::string& arguments, const std::string& folder = ".") const {
    return place_.run("--output-format concise " + arguments, "", folder).out;
  }
  Workplace place_;
};

TEST_F(Project, AFileAloneHasTheFindingsThatItHasInItsPackage) {
  const std::string whole = concise("src");
  for (const std::string file : {"src/pkg/helpers.py", "src/pkg/models/net.py"}) {
    const std::vector<std::string> wanted = lines_of(whole, file);
    ASSERT_FALSE(wanted.empty());
    EXPECT_EQ(own_lines(concise(file), file), wanted);
    EXPECT_EQ(own_lines(concise("--no-cache " + file), file), wanted);
  }
  EXPECT_EQ(concise("src/pkg"), whole);
  EXPECT_EQ(own_lines(concise("src/pkg/models"), "src/pkg/models"), lines_of(whole, "src/pkg/models"));
}

TEST_F(Project, WhatLiesBesideItAndDoesNotImportItIsNotItsProject) {
  const std::vector<std::string> alone = lines_of(concise("src/pkg/helpers.py"), "src/");
  place_.write("src/other/run.py", "import torch\n");
  place_.write("src/other/syncfree-lint.toml", "select = [");
  EXPECT_EQ(lines_of(concise("src/pkg/helpers.py"), "src/"), alone);
  EXPECT_EQ(place_.run("src/pkg/helpers.py").error.find("no valid TOML"), std::string::npos);
}

TEST_F(Project, WithoutItTheCallersAreUnknown) {
  const std::string alone = concise("--no-project src/pkg/helpers.py");
  EXPECT_EQ(alone.find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos) << alone;
  EXPECT_NE(concise("src/pkg/helpers.py").find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos);
  place_.write("syncfree-lint.toml", "project = false\n");
  EXPECT_EQ(concise("src/pkg/helpers.py"), alone);
}

TEST_F(Project, CallsLeadToWaitsInFilesThatAreNotReported) {
  const Outcome outcome = place_.run("--color never src/pkg/models/net.py");
  EXPECT_EQ(outcome.error, "");
  EXPECT_NE(outcome.out.find("src/pkg/models/net.py:6:13: SF301 [likely, hot] `count(x > 0)` leads to `count`, where "
                             "`int(mask.sum())` reads the tensor's value back from the GPU\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("  = note: waits here (src/pkg/helpers.py:4:12)\n"
                             "  = note: also called here (src/pkg/models/net.py:7:13)\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n3 findings in 1 file (3 hot): 3 host reads\n"), std::string::npos) << outcome.out;
  // Both files are reported: the wait is reported once, at its place.
  EXPECT_EQ(concise("src/pkg/models/net.py src/pkg/helpers.py").find("leads to"), std::string::npos);
}

TEST_F(Project, TheFilesBetweenCallAndWait) {
  place_.write("src/pkg/middle.py",
               "import torch\nfrom .helpers import count\n\ndef through(x):\n    return count(x)\n");
  place_.write("src/pkg/models/net.py",
               "import torch\nfrom ..middle import through\n\nclass Net(torch.nn.Module):\n"
               "    def forward(self, x):\n        return through(x > 0)\n");
  EXPECT_NE(concise("src/pkg/models/net.py").find("net.py:6:16: SF301 [likely, hot] `through(x > 0)` leads to `count`"),
            std::string::npos);
  const std::string two = concise("src/pkg/models/net.py src/pkg/middle.py");
  EXPECT_EQ(two.find("net.py"), std::string::npos) << "the call in middle.py is nearer\n" << two;
  EXPECT_NE(two.find("middle.py:5:12: SF301 [likely, hot] `count(x)` leads to `count`"), std::string::npos) << two;
}

TEST_F(Project, ACommentAtTheCallSilencesAndIsOfUse) {
  std::string net(kNet);
  net.insert(net.find("count(x > 0)") + 12, "  # syncfree: ignore[SF301]");
  net.insert(net.find("count(x > 1)") + 12, "  # syncfree: ignore[SF301]");
  place_.write("src/pkg/models/net.py", net);
  const std::string alone = concise("src/pkg/models/net.py");
  EXPECT_EQ(alone.find("net.py:6:"), std::string::npos) << alone;
  EXPECT_EQ(alone.find("SF001"), std::string::npos) << alone;
  EXPECT_EQ(concise("src").find("SF001"), std::string::npos);
}

TEST_F(Project, WhatIsSilentInTheHelperIsSilentAtItsCalls) {
  std::string helpers(kHelpers);
  helpers.insert(helpers.find("int(mask.sum())") + 15, "  # syncfree: ignore[SF301]");
  place_.write("src/pkg/helpers.py", helpers);
  EXPECT_EQ(concise("src/pkg/models/net.py").find("net.py:6:"), std::string::npos);
  EXPECT_EQ(concise("--ignore SF302 src/pkg/models/net.py").find("leads to"), std::string::npos);
}

TEST_F(Project, ABaselineOfTheProjectHoldsForItsFiles) {
  place_.run("--write-baseline known.json src");
  for (const std::string file : {"src/pkg/helpers.py", "src/pkg/models/net.py"}) {
    const Outcome outcome = place_.run("--baseline known.json " + file);
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_EQ(outcome.error, "");
  }
  place_.run("--write-baseline alone.json src/pkg/models/net.py");
  EXPECT_EQ(place_.run("--baseline alone.json src/pkg/models/net.py").status, 0);
}

TEST_F(Project, StandardInputIsReadInItsProject) {
  const std::string named = concise("src/pkg/models/net.py");
  const std::string arguments = "--output-format concise --stdin-filename ";
  EXPECT_EQ(place_.run(arguments + "src/pkg/models/net.py -", kNet).out, named);
  const std::string below = place_.run(arguments + "net.py -", kNet, "src/pkg/models").out;
  EXPECT_EQ(std::ranges::count(below, '\n'), std::ranges::count(named, '\n')) << below;
  // What comes on standard input counts, not what is in the file.
  std::string changed(kNet);
  changed.replace(changed.find("count(x > 0)"), 12, "0");
  const std::string other = place_.run(arguments + "src/pkg/models/net.py -", changed).out;
  EXPECT_EQ(other.find("net.py:6:"), std::string::npos) << other;
  EXPECT_NE(other.find("net.py:7:13: SF301 [likely, hot] `count(x > 1)`"), std::string::npos) << other;
}

TEST_F(Project, ScriptsKnowTheFilesBesideThem) {
  place_.write("scripts/tools.py", kHelpers);
  std::string net(kNet);
  net.replace(net.find("..helpers"), 9, "tools");
  place_.write("scripts/net.py", net);
  EXPECT_NE(concise("scripts/tools.py").find("tools.py:4:12: SF301 [likely, hot]"), std::string::npos);
  EXPECT_NE(concise("net.py", "scripts").find("net.py:6:13: SF301 [likely, hot] `count(x > 0)` leads to"),
            std::string::npos);
  // A folder that is large is not looked through for one script.
  for (int i = 0; i < 2'100; ++i) place_.write("scripts/data/m" + std::to_string(i) + ".py", "");
  EXPECT_NE(concise("scripts/tools.py").find("tools.py:4:12: SF301 [likely, hot]"), std::string::npos);
}

TEST_F(Project, ExcludedAndIgnoredFilesAreNotRead) {
  place_.write("syncfree-lint.toml", "exclude = ['src/pkg/models']\n");
  EXPECT_EQ(concise("src/pkg/helpers.py").find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos);
  place_.write("syncfree-lint.toml", "");
  place_.write(".git/HEAD", "");
  place_.write(".gitignore", "net.py\n");
  EXPECT_EQ(concise("src/pkg/helpers.py").find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos);
  EXPECT_NE(concise("src/pkg/models/net.py").find("leads to `count`"), std::string::npos) << "a named one is";
}

TEST_F(Project, ConfigurationsOfSiblingsHoldForThem) {
  place_.write("src/pkg/models/syncfree-lint.toml", "hot = ['net.py::decode']\n");
  place_.write("src/pkg/models/net.py",
               "import torch\nfrom ..helpers import count\n\ndef decode(x: torch.Tensor):\n    count(x)\n");
  EXPECT_NE(concise("src").find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos);
  EXPECT_NE(concise("src/pkg/helpers.py").find("helpers.py:4:12: SF301 [likely, hot]"), std::string::npos);
}

TEST_F(Project, SiblingsThatCannotBeReadAreNobodysProblem) {
  place_.write("src/pkg/broken.py", "import torch\nx = = 1\n");
  place_.write("src/pkg/latin.py", "import torch\nx = '\xE9'\n");
  const Outcome outcome = place_.run("--output-format concise src/pkg/helpers.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(place_.run("src/pkg/latin.py").status, 2);
  EXPECT_NE(place_.run("src/pkg/broken.py").error.find("broken.py:2:"), std::string::npos);
}

TEST_F(Project, AFileThatCannotMatterIsTakenAlone) {
  place_.write("src/pkg/plain.py", "x = = 1\n");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = place_.run("src/pkg/plain.py");
    EXPECT_TRUE(outcome.error.starts_with("warning: src/pkg/plain.py:1:")) << outcome.error;
    EXPECT_EQ(outcome.out, "0 findings; 1 problem while reading\n");
  }
  concise("src/pkg/helpers.py");
  EXPECT_TRUE(place_.run("src/pkg/plain.py src/pkg/helpers.py").error.starts_with("warning: src/pkg/plain.py:1:"));
  EXPECT_EQ(place_.run("src/pkg/helpers.py").error.find("no valid TOML"), std::string::npos);
}

/// A module that a script imports decides what is found in the script.
void write_net(const Workplace& place, const std::string& folder, bool on_device) {
  place.write(folder + "/net.py", "import torch\n\ndef make():\n    return torch.ones((), device='" +
                                      std::string(on_device ? "cuda" : "cpu") + "')\n");
}
constexpr std::string_view kScript = "from net import make\n\nif make() > 0:\n    print('torch')\n";
constexpr std::string_view kInScript = ":3:4: SF302 [certain, cold]";

class Roots : public testing::Test {
 protected:
  std::string concise(const std::string& arguments) const {
    return place_.run("--output-format concise --temperature cold " + arguments).out;
  }
  bool finds(const std::string& arguments, const std::string& file) const {
    return concise(arguments).find(file + std::string(kInScript)) != std::string::npos;
  }
  Workplace place_;
};

TEST_F(Roots, AScriptsFolderIsOneAlsoWhenAFolderAboveIsNamed) {
  write_net(place_, "exp1", true);
  place_.write("exp1/main.py", kScript);
  write_net(place_, "exp2", false);
  place_.write("exp2/main.py", kScript);
  for (const std::string named : {"exp1", ".", "exp1 exp2", "exp1/main.py"}) {
    EXPECT_TRUE(finds(named, "exp1/main.py")) << named;
    EXPECT_FALSE(finds(named, "exp2/main.py")) << named;
  }
}

TEST_F(Roots, SourceFoldersAreFound) {
  for (const std::string folder : {"src", "lib"}) {
    write_net(place_, folder + "_of/" + folder, true);
    place_.write(folder + "_of/bin/run.py", kScript);
    EXPECT_TRUE(finds(".", folder + "_of/bin/run.py")) << folder;
  }
}

TEST_F(Roots, WhatAProjectSaysOfItsLayoutIsRead) {
  write_net(place_, "lib/python", true);
  place_.write("bin/run.py", kScript);
  EXPECT_FALSE(finds("--no-cache .", "bin/run.py"));
  for (const std::string layout : {"[tool.pytest.ini_options]\npythonpath = ['lib/python']\n",
                                   "[tool.setuptools.package-dir]\n'' = 'lib/python'\n",
                                   "[tool.setuptools.packages.find]\nwhere = ['lib/python']\n",
                                   "[tool.poetry]\npackages = [{ include = 'net', from = 'lib/python' }]\n",
                                   "[tool.hatch.build.targets.wheel]\npackages = ['lib/python/net']\n",
                                   "[tool.syncfree-lint]\nsrc = ['lib/python/']\n"}) {
    place_.write("pyproject.toml", layout);
    EXPECT_TRUE(finds(".", "bin/run.py")) << layout;
    EXPECT_FALSE(finds("--isolated .", "bin/run.py")) << layout;
  }
  place_.write("pyproject.toml", "[tool.pytest.ini_options]\npythonpath = 3\n");
  EXPECT_FALSE(finds(".", "bin/run.py"));
}

/// What has no sign of a GPU may still say what others are given.
TEST_F(Roots, AFilesOnlySignIsNothingToTheOthers) {
  for (const std::string sign : {"import torch\n", "import os\n"}) {
    place_.write("pkg/__init__.py", "");
    place_.write("pkg/net.py",
                 "import torch\nfrom .plain import same\n\nif same(torch.ones((), device='cuda')) > 0:\n    pass\n");
    place_.write("pkg/plain.py", sign + "\ndef same(x):\n    return x\n");
    EXPECT_NE(concise("pkg").find("pkg/net.py:4:4: SF302 [certain, cold]"), std::string::npos) << sign;
    EXPECT_NE(concise("pkg/net.py").find("pkg/net.py:4:4: SF302 [certain, cold]"), std::string::npos) << sign;
    // The first caller says that it is hot, and needs no sign for that.
    place_.write("pkg/run.py", sign + "from .net import same\n");
    EXPECT_NE(concise("pkg").find("pkg/net.py:4:4: SF302 [certain, cold]"), std::string::npos) << sign;
  }
}

TEST_F(Roots, UnrelatedFilesChangeNothing) {
  write_net(place_, "exp1", true);
  place_.write("exp1/main.py", kScript);
  const std::string before = concise("exp1");
  place_.write("exp1/other.py", "import torch\n\ndef make(x: torch.Tensor):\n    return x.item()\n");
  place_.write("deep/net.py", kScript);
  const std::string after = concise(".");
  for (const std::string& line : lines_of(before, "exp1/")) EXPECT_NE(after.find(line), std::string::npos) << line;
}

TEST_F(Roots, TestsDecideNothingAboutTheLibrary) {
  place_.write("pkg/__init__.py", "");
  place_.write("pkg/net.py", "import torch\n\ndef count(x: torch.Tensor):\n    return x.item()\n");
  const std::string alone = concise("pkg");
  EXPECT_NE(alone.find("SF301 [likely, warm]"), std::string::npos) << alone;
  const std::string test = "import torch\nfrom pkg.net import count\n\ndef test_it():\n    count(torch.ones(()))\n";
  for (const std::string file :
       {"tests/test_net.py", "pkg/tests/helpers.py", "benchmarks/speed.py", "examples/a/run.py"}) {
    place_.write(file, test);
    EXPECT_EQ(lines_of(concise("."), "pkg/net.py"), lines_of(alone, "pkg/net.py")) << file;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

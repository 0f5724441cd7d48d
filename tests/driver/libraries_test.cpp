// Third-party packages that the code imports: which of their files are read, and the findings that follow.
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "driver/check.h"
#include "driver/library_files.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

using Files = std::vector<std::pair<std::string, std::string>>;
using Found = std::vector<std::string>;

constexpr const char* kNet =
    "import torch\n\n\nclass Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.layer = torch.nn.Linear(2, 2)\n\n    def score(self, x):\n        return self.layer(x).sum()\n";

/// The result is a tensor if the library's class is seen.
std::string uses(const std::string& import, const std::string& net) {
  return "import torch\n" + import + "\n\n\ndef run(x):\n    net = " + net +
         "().cuda()\n    found = net.score(x.cuda())\n"
         "    if found:\n        return 1\n";
}

class Libraries : public testing::Test {
 protected:
  Libraries() {
    folder_.write("env/pyvenv.cfg", "version = 3.11.2\n");
    fs::create_directories(folder_.path() / kPackages);
    fs::create_directories(folder_.path() / "project");
    request_.paths = {folder_.at("project")};
    request_.settings = default_settings(folder_.path() / "project");
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.selection = {};
    for (const char* code : {"SF301", "SF302"}) request_.settings.selection.insert(code);
    request_.settings.environment.is_read = true;
    request_.settings.environment.named = folder_.path() / "env";
  }

  void install(const Files& files) {
    for (const auto& [name, text] : files) folder_.write(std::string(kPackages) + "/" + name, text);
  }
  void write(const std::string& name, const std::string& text) { folder_.write("project/" + name, text); }

  /// "train.py:6 SF302", in the order of the report.
  Found found() {
    Progress progress;
    const CheckResult result = check(request_, progress);
    EXPECT_EQ(result.fault, "");
    problems_.clear();
    for (const engine::Problem& problem : result.report.problems) problems_.push_back(problem.message);
    Found found;
    for (const engine::Finding& finding : result.report.findings) {
      const engine::ReportedFile& file = result.report.files[finding.file];
      const std::string name = fs::path(file.path).filename().string();
      const auto line = 1 + std::ranges::count(file.text.substr(0, finding.range.begin), '\n');
      found.push_back(name + ":" + std::to_string(line) + " " + std::string(finding.code));
    }
    return found;
  }
  Found found_without() {
    request_.settings.environment.is_read = false;
    Found result = found();
    request_.settings.environment.is_read = true;
    return result;
  }

  static constexpr const char* kPackages = "env/lib/python3.11/site-packages";
  test::TemporaryFolder folder_;
  CheckRequest request_;
  std::vector<std::string> problems_;
};

struct Layout {
  const char* name;
  Files files;
  const char* import;
  const char* net = "Net";
};

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> kLayouts = {
      {"a module", {{"lib.py", kNet}}, "from lib import Net"},
      {"a module by its name", {{"lib.py", kNet}}, "import lib", "lib.Net"},
      {"a module of a package", {{"lib/__init__.py", ""}, {"lib/nets.py", kNet}}, "from lib.nets import Net"},
      {"a submodule", {{"lib/__init__.py", ""}, {"lib/nets.py", kNet}}, "from lib import nets", "nets.Net"},
      {"a dotted import", {{"lib/__init__.py", ""}, {"lib/nets.py", kNet}}, "import lib.nets", "lib.nets.Net"},
      {"an alias", {{"lib/__init__.py", ""}, {"lib/nets.py", kNet}}, "import lib.nets as n", "n.Net"},
      {"a name that is passed on",
       {{"lib/__init__.py", "from .nets import Net\n"}, {"lib/nets.py", kNet}},
       "from lib import Net"},
      {"another name",
       {{"lib/__init__.py", "from .nets import Net as Network\n"}, {"lib/nets.py", kNet}},
       "import lib",
       "lib.Network"},
      {"all names",
       {{"lib/__init__.py", "from .other import *\nfrom .nets import *\n"},
        {"lib/other.py", "import torch\nfrom .nets import *\n"},
        {"lib/nets.py", kNet}},
       "from lib import Net"},
      {"all names in the code",
       {{"lib/__init__.py", "from .nets import *\n"}, {"lib/nets.py", kNet}},
       "from lib import *"},
      {"names for type checkers",
       {{"lib/__init__.py",
         "from typing import TYPE_CHECKING\nfrom .lazy import _LazyModule\n_import_structure = {\"nets\": [\"Net\"]}\n"
         "if TYPE_CHECKING:\n    from .nets import Net\nelse:\n    import sys\n"
         "    sys.modules[__name__] = _LazyModule(__name__, _import_structure)\n"},
        {"lib/lazy.py", "class _LazyModule:\n    pass\n"},
        {"lib/nets.py", kNet}},
       "from lib import Net"},
      {"lazy names",
       {{"lib/__init__.py",
         "import sys\nfrom .lazy import _LazyModule\n_import_structure = {\"parts.nets\": [\"Other\"]}\n"
         "_import_structure[\"nets\"] = [\"Net\"]\nsys.modules[__name__] = _LazyModule(__name__, _import_structure)\n"},
        {"lib/lazy.py", "class _LazyModule:\n    pass\n"},
        {"lib/nets.py", kNet}},
       "from lib import Net"},
      {"names of another module",
       {{"lib/__init__.py",
         "import warnings\nimport lib.inner.nets\n\n\ndef __getattr__(name):\n"
         "    if hasattr(lib.inner.nets, name):\n        warnings.warn(name)\n"
         "        return getattr(lib.inner.nets, name)\n    raise AttributeError(name)\n"},
        {"lib/inner/__init__.py", ""},
        {"lib/inner/nets.py", kNet}},
       "from lib import Net"},
      {"a folder without `__init__`", {{"space/lib/nets.py", kNet}}, "from space.lib.nets import Net"},
      {"an import in a function", {{"lib.py", kNet}}, "def f():\n    pass\nfrom lib import Net as M", "M"},
      {"a base class of another package",
       {{"lib.py", "import torch\nimport base\n\n\nclass Net(base.Base):\n    pass\n"},
        {"base/__init__.py", "from base.inner import Base\n"},
        {"base/inner.py", std::string(kNet) + "\n\nclass Base(Net):\n    pass\n"}},
       "from lib import Net"},
  };
  return kLayouts;
}

TEST_F(Libraries, AreFoundAsTheyAreImported) {
  for (const Layout& layout : layouts()) {
    fs::remove_all(folder_.path() / kPackages);
    install(layout.files);
    const std::string text = uses(layout.import, layout.net);
    write("train.py", text);
    const auto line = 1 + std::ranges::count(text.substr(0, text.find("if found")), '\n');
    EXPECT_EQ(found(), (Found{"train.py:" + std::to_string(line) + " SF302"})) << layout.name;
    EXPECT_EQ(found_without(), Found{}) << layout.name;
  }
}

TEST_F(Libraries, ThreadsAndTheOrderOfFilesDoNotMatter) {
  install({{"lib.py", kNet}});
  for (int i = 0; i < 40; ++i) write("part" + std::to_string(i) + ".py", uses("from lib import Net", "Net"));
  request_.jobs = 1;
  const Found one = found();
  EXPECT_EQ(one.size(), 40U);
  request_.jobs = 4;
  EXPECT_EQ(found(), one);
}

TEST_F(Libraries, AScriptHasTheFindingsThatItHasBesideOthers) {
  install({{"lib.py", kNet}, {"other.py", std::string(kNet) + "\n\ndef train(x):\n    return Net().score(x)\n"}});
  write("a.py", uses("from lib import Net", "Net"));
  request_.paths = {folder_.at("project/a.py")};
  const Found alone = found();
  write("b.py", uses("import other\nfrom other import *", "Net"));
  request_.paths = {folder_.at("project")};
  Found both = found();
  std::erase_if(both, [](const std::string& each) { return each.starts_with("b.py"); });
  EXPECT_EQ(both, alone);
}

TEST_F(Libraries, ThePackagesOfTheUserGoFirst) {
  install({{"lib/__init__.py", kNet}});
  write("lib/__init__.py",
        "class Net:\n    def cuda(self):\n        return self\n\n    def score(self, x):\n        return 1\n");
  write("train.py", uses("from lib import Net", "Net"));
  EXPECT_EQ(found(), Found{});
}

TEST_F(Libraries, LibrariesSeeNothingOfTheUsers) {
  install({{"lib.py", "import torch\nimport helpers\n\n\ndef make(x):\n    return helpers.convert(x)\n"}});
  write("helpers.py", "import torch\n\n\ndef convert(x):\n    return torch.ones(2, device=\"cuda\")\n");
  write("train.py", "import torch\nimport lib\n\n\ndef run(x):\n    if lib.make(x):\n        return 1\n");
  EXPECT_EQ(found(), found_without());
}

TEST_F(Libraries, AreNotReported) {
  install({{"lib.py", "import torch\n\n\ndef count(x):\n    return x.sum().item()\n"}});
  write("train.py",
        "import torch\nimport lib\n\n\ndef run(x):\n    y = x.cuda()\n    lib.count(y)\n    return y.item()\n");
  EXPECT_EQ(found(), Found{"train.py:8 SF301"});
}

TEST_F(Libraries, StubsSayWhatComesBack) {
  install({{"fast/__init__.py", "from .core import score\n"},
           {"fast/core.pyi", "import torch\n\ndef score(x: torch.Tensor) -> torch.Tensor: ...\n"},
           {"fast/py.typed", ""}});
  write("train.py", "import torch\nimport fast\n\n\ndef run(x):\n    if fast.score(x.cuda()):\n        return 1\n");
  EXPECT_EQ(found(), Found{"train.py:6 SF302"});
  EXPECT_EQ(found_without(), Found{});
}

TEST_F(Libraries, AnnotationsSayWhatComesBack) {
  install({{"lib.py",
            "import torch\nfrom somewhere import solve\n\n\nclass Solver:\n    def run(self, x) -> \"torch.Tensor\":\n"
            "        return solve(x)\n"}});
  write("train.py",
        "import torch\nfrom lib import Solver\n\n\ndef run(x):\n    if Solver().run(x.cuda()):\n        return 1\n");
  EXPECT_EQ(found(), Found{"train.py:6 SF302"});
}

TEST_F(Libraries, WhatMayBeAModuleOrMoreIsKnownByWhatIsDoneWithIt) {
  request_.settings.selection.insert("SF105");
  install({{"lib.py", std::string(kNet) +
                          "\n    def to(self, *args):\n        return super().to(*args)\n\n    @classmethod\n"
                          "    def from_pretrained(cls, name, with_info=False):\n        if with_info:\n"
                          "            return cls(), {}\n        return cls()\n"}});
  write("train.py",
        "import torch\nfrom lib import Net\n\n\ndef main(device):\n    first = Net()\n    first.to(\"cuda\")\n"
        "    second = Net.from_pretrained(\"x\")\n    second.to(\"cuda\")\n\n\nmain(0)\n");
  EXPECT_EQ(found(), (Found{"train.py:7 SF105", "train.py:9 SF105"}));
  EXPECT_EQ(found_without(), found());
}

TEST_F(Libraries, WhatSeemsNeverToComeBackDoes) {
  install({{"lib.py", "import torch\n\n\ndef choose(x):\n    raise ValueError(\"no backend\")\n"}});
  write("train.py",
        "import torch\nimport lib\n\n\ndef run(x):\n    y = lib.choose(x)\n    if x.cuda().sum():\n        return y\n");
  EXPECT_EQ(found(), Found{"train.py:7 SF302"});
}

TEST_F(Libraries, WhatIsCalledBackIsWhatItIsWithoutThem) {
  install({{"lib.py",
            "import torch\n\n\nclass Runner:\n    def __init__(self, step):\n        self.step = step\n\n"
            "    def run(self):\n        return self.step(1, 2)\n"}});
  write("train.py",
        "import torch\nfrom lib import Runner\n\n\ndef step(x, y):\n    loss = (x - y).cuda().sum()\n    return "
        "loss.item()\n"
        "\n\nRunner(step).run()\n");
  EXPECT_EQ(found(), found_without());
}

TEST_F(Libraries, WhatIsKeptIsWhatIsFoundAfresh) {
  struct Change {  // "big" is more than a file of a library may have
    const char* what;
    Files files;
    Found found;
  };
  const std::string other =
      "class Net:\n    def cuda(self):\n        return self\n\n    def score(self, x):\n        return 1\n";
  const std::string big = kNet + std::string(5'000'000, '#');
  const std::vector<Change> changes = {
      {"nothing is there", {}, {}},
      {"too large a file", {{"lib/__init__.py", big}}, {}},
      {"it is installed", {{"lib/__init__.py", "from .nets import *\n"}, {"lib/nets.py", kNet}}, {"train.py:8 SF302"}},
      {"nothing changed", {}, {"train.py:8 SF302"}},
      {"another file", {{"lib/nets.py", "import torch\n" + other}}, {}},
      {"as before", {{"lib/nets.py", kNet}}, {"train.py:8 SF302"}},
      {"a name in front of it",
       {{"lib/__init__.py", "from .first import *\nfrom .nets import *\n"}},
       {"train.py:8 SF302"}},
      {"which is installed", {{"lib/first.py", "import torch\n" + other}}, {}},
  };
  write("train.py", uses("from lib import Net", "Net"));
  request_.cache = folder_.path() / "cache";
  for (const Change& change : changes) {
    install(change.files);
    EXPECT_EQ(found(), change.found) << change.what;
    EXPECT_EQ(found(), change.found) << change.what << ", from the cache";
    EXPECT_EQ(found_without(), Found{}) << change.what << ", without the environment";
  }
  EXPECT_TRUE(fs::exists(folder_.path() / "cache"));
}

TEST_F(Libraries, MoreThanIsReadIsToldByEveryRun) {
  std::string all;
  Files files;
  for (std::size_t i = 0; i <= kMostLibraryFiles; ++i) {
    const std::string number = std::to_string(i);
    files.emplace_back("lib/m" + number + ".py", "import torch\n\n\nclass Net" + number + ":\n    pass\n");
    all += "from .m" + number + " import Net" + number + "\n";
  }
  files.emplace_back("lib/__init__.py", all);
  install(files);
  std::string uses_all = "import torch\nimport lib\n\n\ndef run():\n    return [\n";
  for (std::size_t i = 0; i <= kMostLibraryFiles; ++i) uses_all += "        lib.Net" + std::to_string(i) + "(),\n";
  write("pack/__init__.py", "");
  write("pack/a.py", uses_all + "    ]\n");
  write("pack/b.py", uses("from lib import Net1", "Net1"));
  request_.cache = folder_.path() / "cache";
  // The files of a package are one unit, whichever of them are reported.
  for (const char* path : {"project/pack/b.py", "project/pack/a.py", "project/pack", "project/pack/b.py"}) {
    request_.paths = {folder_.at(path)};
    found();
    ASSERT_EQ(problems_.size(), 1U) << path;
    EXPECT_TRUE(problems_.front().starts_with("leads to more files of third-party packages")) << problems_.front();
  }
}

TEST_F(Libraries, FilesThatShareThemKeepWhatIsSaidOfEachOne) {
  install({{"lib.py", kNet}});
  for (const char* name : {"one/a.py", "two/b.py", "three/c.py"}) {
    write(name, uses("from lib import Net", "Net"));
    request_.described.push_back(folder_.at(std::string("project/") + name));
  }
  Progress progress;
  const CheckResult result = check(request_, progress);
  EXPECT_EQ(result.names.size(), 3U);
  for (const FileNames& file : result.names) {
    EXPECT_TRUE(std::ranges::any_of(file.names, [](const engine::KnownName& name) { return !name.words.empty(); }))
        << result.report.files[file.file].path;
  }
}

/// What a library does on the way to a measured method says nothing that was not measured.
TEST_F(Libraries, MeasuredMethodsCountWhereTheirSourcesAreRead) {
  install({{"diffusers/__init__.py", "from .pipelines.drawing import DrawingPipeline\n"},
           {"diffusers/pipelines/__init__.py", ""},
           {"diffusers/pipelines/pipeline_utils.py",
            "class Named:\n    name = 1\n\n\nclass DiffusionPipeline:\n    @classmethod\n"
            "    def from_pretrained(cls, name):\n        return open_somehow(name)\n"},
           {"diffusers/pipelines/drawing.py",
            "import torch\nfrom .pipeline_utils import DiffusionPipeline, Named\n\n\n"
            "class Saved:\n    @classmethod\n    def save_lora_weights(cls, folder):\n        pass\n\n\n"
            "class DrawingPipeline(DiffusionPipeline, Saved, Named):\n"
            "    def __call__(self, prompt):\n        return torch.zeros(2)\n"}});
  write("draw.py",
        "import torch\nfrom diffusers import DrawingPipeline\n\n\ndef draw(prompt):\n"
        "    pipeline = DrawingPipeline.from_pretrained('name')\n    image = pipeline(prompt)\n"
        "    DrawingPipeline.save_lora_weights('folder')\n    return image\n");
  request_.settings.selection.insert("SF506");
  EXPECT_EQ(found(), (Found{"draw.py:7 SF506", "draw.py:8 SF506"}));
}

TEST_F(Libraries, WhatIsNamedAndIsNoEnvironmentIsAFault) {
  write("train.py", uses("from lib import Net", "Net"));
  request_.settings.environment.named = folder_.path() / "nowhere";
  Progress progress;
  EXPECT_EQ(check(request_, progress).fault,
            folder_.at("nowhere") + ": no Python environment: there is no folder of packages in it");
}

TEST_F(Libraries, WhatAProjectsOwnSettingsNameAndIsNoEnvironmentIsAFault) {
  write("pack/__init__.py", "");
  write("pack/train.py", uses("from lib import Net", "Net"));
  Settings own = request_.settings;
  own.environment.named = folder_.path() / "nowhere";
  request_.folders = {.in_folder = [](const fs::path&) -> FolderSettings { return std::nullopt; },
                      .around = [&](std::span<const std::string>) { return own; }};
  request_.paths = {folder_.at("project/pack/train.py")};
  Progress progress;
  EXPECT_EQ(check(request_, progress).fault,
            folder_.at("nowhere") + ": no Python environment: there is no folder of packages in it");
}

TEST_F(Libraries, HostileFilesHoldNothingUp) {
  const fs::path packages = folder_.path() / kPackages;
  install({{"circle/__init__.py", "from .a import *\nfrom . import b\n"},
           {"circle/a.py", "import torch\nfrom .b import *\nfrom . import *\n"},
           {"circle/b.py", "import torch\nfrom .a import *\nfrom .a import Net as Net\nfrom .b import Other\n"},
           {"broken/__init__.py", "import torch\nclass Net(:\n"},
           {"binary.py", std::string("import torch\0\1\2", 15)},
           {"big.py", "import torch\n" + std::string(5'000'000, '#')},
           {"above.py", "import torch\nfrom ......x import Net\nfrom ... import y\n"}});
  fs::create_directory_symlink(packages, packages / "loop");
  fs::create_symlink(packages / "self.py", packages / "self.py");
  ASSERT_EQ(::mkfifo((packages / "pipe.py").c_str(), 0600), 0);
  for (const char* module : {"circle", "broken", "binary", "big", "above", "loop.loop.loop.circle", "self", "pipe"}) {
    write("train.py", uses("from " + std::string(module) + " import Net", "Net"));
    EXPECT_EQ(found(), Found{}) << module;
    EXPECT_EQ(problems_, std::vector<std::string>{}) << module;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

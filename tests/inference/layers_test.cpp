// What imports a part of a project takes nothing away from what is found in it, and tests add nothing either.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/random_project.h"
#include "tests/inference/several_files.h"
#include "tests/inference/snippets.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

const std::vector<File> kLibrary = {
    {"lib/__init__.py", "from .net import Net, count\n"},
    {"lib/net.py",
     "import torch\n"
     "from torch import Tensor\n"
     "from .state import Counter\n"
     "class Net(torch.nn.Module):\n"
     "    def __init__(self, device='cuda'):\n"
     "        super().__init__()\n"
     "        self.register_buffer('limit', torch.ones(3, device=device))\n"
     "    def forward(self, x: Tensor):\n"
     "        return x[x > self.limit]\n"
     "def count(x: Tensor) -> int:\n"
     "    return helper(x)\n"
     "def helper(x):\n"
     "    return int(x.sum())\n"
     "def _unused(x: Tensor):\n"
     "    return x.item()\n"},
    {"lib/state.py",
     "import torch\n"
     "TOTAL = torch.zeros((), device='cuda')\n"
     "class Counter:\n"
     "    def __init__(self):\n"
     "        self.total = torch.zeros((), device='cuda')\n"
     "    def read(self):\n"
     "        return self.total.item() + TOTAL.item()\n"},
};

struct User {
  std::string_view name;
  std::string text;
};
std::ostream& operator<<(std::ostream& out, const User& user) { return out << user.name; }

const std::vector<User> kUsers = {
    {"calls_on_the_cpu",
     "import torch\nfrom lib.net import helper, count, _unused\n"
     "helper(torch.ones(3))\ncount(torch.ones(3))\n_unused(torch.ones(()))\n"},
    {"builds_on_the_cpu", "import torch\nfrom lib import Net\nnet = Net('cpu')\nnet(torch.ones(3))\n"},
    {"stores_into_it",
     "import torch\nimport lib.state\nfrom lib.state import Counter\n"
     "c = Counter()\nc.total = 0\nlib.state.TOTAL = 0\nCounter.total = 3\n"},
    {"derives_from_it",
     "import torch\nfrom lib.net import Net\nfrom lib.state import Counter\n"
     "class Mine(Net):\n    def __init__(self):\n        self.limit = 0\n"
     "class Other(Counter):\n    def __init__(self):\n        self.total = 0\nOther().read()\n"},
    {"calls_it_in_many_ways",
     "import torch\nfrom lib.net import helper\n"
     "for s in (1, 2., True, 'a', None, [1], (1, 2), {}):\n    helper(s)\n" +
         [] {
           std::string calls;
           for (int i = 0; i < 30; ++i) {
             calls += "helper(" + std::string(i % 2 ? "(" : "[") + std::to_string(i) + ", " +
                      std::string(static_cast<std::size_t>(i % 7), '-') + "1" + (i % 2 ? ")" : "]") + ")\n";
           }
           return calls;
         }()},
};

class OfALibrary : public testing::TestWithParam<User> {};

TEST_P(OfALibrary, NothingIsLostToItsUsers) {
  const auto alone = findings_in(kLibrary);
  ASSERT_GE(alone.size(), 5U);
  const auto used = findings_in(kLibrary + std::vector<File>{{"scripts/use.py", GetParam().text}});
  for (const std::string& finding : alone) EXPECT_TRUE(used.contains(finding)) << finding;
}

TEST_P(OfALibrary, TestsDecideNothing) {
  const std::string alone = below(findings_in(kLibrary), "lib/");
  EXPECT_EQ(below(findings_in(kLibrary + std::vector<File>{{"tests/test_use.py", GetParam().text, true}}), "lib/"),
            alone);
  EXPECT_EQ(
      below(findings_in(kLibrary + std::vector<File>{{"lib/test_use.py", GetParam().text, true}}), "lib/net.py") +
          below(findings_in(kLibrary + std::vector<File>{{"lib/test_use.py", GetParam().text, true}}), "lib/state.py"),
      alone);
}

INSTANTIATE_TEST_SUITE_P(Layers, OfALibrary, testing::ValuesIn(kUsers),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Imports, APackageNamesItsModulesByItsOwnName) {
  const std::string part = "class Part:\n  size = 3\n";
  const auto size_by = [&](const std::string& import) {
    return test::value_of(
        {{"a.b.__init__", import + "size = part.Part.size\n"}, {"a.__init__", ""}, {"a.b.part", part}}, "size");
  };
  EXPECT_EQ(size_by("from a.b import part\n"), size_by("from . import part\n"));
  EXPECT_NE(size_by("from a.b import part\n"), "anything");
}

TEST(Layers, TestsMakeNothingHotAndScriptsDo) {
  const std::string loop =
      "import torch\nfrom lib.net import count\nx = torch.ones(3, device='cuda')\nopt = torch.optim.SGD([x], 1.)\n"
      "for i in range(9):\n    count(x)\n    opt.step()\n";
  const auto hot = [](const std::multiset<std::string>& findings) {
    return std::ranges::count_if(findings,
                                 [](const std::string& each) { return each.starts_with("lib/net.py:13 SF301 hot"); });
  };
  EXPECT_EQ(hot(findings_in(kLibrary)), 0);
  EXPECT_EQ(hot(findings_in(kLibrary + std::vector<File>{{"train.py", loop}})), 1);
  EXPECT_EQ(hot(findings_in(kLibrary + std::vector<File>{{"test_train.py", loop, true}})), 0);
}

/// Objects of unknown classes are told by the names of their methods: whoever else has such methods says nothing of
/// that.
TEST(Layers, MethodsOfTheSameNameElsewhereMakeNothingColder) {
  const std::string trainer =
      "import torch\nimport other\nclass Meter:\n    def fold_in(self, x: torch.Tensor):\n        return x.item()\n"
      "class Trainer:\n    def training_step(self, meters, x: torch.Tensor):\n        meters.pick().fold_in(x)\n";
  std::string many;
  for (int i = 0; i < 9; ++i) many += "class K" + std::to_string(i) + ":\n    def fold_in(self, x): return x\n";
  const std::vector<File> lib = {{"lib/__init__.py", ""}, {"lib/train.py", trainer}};
  const std::string alone = below(findings_in(lib), "lib/");
  EXPECT_NE(alone.find("SF301 hot x.item()"), std::string::npos) << alone;
  EXPECT_EQ(below(findings_in(lib + std::vector<File>{{"other/__init__.py", many}}), "lib/"), alone);
  EXPECT_EQ(below(findings_in(lib + std::vector<File>{{"above/use.py", "import lib.train\n" + many}}), "lib/"), alone);
}

TEST(Layers, SubclassesElsewhereMakeNoPartOfModules) {
  const std::string part =
      "import torch\nclass Part:\n    def __init__(self):\n        self.w = torch.nn.Parameter(torch.randn(4))\n"
      "    def add(self, x: torch.Tensor):\n        return x + self.w.to(x.device)\n";
  const std::string net = "import torch\nfrom lib.part import Part\nclass Net(Part, torch.nn.Module): pass\n";
  const std::vector<File> lib = {{"lib/__init__.py", ""}, {"lib/part.py", part}};
  const std::string alone = below(findings_in(lib), "lib/");
  EXPECT_NE(alone.find("self.w.to(x.device)"), std::string::npos) << alone;
  EXPECT_EQ(below(findings_in(lib + std::vector<File>{{"tests/test_net.py", net, true}}), "lib/"), alone);
  EXPECT_EQ(below(findings_in(lib + std::vector<File>{{"above/__init__.py", net}}), "lib/"), alone);
}

TEST(Layers, ATestIsAnalysedWithTheLibrary) {
  const std::string test =
      "import torch\nfrom lib.state import Counter\n\ndef test_it():\n    assert Counter().total > 0\n";
  const auto found = findings_in(kLibrary + std::vector<File>{{"tests/test_it.py", test, true}});
  EXPECT_NE(below(found, "tests/").find("SF302"), std::string::npos) << below(found, "");
}

/// Scripts see the script beside them, whatever has the same name elsewhere.
TEST(Imports, TheNearestModuleIsMeant) {
  const auto net = [](std::string_view result) {
    return "import torch\ndef make():\n    return " + std::string(result) + "\n";
  };
  const std::string main = "from net import make\nif make() > 0:\n    pass\n";
  const std::vector<File> one = {{"exp1/net.py", net("torch.ones((), device='cuda')")}, {"exp1/main.py", main}};
  const std::vector<File> two = {{"exp2/net.py", net("3")}, {"exp2/main.py", main}};
  EXPECT_EQ(below(findings_in(one), "exp1/main.py"), "exp1/main.py:2 SF302 cold make() > 0\n");
  EXPECT_EQ(findings_in(one + two), findings_in(one));
}

TEST(Imports, FoldersWithoutInit) {
  const std::string net = "import torch\ndef make():\n    return torch.ones((), device='cuda')\n";
  for (const std::string import : {"from models import net", "import models.net as net", "from models.parts import net",
                                   "import models.net\nnet = models.net"}) {
    const bool is_deep = import.find("parts") != std::string::npos;
    const auto found = findings_in({{is_deep ? "repo/models/parts/net.py" : "repo/models/net.py", net},
                                    {"repo/tools/run.py", import + "\nif net.make() > 0:\n    pass\n"}});
    EXPECT_EQ(found.size(), 1U) << import;
  }
}

TEST(Imports, PackagesAreFoundWhereverTheyLie) {
  const std::string make = "import torch\ndef make():\n    return torch.ones((), device='cuda')\n";
  const std::string use = "from pkg.net import make\nif make() > 0:\n    pass\n";
  const std::vector<File> repository = {
      {"repo/src/pkg/__init__.py", ""}, {"repo/src/pkg/net.py", make}, {"repo/bin/run.py", use}};
  EXPECT_EQ(findings_in(repository).size(), 1U);
  // Of two of one name, the one of the same repository.
  const std::vector<File> other = {{"other/src/pkg/__init__.py", ""},
                                   {"other/src/pkg/net.py", "def make(): return 3\n"}};
  EXPECT_EQ(findings_in(repository + other).size(), 1U);
}

/// A tree that has a library's name does not take away what was measured.
TEST(Imports, MeasuredNamesMeanWhatWasMeasured) {
  const std::vector<File> torch = {
      {"torch/__init__.py", "from ._tensor import Tensor\nfrom .functional import where\n"},
      {"torch/_tensor.py", "class Tensor:\n    def item(self): return 3\n"},
      {"torch/functional.py", "def where(x): return 3\n"},
      {"torch/nn/__init__.py", "from .module import Module\n"},
      {"torch/nn/module.py", "class Module:\n    def forward(self, x): return 3\n"}};
  const std::vector<File> user = {{"user.py",
                                   "import torch\nfrom torch import Tensor\n"
                                   "class Net(torch.nn.Module):\n"
                                   "    def forward(self, x):\n        return torch.where(x > 0)\n"
                                   "def f(x: Tensor): return x.item()\n"}};
  const auto alone = findings_in(user);
  ASSERT_EQ(alone.size(), 2U);
  EXPECT_EQ(below(findings_in(torch + user), "user.py"), below(alone, ""));
}

/// Of packages of the host only that they are of the host is known: a package of the project with such a name is
/// itself.
TEST(Imports, SourcesComeBeforeAPackageOfTheHost) {
  const std::vector<File> user = {
      {"user.py", "import torch\nfrom trimesh import load\ndef f(path): return load(path).sum().item()\n"}};
  EXPECT_EQ(below(findings_in(user), ""), "");
  const std::vector<File> own = {
      {"trimesh/__init__.py", "import torch\ndef load(path): return torch.ones(3, device='cuda')\n"}};
  EXPECT_NE(below(findings_in(own + user), "user.py").find("SF301"), std::string::npos);
}

TEST(Imports, TheSourcesOfALibraryKnowItsClassesToo) {
  const auto found =
      findings_in({{"torch/__init__.py", "from ._tensor import Tensor\nfrom . import nn\n"},
                   {"torch/_tensor.py",
                    "import torch\nclass Tensor(torch._C.Base):\n    def show(self):\n        return self.tolist()\n"},
                   {"torch/nn/__init__.py", "from .module import Module\nfrom .more import Clip\n"},
                   {"torch/nn/module.py", "class Module:\n    def parameters(self): return []\n"},
                   {"torch/nn/more.py",
                    "import torch\nfrom torch import Tensor\nfrom .module import Module\n"
                    "class Clip(Module):\n    def forward(self, x: Tensor):\n        return x[torch.isnan(x)]\n"}});
  EXPECT_EQ(below(found, "torch/nn/more.py"), "torch/nn/more.py:6 SF501 hot x[torch.isnan(x)]\n");
  EXPECT_NE(below(found, "torch/_tensor.py").find("SF301"), std::string::npos);
}

/// Small trees by chance: a package, another one, scripts that use one of them and each other, tests.
TEST(Layers, AFolderWithoutInitBetweenPackagesIsOfTheOuterOne) {
  const std::vector<File> files = {{"pkg/__init__.py", ""},
                                   {"pkg/models/utils/__init__.py", ""},
                                   {"pkg/models/utils/mask.py",
                                    "import torch\n"
                                    "class Mask(torch.nn.Module):\n"
                                    "    def __init__(self, offset=False):\n"
                                    "        super().__init__()\n"
                                    "        self.offset = offset\n"
                                    "    def forward(self, x):\n"
                                    "        if self.offset: x = x + torch.rand(3).cuda()\n"
                                    "        return x\n"},
                                   {"pkg/net.py",
                                    "import torch\n"
                                    "from pkg.models.utils.mask import Mask\n"
                                    "class Net(torch.nn.Module):\n"
                                    "    def __init__(self):\n"
                                    "        super().__init__()\n"
                                    "        self.mask = Mask(offset=False)\n"
                                    "    def forward(self, x): return self.mask(x)\n"}};
  EXPECT_EQ(below(findings_in(files), "pkg/"), "");
}

/// A program that reads what it computes as only the CPU allows, and names no GPU.
TEST(Layers, AProgramThatStaysOnTheCpu) {
  const std::string agent =
      "import torch\n"
      "class Agent(torch.nn.Module):\n"
      "    def loss(self, data):\n"
      "        q = self.q(data)\n"
      "        return q.mean(), q.detach().numpy()\n";
  const std::string run =
      "from agent import Agent\n"
      "def train(data, optimizer):\n"
      "    agent = Agent()\n"
      "    for x in data:\n"
      "        loss, q = agent.loss(x)\n"
      "        loss.backward()\n"
      "        optimizer.step()\n"
      "        print(loss.item())\n";
  const std::vector<File> program = {{"a/agent.py", agent}, {"a/run.py", run}};
  EXPECT_EQ(below(findings_in(program), "a/"), "");
  // Neither its tests nor other programs say where it runs; its own code does.
  EXPECT_EQ(below(findings_in(program + std::vector<File>{{"a/test_a.py", "import run\ndevice = 'cuda'\n", true},
                                                          {"b/other.py", "device = 'cuda'\n"}}),
                  "a/"),
            "");
  EXPECT_NE(below(findings_in({{"a/agent.py", agent}, {"a/run.py", run + "device = 'cuda'\n"}}), "a/"), "");
  EXPECT_NE(below(findings_in({{"a/agent.py", agent.substr(0, agent.find(", q.detach"))},
                               {"a/run.py",
                                run.substr(0, run.find("loss, q")) + "loss" + run.substr(run.find(" = agent.loss"))}}),
                  "a/"),
            "");
}

class RandomTree : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomTree, AFolderAboveFindsWhatItsFoldersFind) {
  const std::uint32_t seed = GetParam();
  const auto package = [&](const std::string& name, std::uint32_t of) {
    std::vector<File> files = {{name + "/__init__.py", ""}};
    for (const auto& [dotted, text] : test::random_project({.seed = of, .modules = 2 + of % 3, .package = name})) {
      std::string path = dotted;
      std::ranges::replace(path, '.', '/');
      files.push_back({path + ".py", text});
    }
    return files;
  };
  const std::vector<File> a = package("a", seed * 2 + 1);
  const std::vector<File> b = package("b", seed * 2 + 2);
  // Each script imports all of the first package, and calls what it finds there.
  std::string user = "import torch\n";
  for (const File& file : a) {
    if (file.path.ends_with("__init__.py")) continue;
    std::string dotted = file.path.substr(0, file.path.size() - 3);
    std::ranges::replace(dotted, '/', '.');
    user += "from " + dotted + " import *\n";
  }
  for (int i = 0; i < 6; ++i) user += "f" + std::to_string(i) + "(torch.ones(" + std::to_string(i) + "))\n";
  const std::vector<File> scripts = {
      {"exp1/net.py", "import torch\ndef f(x): return x.item()\n"},
      {"exp1/main.py", "import net\nimport torch\nnet.f(torch.ones(()).cuda())\n" + user +
                           "steps = torch.optim.SGD([torch.ones(1)], 1.)\nfor i in range(3):\n    steps.step()\n"},
      {"exp2/net.py", "def f(x): return 3\n"},
      {"exp2/main.py", "from net import f\nif f(1): pass\n"},
      {"test_a.py", user, true}};
  const std::vector<File> first(scripts.begin(), scripts.begin() + 2);
  const std::vector<File> second(scripts.begin() + 2, scripts.begin() + 4);
  const auto all = findings_in(a + b + scripts);
  EXPECT_EQ(below(all, "b/"), below(findings_in(b), "b/"));
  EXPECT_EQ(below(findings_in(a + std::vector<File>{scripts.back()}), "a/"), below(findings_in(a), "a/"));
  EXPECT_EQ(below(all, "exp2/"), below(findings_in(second), "exp2/"));
  for (const auto& part : {findings_in(a), findings_in(first)}) {
    for (const std::string& finding : part) {
      // Who calls it may make it hotter; below a program hot may become warm, and is shown all the same.
      const auto place = [](const std::string& text) {
        const std::size_t code = text.find(' ');
        return text.substr(0, text.find(' ', code + 1));
      };
      const auto is_shown = [](const std::string& text) { return text.find(" cold ") == std::string::npos; };
      EXPECT_TRUE(std::ranges::any_of(all,
                                      [&](const std::string& each) {
                                        return place(each) == place(finding) && (is_shown(each) || !is_shown(finding));
                                      }))
          << "seed " << seed << ": " << finding;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, RandomTree, testing::Range(1U, 13U));

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

// What a program imports, and nothing in it refers to: who analyses the program has seen all its calls, so such a
// place is warm instead of hot, but in a loop that trains. It is never lost.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/several_files.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

const std::vector<File> kPackage = {
    {"lib/__init__.py", ""},
    {"lib/net.py",
     "import torch\n"
     "from torch import Tensor, nn\n"
     "def scaled(x: Tensor):\n"
     "    return x / x.max().item()\n"
     "class Net(nn.Module):\n"
     "    def forward(self, x: Tensor):\n"
     "        return x / x.min().item()\n"
     "def fitted(net, loader, optimizer):\n"
     "    def one(loss: Tensor):\n"
     "        loss.backward()\n"
     "        return loss.mean().item()\n"
     "    for x in loader:\n"
     "        loss: Tensor = net(x)\n"
     "        one(loss)\n"
     "        optimizer.step()\n"
     "        print(loss.item())\n"},
};

/// A script that trains; `use` stands in front of the loop.
File script(const std::string& use, bool is_test = false) {
  return {.path = is_test ? "tests/test_train.py" : "train.py",
          .text =
              "import lib.net\n"
              "from lib import net\n"
              "def main(model, loader, optimizer, name):\n"
              "    " +
              use +
              "\n"
              "    for x in loader:\n"
              "        model(x).backward()\n"
              "        optimizer.step()\n"
              "if __name__ == '__main__':\n"
              "    main(None, None, None, '')\n",
          .is_test = is_test};
}

std::string with(const std::vector<File>& files) { return below(findings_in(kPackage + files), "lib/"); }

std::string heats(const std::string& scaled, const std::string& net, const std::string& fitted) {
  // The loop trains, whoever calls it.
  const std::string loop = fitted == "warm" ? "hot" : fitted;
  return "lib/net.py:11 SF301 " + fitted + " loss.mean().item()\n" + "lib/net.py:16 SF301 " + loop +
         " loss.item()\nlib/net.py:4 SF301 " + scaled + " x.max().item()\n" + "lib/net.py:7 SF301 " + net +
         " x.min().item()\n";
}

TEST(BelowAProgram, WhatNothingRefersToIsWarm) {
  EXPECT_EQ(with({}), heats("hot", "hot", "hot")) << "a package alone has callers that nobody sees";
  EXPECT_EQ(with({script("pass")}), heats("warm", "warm", "warm"));
  EXPECT_EQ(with({script("net.scaled(model.weight)")}), heats("hot", "warm", "warm"));
  EXPECT_EQ(with({script("model = lib.net.Net()")}), heats("warm", "hot", "warm"));
  EXPECT_EQ(with({script("net.fitted(model, loader, optimizer)")}), heats("warm", "warm", "hot"));
}

/// A script without a guard trains when it is run; so does one that has the loop elsewhere.
TEST(BelowAProgram, ScriptsOfOtherForms) {
  const File plain = {"train.py",
                      "import lib.net\n"
                      "for x in loader:\n"
                      "    model(x).backward()\n"
                      "    optimizer.step()\n"};
  EXPECT_EQ(with({plain}), heats("warm", "warm", "warm"));
  const File elsewhere = {"train.py", "from lib.net import fitted\nfitted(model, loader, optimizer)\n"};
  EXPECT_EQ(with({elsewhere}), heats("warm", "warm", "hot"));
  const File uses = {"use.py", "import lib.net\nprint(lib.net.scaled(3))\n"};
  EXPECT_EQ(with({uses}), heats("hot", "hot", "hot")) << "nothing trains";
}

/// A framework has the loop.
TEST(BelowAProgram, ScriptsThatHandTrainingOver) {
  const File fits = {"train.py",
                     "import lib.net\n"
                     "import pytorch_lightning as pl\n"
                     "if __name__ == '__main__':\n"
                     "    trainer = pl.Trainer()\n"
                     "    trainer.fit(lib.net.Net(), data())\n"};
  EXPECT_EQ(with({fits}), heats("warm", "hot", "warm"));
}

/// Configurations name classes.
TEST(BelowAProgram, LookUpsByNameReachNoFunctions) {
  EXPECT_EQ(with({script("model = importlib.import_module(name).make()")}), heats("warm", "hot", "warm"));
}

/// What a program's package does only with an option that nobody gives.
TEST(BelowAProgram, OptionsOfStrangers) {
  const std::vector<File> package = {{"lib/__init__.py", "from .grid import Net\n"},
                                     {"lib/grid.py",
                                      "import torch\n"
                                      "from torch import Tensor, nn\n"
                                      "class Grid:\n"
                                      "    def __call__(self, x: Tensor, cuts=False):\n"
                                      "        if cuts:\n"
                                      "            return x[x < 0]\n"
                                      "        return x\n"
                                      "class Net(nn.Module):\n"
                                      "    def __init__(self):\n"
                                      "        super().__init__()\n"
                                      "        self.grid = Grid()\n"
                                      "    def forward(self, x: Tensor):\n"
                                      "        return self.grid(x)\n"}};
  const File fits = {"train.py",
                     "from lib.grid import Net\n"
                     "if __name__ == '__main__':\n"
                     "    trainer.fit(Net(), data())\n"};
  EXPECT_EQ(below(findings_in(package), "lib/"), "lib/grid.py:6 SF501 hot x[x < 0]\n");
  EXPECT_EQ(below(findings_in(package + std::vector<File>{fits}), "lib/"), "lib/grid.py:6 SF501 warm x[x < 0]\n");
}

/// A class is made, but one of its methods is named nowhere; nor is what that method alone calls.
TEST(BelowAProgram, MethodsThatNothingNames) {
  const auto files = [](const std::string& called) {
    return std::vector<File>{{"lib/__init__.py", ""},
                             {"lib/mesh.py",
                              "from torch import Tensor, nn\n"
                              "class Mesh:\n"
                              "    def inside(self, x: Tensor):\n"
                              "        return x[x < 0]\n"
                              "    def outside(self, x: Tensor):\n"
                              "        return picked(x)\n"
                              "def picked(x: Tensor):\n"
                              "    return x[x > 0]\n"
                              "class Net(nn.Module):\n"
                              "    def __init__(self):\n"
                              "        super().__init__()\n"
                              "        self.mesh = Mesh()\n"
                              "    def forward(self, x: Tensor):\n"
                              "        return self.mesh." +
                                  called + "(x)\n"},
                             {"train.py",
                              "from lib.mesh import Net\n"
                              "if __name__ == '__main__':\n"
                              "    trainer.fit(Net(), data())\n"}};
  };
  const auto heats_of = [](const std::string& inside, const std::string& outside) {
    return "lib/mesh.py:4 SF501 " + inside + " x[x < 0]\nlib/mesh.py:8 SF501 " + outside + " x[x > 0]\n";
  };
  EXPECT_EQ(below(findings_in(files("inside")), "lib/"), heats_of("hot", "warm"));
  EXPECT_EQ(below(findings_in(files("outside")), "lib/"), heats_of("warm", "hot"));
}

/// `@torch.no_grad()` hands nothing to others; a decorator of somebody else may.
TEST(BelowAProgram, FunctionsBehindDecorators) {
  const auto heat_behind = [](const std::string& decorator) {
    return below(findings_in(std::vector<File>{{"lib/__init__.py", ""},
                                               {"lib/stats.py",
                                                "import torch, other\n"
                                                "from torch import Tensor\n" +
                                                    decorator +
                                                    "\n"
                                                    "def scaled(x: Tensor):\n"
                                                    "    return x / x.max().item()\n"},
                                               {"train.py",
                                                "import lib.stats\n"
                                                "if __name__ == '__main__':\n"
                                                "    trainer.fit(net(), data())\n"}}),
                 "lib/");
  };
  EXPECT_EQ(heat_behind("@torch.no_grad()"), "lib/stats.py:5 SF301 warm x.max().item()\n");
  EXPECT_EQ(heat_behind("@other.register"), "lib/stats.py:5 SF301 hot x.max().item()\n");
}

/// A module in an attribute that nothing reads.
TEST(BelowAProgram, ModulesThatNobodyCalls) {
  const auto files = [](const std::string& loss) {
    return std::vector<File>{{"train.py",
                              "import torch\n"
                              "from torch import Tensor, nn\n"
                              "class Loss(nn.Module):\n"
                              "    def forward(self, x: Tensor, mask: Tensor):\n"
                              "        return x[mask > 0].mean()\n"
                              "class System(nn.Module):\n"
                              "    def __init__(self):\n"
                              "        super().__init__()\n"
                              "        self.loss = Loss()\n"
                              "    def training_step(self, x, mask):\n"
                              "        return " +
                                  loss +
                                  "\n"
                                  "if __name__ == '__main__':\n"
                                  "    trainer.fit(System(), data())\n"}};
  };
  EXPECT_EQ(below(findings_in(files("x.mean()")), "train.py:5"), "train.py:5 SF501 cold x[mask > 0]\n");
  EXPECT_EQ(below(findings_in(files("self.loss(x, mask)")), "train.py:5"), "train.py:5 SF501 hot x[mask > 0]\n");
}

/// A package may try itself out.
TEST(BelowAProgram, NoScriptOfAPackage) {
  const File inner = {"lib/run.py",
                      "from lib.net import fitted\n"
                      "if __name__ == '__main__':\n"
                      "    fitted(model, loader, optimizer)\n"};
  EXPECT_EQ(with({inner}), heats("hot", "hot", "hot"));
}

/// What only left-over code refers to, or the package's own tryout, is left over too.
TEST(BelowAProgram, WhatLeftOversReferTo) {
  const File more = {"lib/more.py",
                     "from torch import Tensor\n"
                     "from lib.net import scaled, Net\n"
                     "def unused(x: Tensor):\n"
                     "    y = scaled(x)\n"
                     "    unused.calls = 3\n"
                     "    return y / x.max().item()\n"
                     "class Unused:\n"
                     "    def __init__(self):\n"
                     "        self.net = Net()\n"
                     "if __name__ == '__main__':\n"
                     "    Unused()\n"};
  const auto last = [](const std::string& text) { return text.substr(text.find("lib/net.py")); };
  EXPECT_EQ(last(with({more, script("import lib.more")})), heats("warm", "warm", "warm"));
  EXPECT_EQ(last(with({more, script("import lib.more; lib.more.unused(model.weight)")})), heats("hot", "warm", "warm"));
  EXPECT_EQ(last(with({more, script("model = lib.more.Unused().net")})), heats("warm", "hot", "warm"));
}

TEST(BelowAProgram, ClassesBelowOthers) {
  const auto with_base = [](const std::string& base) {
    const File more = {"lib/more.py", "from torch import Tensor, nn\n" + base +
                                          "class Part(Base):\n"
                                          "    def forward(self, x: Tensor):\n"
                                          "        return x / x.max().item()\n"};
    const std::string all = with({more, script("pass")});
    return all.substr(0, all.find("lib/net.py"));
  };
  const auto is = [](int line, const std::string& heat) {
    return "lib/more.py:" + std::to_string(line) + " SF301 " + heat + " x.max().item()\n";
  };
  EXPECT_EQ(with_base("class Base(nn.Module): pass\n"), is(5, "warm"));
  EXPECT_EQ(with_base("class Base(nn.Module):\n    def __init_subclass__(cls): note(cls)\n"), is(6, "hot"));
  EXPECT_EQ(with_base("class Base(nn.Module, metaclass=Listed): pass\n"), is(5, "hot"));
  EXPECT_EQ(with_base("class Base(nn.Module): pass\nnote(Base.__subclasses__())\n"), is(6, "hot"));
}

TEST(BelowAProgram, TestsAreNoPrograms) { EXPECT_EQ(with({script("pass", true)}), heats("hot", "hot", "hot")); }

TEST(BelowAProgram, TestsNameNothing) {
  const File test = {"tests/test_net.py", "from lib.net import scaled, Net\nNet()(scaled(3))\n", true};
  EXPECT_EQ(with({script("pass"), test}), heats("warm", "warm", "warm"));
}

/// Names that the code does not hold may be any.
TEST(BelowAProgram, NamesThatRunTimeGives) {
  for (const std::string use : {"model = getattr(net, name)()", "model = vars(net)[name]()",
                                "model = net.__dict__[name]()", "model = eval(name)()"})
    EXPECT_EQ(with({script(use)}), heats("hot", "hot", "hot")) << use;
  for (const std::string use : {"model = __import__(name).Net()", "import sys; f = getattr(sys.modules['x'], name)"})
    EXPECT_EQ(with({script(use)}), heats("warm", "hot", "warm")) << use << ": configurations name classes";
  const File reads = {"lib/rows.py", "def rows(text):\n    return eval(text)\n"};
  EXPECT_EQ(
      below(findings_in(kPackage + std::vector<File>{reads, script("import lib.rows; lib.rows.rows(name)")}), "lib/"),
      heats("warm", "warm", "warm"))
      << "a text means what stands in its own module";
  EXPECT_EQ(with({script("model.eval()")}), heats("warm", "warm", "warm")) << "no `eval` of a text";
  EXPECT_EQ(with({script("model = make('lib.net.Net')")}), heats("warm", "hot", "warm"));
  EXPECT_EQ(with({script("make('lib.net:fitted')")}), heats("warm", "warm", "hot"));
  EXPECT_EQ(with({script("f = getattr(net, 'scaled')")}), heats("hot", "warm", "warm"));
  EXPECT_EQ(with({script("log('scaled')")}), heats("warm", "warm", "warm")) << "a word of its own";
  EXPECT_EQ(with({script("f = getattr(model, name); g = name.__dict__[name]")}), heats("warm", "warm", "warm"))
      << "of what is no module";
}

/// Of a package, what it holds and what it imports.
TEST(BelowAProgram, NamesOfPackages) {
  const auto with_package = [](const std::string& imports, const std::string& use) {
    std::vector<File> files = kPackage;
    files.push_back({"lib/parts/__init__.py", imports});
    File train = script(use);
    train.text = "import lib.parts as parts\n" + train.text;
    files.push_back(train);
    return below(findings_in(files), "lib/net.py");
  };
  EXPECT_EQ(with_package("", "getattr(parts, name)()"), heats("warm", "warm", "warm"));
  EXPECT_EQ(with_package("from lib.net import Net\n", "getattr(parts, name)()"), heats("warm", "hot", "warm"));
  EXPECT_EQ(with_package("from lib.net import *\n", "getattr(parts, name)()"), heats("hot", "hot", "hot"));
  EXPECT_EQ(with_package("from lib import net\n", "getattr(parts, name)()"), heats("hot", "hot", "hot"));
  // What it shows is no use, as long as nobody takes it.
  const std::string shown = "from lib.net import scaled, Net\n__all__ = ['scaled', 'Net']\n";
  EXPECT_EQ(with_package(shown, "pass"), heats("warm", "warm", "warm"));
  EXPECT_EQ(with_package(shown, "parts.scaled(model.weight)"), heats("hot", "warm", "warm"));
}

/// Others' functions of the same name are others.
TEST(BelowAProgram, NamesOfOthers) {
  EXPECT_EQ(with({script("from fvcore.nn import scaled; scaled(model.weight)")}), heats("warm", "warm", "warm"));
  EXPECT_EQ(with({script("from some.lib.net import scaled; scaled(model.weight)")}), heats("warm", "warm", "warm"));
  EXPECT_EQ(with({script("from net import scaled; scaled(model.weight)")}), heats("hot", "warm", "warm"))
      << "a path that begins elsewhere";
}

/// Who is handed the function that trains runs it.
TEST(BelowAProgram, Launchers) {
  const File launches = {"train.py",
                         "from torch.multiprocessing import spawn\n"
                         "from lib.net import fitted\n"
                         "spawn(fitted, args=())\n"};
  EXPECT_EQ(with({launches}), heats("warm", "warm", "hot"));
}

/// Another package that imports it may be used by others.
TEST(BelowAProgram, AnotherPackageDoesNotMatter) {
  const std::vector<File> other = {{"other/__init__.py", "from lib.net import scaled\n"}};
  EXPECT_EQ(with(other), heats("hot", "hot", "hot"));
  EXPECT_EQ(with(other + std::vector<File>{script("pass")}), heats("hot", "warm", "warm"));
}

/// Not all callers of a package are in sight, though it tries itself out.
TEST(BelowAProgram, WhatAPackageShowsIsForOthers) {
  const std::string body =
      "    def forward(self, x: Tensor):\n"
      "        return x / x.min().item()\n";
  const std::vector<File> package = {{"opt/__init__.py", "from .net import Shown\n"},
                                     {"opt/net.py",
                                      "import torch\nfrom torch import Tensor, nn\n"
                                      "class Shown(nn.Module):\n" +
                                          body + "class Hidden(nn.Module):\n" + body},
                                     {"opt/__main__.py",
                                      "def main(model, loader, optimizer):\n"
                                      "    for x in loader:\n"
                                      "        model(x).backward()\n"
                                      "        optimizer.step()\n"
                                      "if __name__ == '__main__':\n"
                                      "    main(None, None, None)\n"}};
  EXPECT_EQ(below(findings_in(package), "opt/"),
            "opt/net.py:5 SF301 hot x.min().item()\nopt/net.py:8 SF301 cold x.min().item()\n");
}

/// What is only imported is not named, unless the module hands it on.
TEST(BelowAProgram, AnImportAloneIsNoUse) {
  EXPECT_EQ(with({script("from lib.net import scaled, Net, fitted")}), heats("warm", "warm", "warm"));
  EXPECT_EQ(with({script("from lib.net import scaled as s; s(model.weight)")}), heats("hot", "warm", "warm"));
  const File hands_on = {"common.py", "from lib.net import fitted\n"};
  EXPECT_EQ(with({hands_on, script("from common import fitted; fitted(model, loader, optimizer)")}),
            heats("warm", "warm", "hot"));
  EXPECT_EQ(with({hands_on, script("import common; common.fitted(model, loader, optimizer)")}),
            heats("warm", "warm", "hot"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

// After an edit, the replay of an inference comes to the world that the whole inference comes to, or to none; and so
// does the inference that takes what is known from before, but for numbers. SYNCFREE_FUZZ_PROJECTS asks for more
// projects than the usual few.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/inference/edited_project.h"
#include "tests/inference/random_project.h"
#include "tests/main/sanitizers.h"

namespace syncfree {
namespace SYNCFREE_FILE {
using test::EditedProject;
using test::Sources;
using test::Way;

/// What a file gets at its end: others may know the names, or mean what they meant by them.
constexpr const char* kDefinitions[] = {
    "def added(x):\n    return x.cuda()\nadded(torch.ones(2))\n",
    "def f0(x):\n    def inner():\n        return x\n    return inner\n",
    "class Added:\n    def m0(self):\n        self.v0 = torch.ones(2, device='cuda')\n        return self\n",
    "class C0:\n    def __init__(self, x=None):\n        self.v1 = x\nC0(torch.zeros(2).cuda())\n",
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A function takes one more parameter, which callers may leave out, or has another default.
std::string with_another_signature(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].contains("def ") && lines[i].ends_with("):") && !lines[i].contains("():")) places.push_back(i);
  }
  if (places.empty()) return text;
  std::string& line = lines[places[random() % places.size()]];
  static constexpr const char* kDefaults[] = {"None", "0", "True", "'cuda'"};
  const std::string value = kDefaults[random() % std::size(kDefaults)];
  if (const std::size_t known = line.find("late="); known != std::string::npos) {
    line = line.substr(0, known) + "late=" + value + "):";
  } else {
    line.insert(line.size() - 2, ", late=" + value);
  }
  std::string result;
  for (const std::string& each : lines) result += each + '\n';
  return result;
}

/// A signature loses its last parameter, or gets another one in front of it, or an annotation.
std::string with_a_signature_of_another_length(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].contains("def ") && lines[i].ends_with("):") && lines[i].contains(", ")) places.push_back(i);
  }
  if (places.empty()) return text;
  std::string& line = lines[places[random() % places.size()]];
  const std::size_t last = line.rfind(", ");
  switch (random() % 3) {
    case 0:
      line = line.substr(0, last) + "):";
      break;
    case 1:
      line.insert(last, ", early: torch.Tensor");
      break;
    default:
      if (!line.contains("=") && !line.substr(last).contains(":")) line.insert(line.size() - 2, ": int");
  }
  std::string result;
  for (const std::string& each : lines) result += each + '\n';
  return result;
}

/// A class has another name in its file, and not in those that use it.
std::string with_a_renamed_class(std::string text, std::mt19937& random) {
  const std::string name = "C" + std::to_string(random() % 3);
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 3))
    text.insert(at + 2, "N");
  return text;
}

/// Something is defined in front of all that the file defines.
std::string with_a_definition_in_front(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  std::size_t place = 0;
  while (place < lines.size() && !lines[place].starts_with("def ") && !lines[place].starts_with("class ")) ++place;
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == place) result += kDefinitions[random() % std::size(kDefinitions)];
    result += lines[i] + '\n';
  }
  return result;
}

/// A file gets a definition, or one line of a function another one before it, or becomes another one, or a signature
/// is another one.
std::string edited(const std::string& text, std::mt19937& random) {
  if (random() % 8 == 0) return text + kDefinitions[random() % std::size(kDefinitions)];
  if (random() % 6 == 0) return with_another_signature(text, random);
  if (random() % 10 == 0) return with_a_signature_of_another_length(text, random);
  if (random() % 16 == 0) return with_a_renamed_class(text, random);
  if (random() % 16 == 0) return with_a_definition_in_front(text, random);
  std::vector<std::string> lines = lines_of(text);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t indent = lines[i].find_first_not_of(' ');
    if (indent != std::string::npos && indent >= 4 && lines[i].back() != ':' && !lines[i].contains("def "))
      places.push_back(i);
  }
  const std::size_t place = places[random() % places.size()];
  const std::string indent(lines[place].find_first_not_of(' '), ' ');
  static constexpr const char* kNew[] = {"pass",
                                         "unread = 1 + 2",
                                         "print(torch.ones(3, device='cuda').sum().item())",
                                         "seen = torch.zeros(2).cuda()",
                                         "f0(1)",
                                         "return None",
                                         "return torch.ones(2, device='cuda')",
                                         "self.v1 = torch.zeros(2).cuda()",
                                         "self.w = C1(f2)",
                                         "x = f1(C0(None))",
                                         "f0(1, torch.ones(2).cuda())",
                                         "return f1(x, late=torch.ones(2).cuda())",
                                         "late = C0(None, late='cuda')",
                                         "import m1 as other",
                                         "torch.set_default_device('cuda')",
                                         "torch.jit.script(f0)",
                                         "Compose([C0(None)])",
                                         "print(x.detach().numpy())"};
  const std::string added = indent + kNew[random() % std::size(kNew)];
  if (random() % 2 == 0) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), added);
  } else {
    lines[place] = added;
  }
  std::string result;
  for (const std::string& line : lines) result += line + '\n';
  return result;
}

std::uint32_t projects() {
  const char* asked = std::getenv("SYNCFREE_FUZZ_PROJECTS");
  return asked == nullptr ? test::repetitions(90U) : static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
}

struct Ways {
  int replayed = 0, recalled = 0, whole = 0;
  std::uint64_t done = 0, needed = 0;  ///< evaluations of those that were recalled
  std::uint64_t linked_again = 0;      ///< projects that were made of the one before
  std::uint64_t linked_after = 0;      ///< projects that have the numbers of the one before
};

/// Edits of one project, one after another.
void edit(const Sources& sources, std::uint32_t seed, Ways& ways) {
  constexpr int kEdits = 8;
  std::mt19937 random(seed);
  EditedProject project(sources);
  for (int edit = 0; edit < kEdits; ++edit) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", edit " << edit);
    const std::size_t file = random() % project.size();
    Way way = Way::kWhole;
    if (random() % 12 == 0 && project.size() > 2) {
      way = project.remove(file);
    } else if (random() % 12 == 0) {
      way = project.add("added" + std::to_string(edit), project.text(file));
    } else {
      way = project.edit(file, edited(project.text(file), random));
    }
    (way == Way::kReplayed ? ways.replayed : way == Way::kRecalled ? ways.recalled : ways.whole) += 1;
    if (testing::Test::HasFailure()) return;
  }
  ways.done += project.done();
  ways.needed += project.whole();
  ways.linked_again += project.linked_again();
  ways.linked_after += project.linked_after();
}

TEST(Replay, OfAFileWithItsFirstClassOrNoneAnyMoreTakesWhatIsKnown) {
  const std::string none = "import torch\nt = torch.ones(3)\n";
  const std::string one =
      none + "class C:\n    def m(self):\n        self.v = t.cuda()\n        return self\nC().m()\n";
  EditedProject project({{"a", none}, {"b", "import a\nprint(a.t)\n"}});
  EXPECT_EQ(project.edit(0, one), Way::kRecalled);
  EXPECT_EQ(project.edit(1, "import a\nclass D(a.C):\n    pass\nprint(D().m().v.sum())\n"), Way::kRecalled);
  EXPECT_EQ(project.edit(0, none), Way::kRecalled);
  EXPECT_EQ(project.edit(1, "import a\n"), Way::kRecalled);
}

/// Three files: the first is what the others use.
const Sources kShared = {
    {"base",
     "import torch\nscale = torch.ones(2)\n\n\ndef helper(x, late=None):\n    return x\n\n\n"
     "class Base(torch.nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = "
     "part\n"
     "        self.step = torch.zeros(2).cuda()\n\n    def forward(self, x):\n        return helper(x) * self.step\n"},
    {"user",
     "import torch\nfrom base import Base, helper\nimport base\n\n\nclass Net(Base):\n    def run(self, x):\n"
     "        y = self(x)\n        print(y.sum().item())\n        return helper(y, 1) + base.scale\n\n\n"
     "Net(None).run(torch.ones(2).cuda())\n"},
    {"zother", "import torch\n\n\ndef alone(x):\n    return x.cuda().sum().item()\n\n\nalone(torch.ones(2))\n"}};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// Each kind of edit that other files may notice; what these do is compared with a whole inference.
TEST(Replay, TakesWhatIsKnownWhateverIsDefinedOtherwise) {
  const std::string& base = kShared[0].second;
  const std::pair<const char*, std::string> kEdits[] = {
      {"a new function", base + "\n\ndef added(x):\n    return x.item()\n"},
      {"a new class", base + "\n\nclass Added(Base):\n    def run(self):\n        return self.step.item()\n"},
      {"a function in front", replaced(base, "def helper", "def first(x):\n    return x.cpu()\n\n\ndef helper")},
      {"a new method", base + "\n    def more(self):\n        return self.step.item()\n"},
      {"a renamed class", replaced(base, "Base", "Bottom")},
      {"a renamed function", replaced(base, "helper", "helps")},
      {"a function less", replaced(base, "def helper(x, late=None):\n    return x\n", "")},
      {"a signature that takes less", replaced(base, "x, late=None", "x")},
      {"a signature that takes more", replaced(base, "x, late=None", "x, early, late=None")},
      {"an annotation", replaced(base, "x, late=None", "x: torch.Tensor, late=None")},
      {"a parameter that is used otherwise", replaced(base, "    return x\n", "    x = x.cuda()\n    return x\n")},
      {"another variable", replaced(base, "torch.ones(2)", "torch.ones(2).cuda()")},
      {"another base", replaced(base, "Base(torch.nn.Module)", "Base")},
      {"another name for an import", replaced(base, "import torch\n", "import torch\nimport torch.nn as nn\n")},
  };
  for (const auto& [kind, text] : kEdits) {
    SCOPED_TRACE(kind);
    EditedProject project(kShared);
    EXPECT_EQ(project.edit(0, text), Way::kRecalled);
    EXPECT_LT(project.done(), project.whole());
    EXPECT_NE(project.edit(0, base), Way::kWhole);
    EXPECT_NE(project.edit(2, replaced(kShared[2].second, ".sum()", "")), Way::kWhole);
  }
}

TEST(Replay, TakesWhatIsKnownWhereFilesComeAndGo) {
  EditedProject project(kShared);
  EXPECT_EQ(project.add("middle", "import torch\n\n\ndef noted(x):\n    return x.sum().item()\n"), Way::kRecalled);
  EXPECT_EQ(project.edit(3, "import torch\nfrom base import helper\n\n\ndef noted(x):\n    return helper(x).item()\n"),
            Way::kRecalled);
  EXPECT_EQ(project.remove(3), Way::kRecalled);
  EXPECT_EQ(project.remove(0), Way::kRecalled);
  EXPECT_EQ(project.add("base", kShared[0].second), Way::kRecalled);
  EXPECT_LT(project.done(), project.whole());
}

/// Two packages that know nothing of each other call a third one with the same: a context for each of them.
TEST(Replay, TakesWhatIsKnownWhereTwoLayersAskForTheSame) {
  Sources sources = {{"p.ops", "def scaled(x):\n    return x\n"}, {"zother", "value = 1\n"}};
  for (const char* package : {"q.net", "r.net"}) {
    std::string text = "from p.ops import scaled\n";
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
      text += std::string("\n\ndef ") + name + "():\n    return scaled(1)\n";
    sources.emplace_back(package, text);
  }
  EditedProject project(sources);
  EXPECT_EQ(project.edit(1, "value = 1\n\n\ndef other(x):\n    return x\n"), Way::kRecalled);
  EXPECT_LT(project.done(), 4);
  EXPECT_GT(project.whole(), 20);
}

TEST(Replay, LooksNothingUpWhereMostIsEvaluatedAgain) {
  Sources sources = kShared;
  sources[1].second += "\n\ndef long_one(x):\n";
  for (int i = 0; i < 4'000; ++i) sources[1].second += "    x = x + 1\n";
  EditedProject project(sources);
  EXPECT_EQ(project.edit(0, replaced(kShared[0].second, "Base", "Bottom")), Way::kWhole);
  EXPECT_NE(project.edit(2, replaced(kShared[2].second, ".sum()", "")), Way::kWhole);
}

// A function that is called with something else, again and again: its former contexts are in nobody's way.
TEST(Replay, WhatIsGoneLeavesItsNumbers) {
  const auto calls = [](int number) {
    return "import torch\nfrom ops import Size, scaled\n\ndef run(x):\n    return scaled(x.cuda(), Size(" +
           std::to_string(number) + "))\n";
  };
  EditedProject project({{"ops",
                          "import torch\n\nclass Size:\n    def __init__(self, n):\n        self.n = n\n\n"
                          "def scaled(x, size):\n    return (x * size.n).sum().item()\n"},
                         {"net", calls(0)}});
  EXPECT_EQ(project.edit(1, calls(1)), Way::kRecalled);
  EXPECT_EQ(project.edit(1, calls(2)), Way::kRecalled);
  const std::size_t contexts = project.analysis().world.contexts.size();
  const std::size_t objects = project.analysis().world.objects.size();
  for (int number = 3; number < 20; ++number) EXPECT_EQ(project.edit(1, calls(number)), Way::kRecalled) << number;
  EXPECT_LE(project.analysis().world.contexts.size(), contexts + 1);
  EXPECT_LE(project.analysis().world.objects.size(), objects + 1);
}

/// A program, with all that temperatures are found from.
const Sources kProgram = {
    {"pack.losses",
     "import torch\n\n\ndef mse(a, b):\n    return ((a - b) ** 2).mean()\n\n\n"
     "def mae(a, b):\n    return (a - b).abs().mean()\n\n\nfns = {\"mse\": mse, \"mae\": mae}\n\n\n"
     "def apply(fn, a, b):\n    seen = 1\n    return fn(a, b)\n"},
    {"pack.net",
     "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
     "    def __init__(self):\n        super().__init__()\n        self.part = nn.Linear(2, 2)\n\n"
     "    def forward(self, x, shows=False):\n        y = self.part(x.cuda())\n        if shows:\n"
     "            print(y.sum().item())\n        return y\n\n"
     "    def predict(self, x):\n        with torch.no_grad():\n            return self.forward(x)\n"},
    {"pack.train",
     "import torch\nfrom pack.losses import fns, apply, mse\nfrom pack.net import Net\n\n\n"
     "def show(net, x, step):\n    print(net(x, step % 100 == 0))\n\n\n"
     "def epoch(net, loader, opt, name):\n    for step, batch in enumerate(loader):\n"
     "        loss = apply(fns[name], net(batch, step % 100 == 0), batch)\n        loss.backward()\n"
     "        opt.step()\n        print(loss.item())\n\n\n"
     "def evaluate(net, loader):\n    net.eval()\n    total = 0\n    for batch in loader:\n"
     "        total += mse(net.predict(batch), batch).item()\n    return total\n\n\n"
     "def train(loader):\n    net = Net()\n    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
     "    for i in range(10):\n        epoch(net, loader, opt, \"mse\")\n        evaluate(net, loader)\n"},
    {"run",
     "import torch\nfrom pack.train import train\n\n\ndef unused(x):\n    y = x.cuda()\n    return y.item()\n\n\n"
     "if __name__ == \"__main__\":\n    data = [torch.rand(2, 2).cuda()]\n    train(data)\n"},
    {"pack.stages",
     "class Stage:\n    def advance(self, opt):\n        raise ValueError(opt)\n\n"
     "    def judge(self, net):\n        raise ValueError(net)\n\n"
     "    def linger(self, x):\n        raise ValueError(x)\n\n\n"
     "class Trained(Stage):\n    def advance(self, opt):\n        opt.step()\n\n\n"
     "class Judged(Stage):\n    def judge(self, net):\n        net.eval()\n        return net\n\n\n"
     "class Slow(Stage):\n    def linger(self, x):\n        return x.sum().item()\n\n\n"
     "def go(stages, opt, loader):\n    for batch in loader:\n        stages[0].advance(opt)\n"
     "    for batch in loader:\n        stages[1].judge(batch)\n        stages[2].linger(batch)\n"},
};

/// What decides about temperatures, or does not.
constexpr const char* kOfPrograms[] = {"pass",
                                       "noted = 1 + 2",
                                       "print(torch.ones(3, device='cuda').sum().item())",
                                       "for again in range(3): print(again)",
                                       "import torch; torch.optim.SGD([], lr=1).step()",
                                       "self.predict(x)",
                                       "fn(a, b)",
                                       "x = x.detach()",
                                       "with torch.no_grad(): seen = torch.ones(2).cuda()",
                                       "loss.backward()",
                                       "raise ValueError(opt)",
                                       "evaluate(net, loader)",
                                       "map(mse, loader)",
                                       "apply(mse, loader, loader)",
                                       "trainer.fit(train)"};

/// A line more in a body, or one less.
std::string with_a_line(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("    ") && lines[i].back() != ':' && !lines[i].contains("return")) places.push_back(i);
  }
  const std::size_t place = places[random() % places.size()];
  const std::string indent(lines[place].find_first_not_of(' '), ' ');
  const std::string added = indent + kOfPrograms[random() % std::size(kOfPrograms)];
  if (random() % 3 == 0) {
    lines[place] = added;
  } else {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), added);
  }
  std::string result;
  for (const std::string& line : lines) result += line + '\n';
  return result;
}

TEST(Replay, TakesTemperaturesOverWhereNothingDecidesOtherwise) {
  EditedProject project(kProgram);
  const std::string text = project.text(2);
  std::string longer = text;
  longer.insert(longer.find("    net.eval()"), "    noted = 1 + 2\n");
  EXPECT_EQ(project.edit(2, longer), Way::kReplayed);
  EXPECT_EQ(project.taken_over(), 1U);
  EXPECT_EQ(project.edit(2, text), Way::kReplayed);
  EXPECT_EQ(project.taken_over(), 2U);
  // No loop trains any more.
  std::string other = text;
  other.replace(other.find("opt.step()"), 10, "opt.state()");
  project.edit(2, other);
  EXPECT_EQ(project.taken_over(), 2U);
}

/// That a function only raises counts where others of its name make a step or evaluate.
TEST(Replay, TakesTemperaturesOverWhereNobodyAsksForStubs) {
  EditedProject project(kProgram);
  const std::string text = project.text(4);
  std::size_t expected = 0;
  for (const char* raise : {"raise ValueError(x)", "raise ValueError(opt)", "raise ValueError(net)"}) {
    SCOPED_TRACE(raise);
    std::string longer = text;
    longer.insert(longer.find(raise), "noted = 1\n        ");
    const bool counts = std::string_view(raise) != "raise ValueError(x)";
    expected += counts ? 0 : 1;
    EXPECT_EQ(project.edit(4, longer), Way::kReplayed);
    EXPECT_EQ(project.taken_over(), expected);
    expected += counts ? 0 : 1;
    EXPECT_EQ(project.edit(4, text), Way::kReplayed);
    EXPECT_EQ(project.taken_over(), expected);
  }
}

TEST(Replay, TakesOverWhatTemperaturesSay) {
  constexpr int kEdits = 10;
  std::uint64_t taken_over = 0;
  int replayed = 0;
  for (std::uint32_t seed = 0; seed < projects() / 3 + 1; ++seed) {
    std::mt19937 random(seed);
    EditedProject project(kProgram);
    for (int edit = 0; edit < kEdits; ++edit) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", edit " << edit);
      const std::size_t file = random() % project.size();
      const std::string& former = kProgram[file].second;
      const Way way = project.edit(file, with_a_line(random() % 3 == 0 ? former : project.text(file), random));
      replayed += way == Way::kReplayed ? 1 : 0;
      if (testing::Test::HasFailure()) return;
    }
    taken_over += project.taken_over();
  }
  RecordProperty("taken over", static_cast<int>(taken_over));
  EXPECT_GT(taken_over, 0U);
  EXPECT_LT(taken_over, static_cast<std::uint64_t>(replayed)) << "some edits decide about temperatures";
}

TEST(Replay, ComesToTheSameWorldAsTheWholeInference) {
  Ways ways;
  for (std::uint32_t seed = 1; seed <= projects(); ++seed) {
    edit(test::random_project({.seed = seed, .modules = 2 + seed % 5}), seed, ways);
    if (testing::Test::HasFailure()) return;
  }
  const int count = static_cast<int>(projects());
  EXPECT_GT(ways.replayed, count / 4) << "hardly any edit is replayed";
  EXPECT_GT(ways.recalled, count) << "hardly any evaluation is taken from before";
  EXPECT_GT(ways.whole, 0) << "no edit is noticed in texts";
  EXPECT_GT(ways.linked_again, 2 * projects()) << "most projects are linked from nothing";
  EXPECT_LT(ways.done * 3, ways.needed * 2) << "what is known is evaluated again";
}

/// Three packages: two use the first, and know nothing of each other; a script uses all.
TEST(Replay, ComesToTheSameWorldWhereLayersShareContexts) {
  Ways ways;
  for (std::uint32_t seed = 1; seed <= projects() / 3; ++seed) {
    Sources sources = test::random_project({.seed = seed, .modules = 2, .package = "p"});
    for (const char* package : {"q", "r"}) {
      for (auto& [name, text] : test::random_project({.seed = seed, .modules = 2, .package = package}))
        sources.emplace_back(name, "from p.m0 import f0, f1, C0, C1\nimport p.m1 as other\n" + text +
                                       "f0(1)\nf1(torch.ones(2))\nC0(None).m1(2)\n");
    }
    sources.emplace_back("script",
                         "import torch\nfrom p.m0 import f0, f1, C0\nimport q.m0\nimport r.m0\n\n"
                         "def run(a):\n    x = f0(1)\n    x = f1(torch.ones(2))\n    return C0(None).m1(2)\n"
                         "run(q.m0.f0(1))\nrun(r.m0.f0(1))\n");
    edit(sources, seed, ways);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(ways.recalled, 0);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

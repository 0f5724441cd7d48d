// With what earlier analyses left, an analysis says what it says without.
#include "driver/memory.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/work/work.h"
#include "driver/check.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

constexpr const char* kOps = R"(import torch


def value(x):
    return x.cuda().sum().item()


def unrelated(x):
    y = torch.nonzero(x.cuda())
    return y
)";
constexpr const char* kModel = R"(import torch
from torch import nn

from pack.ops import value


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(3, device="cuda")

    def forward(self, x):
        return self.helper(x)

    def helper(self, x):
        found = value(x)
        return found
)";
constexpr const char* kTrain = R"(import torch

from pack.model import Net


def train(loader):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in loader:
        loss = net(batch)
        loss.backward()
        optimizer.step()


def inspect(net, batch):
    kept = net.helper(batch)
    return None
)";

class Remembered : public testing::Test {
 protected:
  Remembered() {
    write("pack/__init__.py", "");
    write("pack/ops.py", kOps);
    write("pack/model.py", kModel);
    write("pack/train.py", kTrain);
  }

  /// As an editor has it: what is young on disk is read again, changed or not.
  void write(const std::string& name, const std::string& text) { unsaved_[folder_.write(name, text)] = text; }
  void remove(const std::string& name) {
    std::filesystem::remove(folder_.at(name));
    unsaved_.erase(folder_.at(name));
  }
  /// The file with another text in place of `before`.
  void edit(const std::string& name, std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    write(name, text.replace(at, before.size(), after));
  }

  std::string found(Memory* memory) const {
    CheckRequest request{.paths = paths_, .text = std::nullopt, .unsaved = unsaved_};
    request.is_kept = is_kept_;
    request.files_state = files_state_;
    request.settings = default_settings(folder_.path());
    request.settings.temperature = engine::Temperature::kCold;
    request.settings.confidence = engine::Confidence::kPossible;
    request.memory = memory;
    Progress progress;
    const CheckResult result = check(request, progress);
    std::ostringstream out;
    for (const engine::Finding& finding : result.report.findings) {
      out << result.report.files[finding.file].path << ':' << finding.range.begin << '-' << finding.range.end << ' '
          << finding.code << ' ' << finding.message << "; " << finding.hint << ' ' << name_of(finding.temperature)
          << ' ' << name_of(finding.confidence) << ' ' << name_of(finding.dependency) << '\n';
      for (const engine::Related& call : finding.chain) out << "  " << call.file << ':' << call.range.begin << '\n';
      for (const engine::Related& place : finding.related)
        out << "  " << place.file << ':' << place.range.begin << '\n';
    }
    for (const engine::Problem& problem : result.report.problems) out << problem.path << ' ' << problem.message << '\n';
    return out.str();
  }

  /// Compares the two, and says whether they were different from `before`.
  bool differs(std::string& before) {
    const std::string now = found(&memory_);
    EXPECT_EQ(now, found(nullptr));
    return std::exchange(before, now) != now;
  }

  test::TemporaryFolder folder_;
  std::unordered_map<std::string, std::string> unsaved_;  ///< by path
  std::vector<std::string> paths_ = {folder_.path().string()};
  std::optional<std::uint64_t> files_state_;
  bool is_kept_ = true;
  Memory memory_;
};

TEST_F(Remembered, AnEditInsideOfAFunctionIsAllThatIsLookedAt) {
  std::string said;
  differs(said);
  EXPECT_EQ(memory_.replays(), 0U);
  edit("pack/ops.py", kOps, "    return y\n", "    print(y.sum().item())\n    return y\n");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays(), 1U);
  write("pack/ops.py", kOps);
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays(), 2U);
}

TEST_F(Remembered, WhatOthersNoticeIsSaidOfThem) {
  std::string said;
  differs(said);
  edit("pack/ops.py", kOps, "x.cuda().sum().item()", "x.cuda().sum()");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays(), 0U) << "others see what it returns";
  edit("pack/ops.py", kOps, "x.cuda().sum().item()", "x.cuda().sum() + 1");
  differs(said);
  write("pack/ops.py", kOps);
  EXPECT_TRUE(differs(said));
}

// Whoever asks knows that nothing has changed on disk, and says when something has.
TEST_F(Remembered, OnDiskIsLookedAtAgainWhenTheRequestSaysSo) {
  files_state_ = 1;
  std::string said;
  differs(said);
  const std::string late = folder_.write("pack/late.py", kOps);
  EXPECT_EQ(found(&memory_), said);
  edit("pack/ops.py", kOps, "    return y\n", "    print(y.sum().item())\n    return y\n");
  EXPECT_FALSE(found(&memory_).contains(late));
  files_state_ = 2;
  EXPECT_TRUE(differs(said));
  EXPECT_TRUE(said.contains(late));
}

TEST_F(Remembered, OtherRequestsDoNotPushOutWhatWasFound) {
  files_state_ = 1;
  const std::string said = found(&memory_);
  const std::string late = folder_.write("pack/late.py", kOps);
  const std::vector<std::string> all = paths_;
  for (const char* name : {"pack/train.py", "pack/model.py", "pack/ops.py", "pack/__init__.py"}) {
    paths_ = {folder_.at(name)};
    files_state_.reset();
    found(&memory_);
  }
  for (std::uint64_t state = 2; state < 8; ++state) {
    files_state_ = state;
    found(&memory_);
  }
  paths_ = all;
  files_state_ = 1;
  EXPECT_EQ(found(&memory_), said) << "what is on disk was looked at";
}

// Of files that are only read beside the reported one, the report shows what calls in this one lead to.
TEST_F(Remembered, AReportOfOneFileIsTheSameWhereNothingIsKept) {
  for (const char* name : {"pack/train.py", "pack/model.py", "pack/ops.py"}) {
    paths_ = {folder_.at(name)};
    is_kept_ = true;
    const std::string all = found(nullptr);
    EXPECT_NE(all, "") << name;
    is_kept_ = false;
    EXPECT_EQ(found(nullptr), all);
    edit("pack/ops.py", kOps, "    return y\n", "    print(y.sum().item())\n    return y\n");
    std::string said;
    differs(said);
    write("pack/ops.py", kOps);
    differs(said);
    EXPECT_EQ(said, all);
  }
}

// Former texts and values are freed without an inference of the whole project.
TEST_F(Remembered, WhatAnEditSupersedesIsFreed) {
  std::string said;
  differs(said);
  const std::string comment = "# " + std::string(300'000, 'x') + "\n";
  for (int i = 0; i < 20; ++i) {
    memory_.tidy();
    const std::string number = std::to_string(i);
    write("pack/ops.py", comment + kOps + "    print(y.sum().item())\n" + "\n\nNUMBER = " + number + "\n");
    edit("pack/train.py", kTrain, "return None", "return \"" + number + "\"");
    differs(said);
    EXPECT_EQ(memory_.replays() + memory_.recalls(), i + 1U);
  }
}

// The same where nobody has the time for it between two analyses.
TEST_F(Remembered, WhatAnEditSupersedesIsFreedBeforeTheNextAnalysis) {
  std::string said;
  differs(said);
  memory_.tidy();
  const std::string comment = "# " + std::string(300'000, 'x') + "\n";
  for (int i = 0; i < 20; ++i) {
    write("pack/ops.py", comment + kOps + "    print(y.sum().item())\n" + "\n\nNUMBER = " + std::to_string(i) + "\n");
    differs(said);
    EXPECT_EQ(memory_.replays() + memory_.recalls(), i + 1U);
    EXPECT_LE(memory_.former_texts(), 5U);
  }
}

// That a class has an attribute is read off the text, by code that asks for the attribute.
TEST_F(Remembered, ANewAttributeIsSeenByWhoReadsIt) {
  write("pack/part.py", "class Part:\n    def __init__(self):\n        self.size = 1\n");
  write("pack/reads.py",
        "import torch\nfrom pack.part import Part\n\n"
        "def read():\n    part = Part()\n    return torch.ones(3, device='cuda')[part.size], part.count.item()\n");
  std::string said;
  differs(said);
  write("pack/part.py",
        "import torch\nclass Part:\n    def __init__(self):\n        self.size = 1\n"
        "        self.count = torch.ones(1, device='cuda')\n");
  EXPECT_TRUE(differs(said));
  write("pack/part.py",
        "import torch\nclass Part:\n    def __init__(self):\n        self.size = 1\n"
        "        self.other = torch.ones(1, device='cuda')\n");
  EXPECT_TRUE(differs(said));
  EXPECT_GT(memory_.recalls(), 0U);
}

// Each of the two is hot by the other, so that their callers have no end.
TEST_F(Remembered, FunctionsThatCallEachOtherAreComparedToAnEnd) {
  write("pack/both.py",
        "import torch\n\n\ndef fit(model, loader, opt):\n    for x in loader:\n        loss = model(x.cuda()).sum()\n"
        "        loss.backward()\n        opt.step()\n        check(model, loader, opt, loss)\n\n\n"
        "def check(model, loader, opt, loss):\n    fit(model, loader, opt)\n    return loss.sum().item()\n\n\n"
        "fit(torch.nn.Linear(2, 2).cuda(), [], None)\n");
  std::string said;
  differs(said);
  EXPECT_TRUE(said.contains("both.py")) << said;
  edit("pack/ops.py", kOps, "    return y\n", "    print(y.sum().item())\n    return y\n");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays(), 1U);
}

// Nothing of what the changed function gives is different, and the findings of other files are.
TEST_F(Remembered, TheHeatOfOtherFilesFollowsTheCaller) {
  std::string said;
  differs(said);
  ASSERT_TRUE(said.contains("ops.py") && said.contains("hot")) << said;
  edit("pack/train.py", kTrain, "        loss.backward()\n        optimizer.step()\n", "        print(batch)\n");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays(), 1U);
}

TEST_F(Remembered, TheDependencyInOtherFilesFollowsTheReader) {
  std::string said;
  differs(said);
  edit("pack/train.py", kTrain, "    return None", "    if kept > 1:\n        print('large')\n    return None");
  differs(said);
  edit("pack/train.py", kTrain, "    return None", "    torch.cuda.synchronize()\n    return None");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.replays() + memory_.recalls(), 2U);
}

// Whether a condition seldom holds is read in the body of the function that answers.
TEST_F(Remembered, WhatSeldomHoldsFollowsTheAnswer) {
  const std::string due = "def is_due(step, every):\n    return step % every == 0\n";
  write("pack/due.py", due);
  write("pack/log.py",
        "from pack.due import is_due\n\n\ndef train(model, loader, opt):\n    for step, x in enumerate(loader):\n"
        "        loss = model(x.cuda()).sum()\n        loss.backward()\n        opt.step()\n"
        "        if is_due(step, 100):\n            print(loss.item())\n");
  std::string said;
  differs(said);
  edit("pack/due.py", due, "== 0", "== 0 or step > 5");
  EXPECT_TRUE(differs(said));
}

TEST_F(Remembered, FilesComeAndGo) {
  std::string said;
  differs(said);
  write("pack/more.py", "from pack.ops import value\n\n\ndef more(x):\n    return bool(value(x.cuda()))\n");
  EXPECT_TRUE(differs(said));
  EXPECT_TRUE(said.contains("more.py"));
  remove("pack/more.py");
  differs(said);
  write("pack/ops.py", "def value(x):\n    return x.cuda(\n");
  EXPECT_TRUE(differs(said));
  write("pack/ops.py", "\xff\xfe\x00");
  differs(said);
  write("pack/ops.py", "def value(x):\n    return 1\n");
  differs(said);
  write("pack/ops.py", kOps);
  differs(said);
}

TEST_F(Remembered, PackagesComeAndGo) {
  std::string said;
  differs(said);
  const std::size_t recalls = memory_.recalls();
  write("pack/more/__init__.py", "from pack.ops import value\n\n\ndef more(x):\n    return bool(value(x.cuda()))\n");
  EXPECT_TRUE(differs(said));
  EXPECT_EQ(memory_.recalls(), recalls + 1);
  edit("pack/train.py", kTrain, "from pack.model import Net\n",
       "from pack.model import Net\nfrom pack import more\nmore.more(torch.ones(2))\n");
  EXPECT_TRUE(differs(said));
  write("pack/more/inner.py", "import torch\n\n\ndef inner(x):\n    return x.cuda().item()\n");
  EXPECT_TRUE(differs(said));
  edit("pack/train.py", kTrain, "from pack.model import Net\n",
       "from pack.model import Net\nfrom pack.more.inner import inner\ninner(torch.ones(2))\n");
  differs(said);
  const std::size_t before = memory_.recalls();
  remove("pack/more/__init__.py");
  remove("pack/more/inner.py");
  EXPECT_TRUE(differs(said));
  EXPECT_GT(memory_.recalls(), before);
}

// What is left of a package is still found: its folder has no `__init__` any more.
TEST_F(Remembered, APackageLosesItsInit) {
  write("pack/more/__init__.py", "");
  write("pack/more/inner.py", "import torch\n\n\ndef inner(x):\n    return x.cuda().item()\n");
  edit("pack/train.py", kTrain, "from pack.model import Net\n",
       "from pack.model import Net\nfrom pack.more.inner import inner\ninner(torch.ones(2))\n");
  std::string said;
  differs(said);
  remove("pack/more/__init__.py");
  differs(said);
  EXPECT_TRUE(said.contains("inner.py")) << said;
  remove("pack/more/inner.py");
  EXPECT_TRUE(differs(said));
}

TEST_F(Remembered, StubsThatBecomeFunctionsAreThoseThatCount) {
  constexpr const char* kTwo =
      "import torch\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    def two(x):\n        pass\n"
      "else:\n    def two(x):\n        return torch.zeros(3).cuda()\n\n\ndef g(x):\n    return two(x).sum().item()\n";
  write("pack/two.py", kTwo);
  std::string said;
  differs(said);
  EXPECT_TRUE(said.contains("pack/two.py")) << said;
  edit("pack/two.py", kTwo, "        pass\n", "        return 3\n");
  EXPECT_TRUE(differs(said));
}

TEST_F(Remembered, CallsThatWereThereFindAMethodThatIsNew) {
  constexpr const char* kExtra = "class Extra:\n    def other(self, x):\n        return x.cuda().sum().item()\n";
  write("pack/extra.py", kExtra);
  write("pack/loop.py",
        "def steps(loader, thing, optimizer):\n    for batch in loader:\n        thing.squeeze_out(batch).backward()\n"
        "        optimizer.step()\n");
  std::string said;
  differs(said);
  edit("pack/extra.py", kExtra, "other", "squeeze_out");
  EXPECT_TRUE(differs(said));
  write("pack/extra.py", kExtra);
  EXPECT_TRUE(differs(said));
}

TEST_F(Remembered, TextsThatWereReplacedDoNotPileUp) {
  std::string large = kOps;
  large += "\n\ndef long_one(x):\n";
  for (int i = 0; i < 4'000; ++i) large += "    x = x + 1\n";
  write("pack/ops.py", large);
  found(&memory_);
  std::size_t taken = 0;
  for (int i = 0; i < 6; ++i) {
    const std::size_t before = memory_.replays() + memory_.recalls();
    write("pack/ops.py", large += "    print(x)\n");
    found(&memory_);
    taken += memory_.replays() + memory_.recalls() - before;
  }
  EXPECT_EQ(taken, 6U) << "an inference of the whole project frees what the others left";
  EXPECT_LT(memory_.former_texts(), 6U);
}

TEST_F(Remembered, AnAnalysisThatIsBrokenOffLosesNothing) {
  std::string said;
  differs(said);
  edit("pack/ops.py", kOps, "    return y\n", "    print(y.sum().item())\n    return y\n");
  work::ask_to_stop();
  found(&memory_);
  work::forget_to_stop();
  EXPECT_TRUE(differs(said));
  edit("pack/ops.py", kOps, "    return y\n", "    torch.cuda.synchronize()\n    return y\n");
  EXPECT_TRUE(differs(said));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

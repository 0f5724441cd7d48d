// Plans of small programs, a line for each call and wait in the order in which they run:
//
//   train.py:9 calls Net.forward
//     1 model.py:4 SF202 each step | device= safe | nothing
#include "analyzer/plan/plan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/plan/words.h"
#include "analyzer/report/place.h"
#include "driver/check.h"
#include "rules/remedy_table.h"
#include "rules/rule_table.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::plan {
namespace SYNCFREE_FILE {

using Files = std::vector<std::pair<std::string, std::string>>;

class PlanTest : public testing::Test {
 protected:
  void write(const Files& files) {
    for (const auto& [name, text] : files) folder_.write(name, text);
  }

  /// Of a script, or of the whole folder.
  Plan plan_of(const std::string& script) {
    check(script);
    std::vector<bool> files;
    for (const engine::ReportedFile& file : checked_.report.files)
      files.push_back(script == "." || file.path == folder_.at(script));
    return made(starts_in(material(), files, script != "."));
  }

  /// Of a call of a function.
  Plan plan_from(const std::string& function) {
    check(".");
    std::vector<Start> starts;
    for (std::size_t i = 0; i < checked_.runs.size(); ++i) {
      if (checked_.runs[i].name == function) starts.push_back({.function = i});
    }
    EXPECT_EQ(starts.size(), 1U) << function;
    Plan plan = made(starts);
    plan.beside = steps_beside(material(), starts);
    return plan;
  }

  std::string outline(const Step& step) const {
    std::string text;
    for (const Line& line : step.lines) {
      text += std::string(2UZ * line.depth, ' ');
      if (line.kind == LineKind::kWait) {
        text += wait_words(step, line.entry) + "\n";
        continue;
      }
      text += place(line.place) + " calls " + line.callee + around_words(checked_.report, line);
      if (line.kind == LineKind::kAgain)
        text += " again " + std::to_string(line.entry + 1) + "-" + std::to_string(line.entry + line.entries);
      text += line.kind == LineKind::kCut ? " cut\n" : "\n";
    }
    return text;
  }

  /// Of the only step that there should be.
  std::string outline(const Plan& plan) const {
    EXPECT_EQ(plan.steps.size(), 1U);
    return plan.steps.empty() ? std::string() : outline(plan.steps.front());
  }

  std::string start(const Step& step) const { return place(step.start) + " " + start_words(checked_.report, step); }

  const driver::CheckResult& checked() const { return checked_; }

 private:
  void check(const std::string& path) {
    driver::CheckRequest request;
    request.paths = {path == "." ? folder_.path().string() : folder_.at(path)};
    request.settings = driver::default_settings(folder_.path());
    request.settings.temperature = engine::Temperature::kCold;
    request.settings.environment.is_read = false;
    request.wants_runs = true;
    driver::Progress progress;
    checked_ = driver::check(request, progress);
    EXPECT_EQ(checked_.fault, "");
  }

  Material material() const {
    return {.report = checked_.report,
            .runs = checked_.runs,
            .advice = rules::advice_table(),
            .remedies = rules::remedy_table()};
  }
  Plan made(const std::vector<Start>& starts) const { return make_plan(material(), starts); }

  std::string place(const FileRange& place) const {
    const engine::ReportedFile& file = checked_.report.files[place.file];
    return file.path.substr(file.path.rfind('/') + 1) + ":" +
           std::to_string(report::shown_place(file, place.range.begin).line);
  }

  std::string wait_words(const Step& step, std::size_t number) const {
    const Entry& entry = step.entries[number];
    const engine::Finding& finding = checked_.report.findings[entry.finding];
    std::string text = std::to_string(number + 1) + " " + place({finding.file, finding.range}) + " " +
                       std::string(finding.code) + " " + times_words(checked_.report, step, entry.times, finding.file) +
                       " | " + std::string(name_of(entry.kind));
    if (entry.action != Action::kLeave)
      text += " " + std::string(name_of(entry.action)) + " | " + std::string(name_of(entry.remains));
    if (entry.behind) text += " | behind it " + std::to_string(*entry.behind + 1);
    return text;
  }

  test::TemporaryFolder folder_;
  driver::CheckResult checked_;
};

constexpr const char* kModel =
    "import torch\n"                                           // 1
    "\n"                                                       // 2
    "class Inner(torch.nn.Module):\n"                          // 3
    "    def forward(self, x):\n"                              // 4
    "        return x * torch.tensor(2.0, device=x.device)\n"  // 5
    "\n"                                                       // 6
    "class Net(torch.nn.Module):\n"                            // 7
    "    def __init__(self):\n"                                // 8
    "        super().__init__()\n"                             // 9
    "        self.inner = Inner()\n"                           // 10
    "\n"                                                       // 11
    "    def forward(self, x):\n"                              // 12
    "        x = self.inner(x)\n"                              // 13
    "        for _ in range(4):\n"                             // 14
    "            x = self.inner(x)\n"                          // 15
    "        return x[x > 0]\n";                               // 16

std::string trains(const std::string& before, const std::string& after) {
  return "import torch\nfrom model import Net\n\ndef train(loader, optimizer):\n    net = Net().cuda()\n"
         "    for step, batch in enumerate(loader):\n" +
         before + "        loss = net(batch).sum()\n        loss.backward()\n        optimizer.step()\n" + after;
}

TEST_F(PlanTest, FollowsCallsInTheOrderInWhichTheyRun) {
  write({{"model.py", kModel}, {"train.py", trains("        batch = batch.cuda()\n", "        print(loss.item())\n")}});
  EXPECT_EQ(outline(plan_of("train.py")),
            "1 train.py:7 SF102 each step | pinned by hand | nothing\n"
            "train.py:8 calls Net.forward\n"
            "  model.py:13 calls Inner.forward\n"
            "    2 model.py:5 SF202 each step, in 2 ways | device= safe | nothing\n"
            "  model.py:15 calls Inner.forward, 4 times in the loop at line 14 again 2-2\n"
            "  3 model.py:16 SF501 each step | other API by hand | nothing\n"
            "4 train.py:9 SF501 each step | other API by hand | nothing\n"
            "5 train.py:11 SF301 each step | off the path by hand | fewer\n");
}

TEST_F(PlanTest, RunsWhatIsInAnExpressionBeforeTheExpression) {
  write({{"m.py",
          "import torch\n"
          "def read(x):\n    return x.item()\n"
          "def both(a, b):\n    return torch.zeros(a.item() + b)\n"
          "def step(x: torch.Tensor):\n"
          "    if x.sum() > 0:\n"
          "        return both(x.max(), read(x.min()))\n"}});
  EXPECT_EQ(outline(plan_from("step")),
            "1 m.py:7 SF302 each call | other API by hand | nothing\n"
            "m.py:8 calls read, depending on `x.sum() > 0`\n"
            "  2 m.py:3 SF301 each call, depending on `x.sum() > 0` | delay by hand | elsewhere\n"
            "m.py:8 calls both, depending on `x.sum() > 0`\n"
            "  3 m.py:5 SF301 each call, depending on `x.sum() > 0` | delay by hand | elsewhere\n");
}

TEST_F(PlanTest, SaysHowOftenAWaitRuns) {
  write({{"model.py", kModel},
         {"train.py", trains("",
                             "        for i in range(3):\n            print(batch.norm().item())\n"
                             "        if step % 100 == 0:\n            print(loss.item())\n"
                             "        if optimizer.defaults:\n            continue\n"
                             "        print(loss.item())\n")}});
  const std::string text = outline(plan_of("train.py"));
  EXPECT_NE(text.find("SF301 seldom, depending on `step % 100 == 0` | leave\n"), std::string::npos) << text;
  EXPECT_NE(text.find("train.py:16 SF301 each step, depending on `optimizer.defaults` | off the path"),
            std::string::npos)
      << text;
}

TEST_F(PlanTest, FindsTheWaitForTheSameValueRightBehind) {
  write({{"model.py", kModel},
         {"train.py", trains("", "        if loss.item() > 9:\n            break\n        print(loss.item())\n")}});
  const Plan plan = plan_of("train.py");
  const std::string text = outline(plan);
  EXPECT_NE(text.find("4 train.py:10 SF301 each step | delay by hand | elsewhere | behind it 5\n"), std::string::npos)
      << text;
  EXPECT_EQ(behind_words(plan.steps[0], plan.steps[0].entries[3]).substr(0, 84),
            "alone this gains nothing: #5 waits for the same value right behind it; change both, ");
}

TEST_F(PlanTest, SeesThatANewValueIsAnotherOne) {
  write({{"model.py", kModel},
         {"train.py", trains("",
                             "        if loss.item() > 9:\n            break\n        loss = batch.sum().cuda()\n"
                             "        print(loss.item())\n")}});
  EXPECT_EQ(outline(plan_of("train.py")).find("behind"), std::string::npos);
}

TEST_F(PlanTest, SeesThatAnotherValueIsAnotherOne) {
  write({{"m.py",
          "import torch\n"
          "def step(self, group, a: torch.Tensor, b: torch.Tensor, i: int):\n"
          "    print(group.gather(a).item())\n"
          "    print(group.gather(b).item())\n"
          "    print(a[i].item())\n"
          "    print(b[i].item())\n"
          "    print((b / 2).item())\n"}});
  const std::string text = outline(plan_from("step"));
  EXPECT_NE(text.find("m.py:6 SF301"), std::string::npos) << text;
  EXPECT_EQ(text.find("behind it"), text.rfind("behind it")) << text;
  EXPECT_NE(text.find("behind it"), std::string::npos) << text;
}

TEST_F(PlanTest, GoesOnPastFunctionsThatCallThemselves) {
  write({{"m.py",
          "import torch\n"
          "def down(x: torch.Tensor, n):\n"
          "    if n > 0:\n        down(x, n - 1)\n        up(x, n)\n"
          "    return x.item()\n"
          "def up(x, n):\n    return down(x, n - 1)\n"}});
  EXPECT_EQ(outline(plan_from("down")), "1 m.py:6 SF301 each call | delay by hand | elsewhere\n");
}

TEST_F(PlanTest, IsLinearInCallsThatDouble) {
  // Twice as many ways at each of the levels: 2^30 at the last.
  std::string text = "import torch\ndef f0(x):\n    return x.item()\n";
  for (int i = 1; i <= 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "(x)";
    text += "def f" + std::to_string(i) + "(x):\n    return " + before + " + " + before + "\n";
  }
  write({{"m.py", text + "def step(x: torch.Tensor):\n    return f30(x)\n"}});
  const Plan plan = plan_from("step");
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(plan.steps[0].entries.size(), 1U);
  EXPECT_EQ(plan.steps[0].lines.size(), 1U + 30U * 2U + 1U);
  EXPECT_GE(plan.steps[0].entries[0].times.ways, 1e6);
}

TEST_F(PlanTest, SaysWhatIsTooFarAway) {
  std::string text = "import torch\ndef f0(x):\n    return x.item()\n";
  for (int i = 1; i <= 50; ++i)
    text += "def f" + std::to_string(i) + "(x):\n    return f" + std::to_string(i - 1) + "(x)\n";
  write({{"m.py", text + "def step(x: torch.Tensor):\n    return f50(x)\n"}});
  const Plan plan = plan_from("step");
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(plan.steps[0].left_out, 1U);
  EXPECT_TRUE(outline(plan).ends_with(" cut\n"));
}

TEST_F(PlanTest, RunsTheBodyOfAGeneratorInTheLoop) {
  write({{"model.py", kModel},
         {"train.py",
          "import torch\nfrom model import Net\n\ndef batches(loader):\n    for batch in loader:\n"
          "        yield batch.cuda()\n\ndef train(loader, optimizer):\n    net = Net().cuda()\n"
          "    for batch in batches(loader):\n        loss = net(batch).sum()\n        loss.backward()\n"
          "        optimizer.step()\n"}});
  const Plan plan = plan_of("train.py");
  const auto trains_here = [&](const Step& step) { return step.function == "train"; };
  const auto step = std::ranges::find_if(plan.steps, trains_here);
  ASSERT_NE(step, plan.steps.end());
  EXPECT_TRUE(outline(*step).starts_with("train.py:10 calls batches\n  1 train.py:6 SF102")) << outline(*step);
}

TEST_F(PlanTest, RanksFoldersByTheirSteps) {
  write({{"model.py", kModel},
         {"mild.py", trains("", "")},
         {"bad.py", trains("        batch = batch.cuda()\n", "        print(loss.item())\n")},
         {"idle.py",
          "import torch\ndef train(loader, net, optimizer):\n    for batch in loader:\n        net(batch).backward()\n"
          "        optimizer.step()\n"}});
  const Plan plan = plan_of(".");
  ASSERT_EQ(plan.steps.size(), 2U);
  EXPECT_EQ(start(plan.steps[0]), "bad.py:6 each round of `for step, batch in enumerate(loader)` in train");
  EXPECT_EQ(start(plan.steps[1]), "mild.py:6 each round of `for step, batch in enumerate(loader)` in train");
  EXPECT_EQ(plan.without_waits, 1U);
}

TEST_F(PlanTest, StartsAtAForwardThatNobodyCalls) {
  write({{"model.py", kModel}});
  const Plan plan = plan_of("model.py");
  ASSERT_EQ(plan.steps.size(), 1U);  // Inner.forward runs in the step of Net
  EXPECT_EQ(start(plan.steps[0]), "model.py:12 each call of Net.forward");
}

TEST_F(PlanTest, TellsOfLoopsBesideAFunctionThatNothingLeadsTo) {
  write({{"model.py", kModel},
         {"run.py",
          "import torch\nfrom model import Net\nclass Runner:\n    def run(self, name, x: torch.Tensor):\n"
          "        print(x.cuda().item())\n        return getattr(self, name)(x)\n"
          "    def _decode(self, loader, optimizer):\n        net = Net().cuda()\n"
          "        for batch in loader:\n            net(batch).sum().backward()\n"
          "            optimizer.step()\n"}});
  const Plan plan = plan_from("Runner.run");
  ASSERT_EQ(plan.beside.size(), 1U);
  EXPECT_EQ(start(plan.beside[0]), "run.py:9 each round of `for batch in loader` in Runner._decode");
}

TEST_F(PlanTest, FollowsCxxThroughHeaders) {
  write({{"loss.h",
          "#pragma once\n#include <torch/torch.h>\ninline torch::Tensor mean(const torch::Tensor& out) {\n"
          "  return out.sum() / out.gt(0).sum().item<int64_t>();\n}\n"},
         {"train.cpp",
          "#include \"loss.h\"\nvoid train(Net& model, Loader& loader, torch::optim::SGD& optimizer) {\n"
          "  for (auto& batch : *loader) {\n    auto x = batch.data.to(torch::kCUDA);\n"
          "    auto loss = mean(model->forward(x));\n    loss.backward();\n    optimizer.step();\n"
          "    torch::cuda::synchronize();\n  }\n}\n"}});
  const Plan plan = plan_of(".");
  EXPECT_EQ(outline(plan),
            "1 train.cpp:4 SF102 each step | pinned by hand | nothing\n"
            "train.cpp:5 calls mean\n"
            "  2 loss.h:4 SF301 each step | off the path by hand | elsewhere\n"
            "3 train.cpp:8 SF601 each step | remove by hand | elsewhere\n");
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(start(plan.steps[0]), "train.cpp:3 each round of `for (auto& batch : *loader)` in train");
}

TEST_F(PlanTest, LeavesOutWhatIsSilenced) {
  write({{"model.py", kModel},
         {"train.py", trains("", "        print(loss.item())  # syncfree: ignore[SF301] wanted\n")}});
  EXPECT_EQ(outline(plan_of("train.py")).find("train.py:11"), std::string::npos);
}

TEST_F(PlanTest, CountsWhatRemains) {
  write({{"model.py", kModel},
         {"train.py",
          trains("        batch = batch.cuda()\n",
                 "        print(loss.item())\n        if step % 100 == 0:\n            print(loss.item())\n")}});
  const Plan plan = plan_of("train.py");
  ASSERT_EQ(plan.steps.size(), 1U);
  std::string text;
  for (const Outlook& outlook : outlook_of(checked().report, plan.steps[0]))
    text += std::string(name_of(outlook.action)) + ": " + outlook_words(outlook) + " " + outlook.flags + "\n";
  EXPECT_EQ(text,
            "safe: 1 wait goes, 5 stay --fix\n"
            "by hand: 4 waits go, 1 of them elsewhere or to fewer, 1 stays \n");
  for (const std::size_t last : {plan.steps[0].worst_first.back()})
    EXPECT_EQ(plan.steps[0].entries[last].action, Action::kLeave);
}

TEST_F(PlanTest, KeepsProblemsOfOtherFilesToItself) {
  write({{"model.py", kModel}, {"train.py", trains("", "")}, {"broken.py", "import torch\ndef f(:\n"}});
  plan_of("train.py");
  EXPECT_TRUE(checked().report.problems.empty());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::plan

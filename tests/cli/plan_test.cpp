// `syncfree-lint plan`, as a user calls it.
#include <string>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr const char* kTrain =
    "import torch\n"
    "from loss import loss_of\n"
    "\n"
    "def train(loader, net, optimizer):\n"
    "    for batch in loader:\n"
    "        loss = loss_of(net(batch.cuda()))\n"
    "        loss.backward()\n"
    "        optimizer.step()\n"
    "        print(loss.item())\n";
constexpr const char* kLoss =
    "import torch\n"
    "\n"
    "def loss_of(out):\n"
    "    return out.mean() * torch.tensor(0.5, device=out.device)\n";

class PlanCommand : public testing::Test {
 protected:
  PlanCommand() {
    place_.write("train.py", kTrain);
    place_.write("loss.py", kLoss);
  }
  Workplace place_;
};

TEST_F(PlanCommand, FollowsAScriptThroughItsProject) {
  const Outcome outcome = place_.run("plan train.py");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(
      outcome.out.starts_with("train.py:5:5: a step is each round of `for batch in loader` in train\n3 waits\n"))
      << outcome.out;
  EXPECT_NE(outcome.out.find("loss.py:4:25 SF202"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("safe now: 1 wait goes, 2 stay: syncfree-lint --fix loss.py\n"), std::string::npos);
}

/// What the plan says of `--fix` is what `--fix` does.
TEST_F(PlanCommand, TellsTheCommandThatFixes) {
  EXPECT_EQ(place_.run("--fix --exit-zero loss.py").status, 0);
  const Outcome outcome = place_.run("plan train.py");
  EXPECT_EQ(outcome.out.find("SF202"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("safe now"), std::string::npos);
}

TEST_F(PlanCommand, StartsAtAFunction) {
  for (const std::string word : {"loss:loss_of", "loss.py:loss_of", "loss_of"}) {
    const Outcome outcome = place_.run("plan . --from " + word);
    EXPECT_EQ(outcome.status, 0) << word;
    EXPECT_TRUE(outcome.out.starts_with("loss.py:3:5: a step is each call of loss_of\n1 wait\n")) << outcome.out;
  }
}

TEST_F(PlanCommand, StartsAtAMethodOfCxx) {
  place_.write(
      "run.cpp",
      "#include <torch/torch.h>\nstruct Runner {\n  float run(torch::Tensor x) { return x.item<float>(); }\n};\n");
  for (const std::string word : {"run.cpp:Runner::run", "Runner::run", "run"}) {
    const Outcome outcome = place_.run("plan . --from " + word);
    EXPECT_TRUE(outcome.out.starts_with("run.cpp:3:9: a step is each call of run\n1 wait\n"))
        << word << outcome.out << outcome.error;
  }
}

TEST_F(PlanCommand, StartsAtTheTopLevel) {
  place_.write("run.py", "import torch\nx = torch.ones(3).cuda()\nprint(x.sum().item())\n");
  EXPECT_TRUE(place_.run("plan run.py --from 'run:<module>'")
                  .out.starts_with("run.py:1:1: a step is a run of the top level\n2 waits\n"));
}

TEST_F(PlanCommand, SaysWhichFunctionsThereAre) {
  EXPECT_EQ(place_.run("plan . --from loss:los_of").error,
            "error: `--from`: no function `los_of` in `loss`; did you mean `loss_of`?\n");
  EXPECT_EQ(place_.run("plan . --from lost:loss_of").error,
            "error: `--from`: no module `lost` in the analysed files\n");
  EXPECT_EQ(place_.run("plan . --from loss:").error, "error: `--from` is MODULE:FUNCTION, not `loss:`\n");
  place_.write("other.py", kLoss);
  const Outcome outcome = place_.run("plan . --from loss_of");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.error, "error: `--from`: 2 functions are called `loss_of`: loss:loss_of, other:loss_of\n");
}

TEST_F(PlanCommand, SaysThatThereIsNoStep) {
  place_.write("idle.py", "import torch\n\ndef f():\n    return torch.ones(3)\n");
  const Outcome outcome = place_.run("plan idle.py");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("No step found in idle.py: ")) << outcome.out;
  place_.write("odd.py", "import torch\n\ndef f(x: torch.Tensor):\n    return x.item() + x.max().item()\n");
  EXPECT_TRUE(place_.run("plan odd.py").out.ends_with(" Waits stand in: f (2).\n")) << place_.run("plan odd.py").out;
  const Outcome json = place_.run("plan --output-format json idle.py");
  EXPECT_NE(json.out.find("\"steps\": []"), std::string::npos);
}

TEST_F(PlanCommand, SaysThatNothingWaits) {
  place_.write("free.py",
               "import torch\n\ndef train(loader, net, optimizer):\n    for batch in loader:\n"
               "        net(batch).backward()\n        optimizer.step()\n");
  EXPECT_EQ(place_.run("plan free.py").out,
            "Nothing waits for the GPU in the 1 step of free.py, as far as can be seen.\n");
}

TEST_F(PlanCommand, RefusesWhatItCannotRead) {
  const Outcome missing = place_.run("plan nothere.py");
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.out, "");
  EXPECT_EQ(missing.error, "error: nothere.py: cannot be read: No such file or directory\n");
  EXPECT_EQ(place_.run("plan --output-format xml").error,
            "error: `--output-format` cannot be `xml`; it is text, json or html (--help shows all options)\n");
  EXPECT_EQ(place_.run("plan --jobs 0").status, 2);
  place_.write("syncfree-lint.toml", "temperature = 3\n");
  EXPECT_EQ(place_.run("plan train.py").status, 2);
  EXPECT_EQ(place_.run("plan --isolated train.py").status, 0);
}

TEST_F(PlanCommand, WritesAFile) {
  EXPECT_EQ(place_.run("plan --output-format html --output-file plan.html train.py").out, "");
  EXPECT_TRUE(place_.read("plan.html").starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(place_.run("plan --output-file no/such/folder/plan.txt train.py").status, 2);
}

TEST_F(PlanCommand, KeepsToSelectedRulesAndConfidence) {
  const Outcome outcome = place_.run("plan --select SF2 train.py");
  EXPECT_NE(outcome.out.find("\n1 wait\n"), std::string::npos) << outcome.out;
  const Outcome certain = place_.run("plan --confidence certain --ignore SF301 train.py");
  EXPECT_EQ(certain.out.find("SF301"), std::string::npos);
}

/// The same for every number of threads, and in each run.
TEST_F(PlanCommand, IsTheSameEachTime) {
  const std::string first = place_.run("plan --jobs 1 --output-format json .").out;
  EXPECT_EQ(place_.run("plan --jobs 4 --output-format json .").out, first);
  EXPECT_EQ(place_.run("plan --output-format json .").out, first);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

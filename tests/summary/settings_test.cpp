// What a summary says of objects: what they keep of their constructor's arguments, and methods of their bases.
#include <gtest/gtest.h>

#include "tests/summary/package_rows.h"

namespace syncfree::summary {
namespace SYNCFREE_FILE {

/// The conditions of calls of objects of a class, or of a method of it.
Conditions of_object(const std::string& text, const std::string& name) {
  const auto rows = rows_of_core("import torch\nfrom torch import nn\n\n\n" + text);
  const auto found = rows.find("pack.core." + name);
  Conditions conditions;
  if (found == rows.end()) return conditions;
  const auto& call = found->second.object_call ? found->second.object_call : found->second.call;
  for (const catalog::TextBlock& block : call->blocks) conditions.push_back(block.when);
  return conditions;
}

std::string constructor_of(const std::string& text, const std::string& name) {
  const auto rows = rows_of_core("import torch\nfrom torch import nn\n\n\n" + text);
  const auto found = rows.find("pack.core." + name);
  return found == rows.end() ? "no row" : found->second.call->result;
}

TEST(SummarySettings, ArgumentsThatObjectsKeep) {
  const std::string net = R"(class Net(nn.Module):
    def __init__(self, size, check=True, how="mean", cached=False):
        super().__init__()
        if how is None:
            how = "sum"
        self.check = check
        self.how = how
        self.cached = cached
        self.kept = None
        self.count = 0

    def forward(self, x: torch.Tensor):
        CONDITION
            x.nonzero()
        if self.cached:
            self.kept = x
        self.count = self.count + 1
        return x
)";
  const auto with = [&](const std::string& condition) {
    std::string text = net;
    text.replace(text.find("CONDITION"), 9, "if " + condition + ":");
    return text;
  };
  EXPECT_EQ(of_object(with("self.check"), "Net"), Conditions{"device(x) and true(self.check)"});
  EXPECT_EQ(constructor_of(with("self.check"), "Net"), "instance(this, check, device=cpu)");
  EXPECT_EQ(of_object(with("self.how != \"off\""), "Net"),
            Conditions{"device(x) and (absent(self.how) or equals(self.how, mean))"});
  // Only where another setting says so is it stored.
  EXPECT_EQ(of_object(with("self.kept is None"), "Net"), Conditions{"device(x) and not true(self.cached)"});
  EXPECT_EQ(of_object(with("self.count == 0"), "Net"), Conditions());
}

/// Not in the order in which they were met, which differs from run to run.
TEST(SummarySettings, AreInTheOrderOfTheirNames) {
  const std::string text = R"(class Net(nn.Module):
    def __init__(self, zeta=True, alpha=True):
        super().__init__()
        self.zeta = zeta
        self.alpha = alpha

    def forward(self, x: torch.Tensor):
        if self.zeta and self.alpha:
            x.nonzero()
        return x
)";
  EXPECT_EQ(of_object(text, "Net"), Conditions{"device(x) and true(self.alpha) and true(self.zeta)"});
}

TEST(SummarySettings, ConstructorsOfBases) {
  const std::string text = R"(class Base:
    def __init__(self, how="error", **options):
        self.how = how
        self.check = options.pop("check", True)

    def look(self, x: torch.Tensor):
        if self.how != "off" and self.check:
            x.sum().item()
        return x


class Net(Base):
    def __init__(self, how="warn", **options):
        super().__init__(how, **options)

    def run(self, x: torch.Tensor):
        return self.look(x)


class Quiet(Base):
    def __init__(self):
        super().__init__("off")

    def run(self, x: torch.Tensor):
        return self.look(x)
)";
  EXPECT_EQ(of_object(text, "Net.run"),
            Conditions{"(on_device(self) or any_device()) and (absent(self.how) or not equals(self.how, off))"});
  EXPECT_EQ(of_object(text, "Quiet.run"), Conditions());
}

TEST(SummarySettings, MethodsThatSubclassesHave) {
  const std::string text = R"(class Metric(nn.Module):
    whole = False

    def update(self, x):
        raise NotImplementedError

    def forward(self, *args, **kwargs):
        if self.whole:
            self.update(*args, **kwargs)
        return self.once(*args, **kwargs)

    def once(self, *args, **kwargs):
        self.update(*args, **kwargs)
        return 1


class Sum(Metric):
    def update(self, x: torch.Tensor):
        self.total = x.sum()


class Count(Metric):
    def update(self, x: torch.Tensor):
        self.total = x.nonzero()
)";
  EXPECT_EQ(of_object(text, "Count"), Conditions{"(on_device(self) or any_device())"});
  EXPECT_EQ(of_object(text, "Sum"), Conditions());
}

TEST(SummarySettings, ClassesThatArgumentsChoose) {
  const std::string text = R"(class Binary(nn.Module):
    def __init__(self, check=True):
        super().__init__()
        self.check = check

    def update(self, x: torch.Tensor):
        if self.check:
            x.nonzero()
        return 1


class Several(nn.Module):
    def update(self, x: torch.Tensor):
        return x.sum()


class Task(str):
    BINARY = "binary"
    SEVERAL = "several"


class Metric(nn.Module):
    def __new__(cls, task, check=True, **options):
        task = Task(task)
        if task == Task.BINARY:
            return Binary(check)
        if task == Task.SEVERAL:
            return Several()
        raise ValueError
)";
  EXPECT_EQ(constructor_of(text, "Metric"),
            "when(always and equals(task, binary), instance(pack.core.Binary, check, device=cpu), "
            "instance(pack.core.Several, check, device=cpu))");
}

TEST(SummarySettings, ArgumentsThatAMethodHandsOnAsTheyCame) {
  const auto rows = rows_of_core(
      "import torch\nfrom torch import nn\n\n\n"
      "class Metric(nn.Module):\n"
      "    def forward(self, *args, **kwargs):\n        return self._whole(*args, **kwargs)\n\n"
      "    def _whole(self, *args, **kwargs):\n        self.update(*args, **kwargs)\n        return "
      "self.compute()\n\n\n"
      "class Accuracy(Metric):\n"
      "    def update(self, preds: torch.Tensor, target: torch.Tensor, check=True):\n"
      "        if check and not preds.is_floating_point():\n            torch.unique(preds)\n\n"
      "    def compute(self):\n        return 1\n");
  const auto found = rows.find("pack.core.Accuracy");
  ASSERT_TRUE(found != rows.end() && found->second.object_call);
  const catalog::TextCall& call = *found->second.object_call;
  EXPECT_EQ(call.parameters, (std::vector<std::string>{"self", "preds:tensor", "target:tensor", "check=True"}));
  ASSERT_EQ(call.blocks.size(), 1U);
  EXPECT_EQ(call.blocks.front().when, "(on_device(self) or any_device()) and not floating(preds) and true(check)");
  // Nor of a static method's, or of arguments that were changed on the way.
  for (const std::string update : {"    @staticmethod\n    def update(x: torch.Tensor, check=False):\n",
                                   "    def update(self, x: torch.Tensor, check=False):\n"}) {
    const bool is_static = update.contains("static");
    const auto changed = rows_of_core(
        "import torch\nfrom torch import nn\n\n\n"
        "class Metric(nn.Module):\n    def forward(self, *args, **kwargs):\n" +
        std::string(is_static ? "" : "        kwargs['check'] = True\n") +
        "        return self.update(*args, **kwargs)\n\n" + update +
        "        return torch.unique(x) if check else 1\n");
    const auto metric = changed.find("pack.core.Metric");
    ASSERT_TRUE(metric != changed.end() && metric->second.object_call);
    EXPECT_EQ(metric->second.object_call->parameters, (std::vector<std::string>{"self", "*args", "**kwargs"}));
  }
  // Who hands on something else, or asks for more, says nothing of its arguments.
  const auto others = rows_of_core(
      "import torch\nfrom torch import nn\n\n\n"
      "class Metric(nn.Module):\n"
      "    def forward(self, *args, **kwargs):\n        return self.update(1, *args, **kwargs)\n\n"
      "    def update(self, n, preds: torch.Tensor):\n        return torch.unique(preds)\n");
  const auto other = others.find("pack.core.Metric");
  ASSERT_TRUE(other != others.end() && other->second.object_call);
  EXPECT_EQ(other->second.object_call->parameters, (std::vector<std::string>{"self", "*args", "**kwargs"}));
}

TEST(SummarySettings, DevicesThatObjectsKeep) {
  const std::string text = R"(class Mean:
    def __init__(self, device=torch.device("cpu")):
        self.device = torch.device(device)

    def update(self, x: torch.Tensor):
        self.total = x.sum().to(self.device)
        return 1
)";
  for (const std::string& condition : of_object(text, "Mean.update"))
    EXPECT_TRUE(condition.ends_with("absent(self.device)")) << condition;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::summary

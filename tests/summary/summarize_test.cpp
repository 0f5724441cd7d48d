// The summary of a package.
#include "analyzer/summary/summarize.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/summary/summary_json.h"
#include "driver/summarize.h"
#include "tests/main/temporary_folder.h"
#include "tests/summary/package_rows.h"

namespace syncfree::summary {
namespace SYNCFREE_FILE {

std::string result_of(const std::string& body) {
  const auto rows = rows_of_core("import torch\nfrom torch import nn\n\n\n" + body);
  const auto found = rows.find("pack.core.f");
  return found == rows.end() || !found->second.call ? "no row" : found->second.call->result;
}

TEST(Summarize, Results) {
  EXPECT_EQ(result_of("def f(x: torch.Tensor):\n    return x.relu()\n"), "tensor(device=join)");
  EXPECT_EQ(result_of("def f(x: torch.Tensor):\n    return x.sum()\n"), "tensor(device=join, rank=0)");
  EXPECT_EQ(result_of("def f(x: torch.Tensor):\n    return x.shape[0], x\n"),
            "tuple(integer, tensor(device=join, rank=at_least(1)))");
  EXPECT_EQ(result_of("def f(n: int):\n    return torch.zeros(n, 2)\n"),
            "tensor(device=cpu, element=floating, rank=2)");
  EXPECT_EQ(result_of("def f(n: int):\n    return [str(n)]\n"), "list(string)");
  EXPECT_EQ(result_of("def f(x: torch.Tensor):\n    return {'a': x}\n"), "dict(tensor(device=join))");
  EXPECT_EQ(result_of("def f(x):\n    return x.device\n"), "device(caller)");
  EXPECT_EQ(result_of("class Net(nn.Module):\n    pass\n\n\ndef f():\n    return Net()\n"),
            "instance(pack.core.Net, device=cpu)");
}

TEST(Summarize, ParametersSayWhatTheyTake) {
  const auto rows = rows_of_core(R"(from typing import Optional, Tuple, Union
import torch
from torch import Tensor


def f(x: Optional[Tensor], y: Union[Tensor, Tuple[Tensor, Tensor]], z: Union[Tensor, float], n: Optional[int] = None,
      eps: float = 1e-5, *rest: Tensor, image: Tensor = None, flag: bool = False, plain=None,
      k: Union[int, None] = None, nothing: None = None):
    if isinstance(image, torch.Tensor):
        x = x + image
    return x * 2
)");
  EXPECT_EQ(rows.at("pack.core.f").call->parameters,
            (std::vector<std::string>{"x:tensor", "y:tensor", "z", "n:int=None", "eps:number=...", "*rest",
                                      "image=None", "flag=False", "plain=None", "k:int=None", "nothing=None"}));
}

TEST(Summarize, ObjectsThatAreTensors) {
  EXPECT_EQ(result_of("class Index(torch.Tensor):\n    pass\n\n\ndef f(x: torch.Tensor, on):\n"
                      "    return Index(x) if on else x.relu()\n"),
            "tensor(device=join)");
}

TEST(Summarize, WhatSaysNothingHasNoRow) {
  EXPECT_EQ(result_of("def f(x):\n    print(x)\n"), "no row");
  EXPECT_EQ(result_of("def f(x):\n    return unknown(x)\n"), "no row");
  EXPECT_EQ(rows_of_core("def _hidden():\n    return 1\n").count("pack.core._hidden"), 0U);
}

TEST(Summarize, WaitsThatEachCallGetsTo) {
  const auto direct = waits_of("def f(x: torch.Tensor):\n    return x.nonzero()\n");
  ASSERT_EQ(direct.size(), 1U);
  EXPECT_EQ(direct.front().rule, "SF506");
  EXPECT_EQ(direct.front().when, "device(x)");
  EXPECT_EQ(direct.front().reason, "inside, the host waits for `x.nonzero()` (pack/core.py:5)");

  const auto nested = waits_of(
      "def inner(x):\n    return x.sum().item()\n\n\ndef f(x: torch.Tensor):\n    for _ in range(3):\n        "
      "inner(x)\n");
  ASSERT_EQ(nested.size(), 1U);
  EXPECT_EQ(nested.front().reason, "inside, the host waits for `x.sum().item()` (pack/core.py:5), in a loop");

  const auto fixed = waits_of("def f(n: int):\n    return torch.zeros(n, device='cuda').tolist()\n");
  ASSERT_EQ(fixed.size(), 1U);
  EXPECT_EQ(fixed.front().when, "always");
}

TEST(Summarize, WaitsBehindWhatIsAskedOfParameters) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n=None):\n    if n is None:\n        x.nonzero()\n    return x\n"),
            Conditions{"device(x) and none(n)"});
  EXPECT_EQ(conditions_of(
                "def f(x: torch.Tensor, n=None):\n    if n is not None:\n        return x\n    return x.nonzero()\n"),
            Conditions{"device(x) and none(n)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, check=True):\n    return x.nonzero() if check else x\n"),
            Conditions{"device(x) and true(check)"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, skip=True):\n    if skip:\n        return x\n    return x.nonzero()\n"),
      Conditions{"device(x) and not true(skip)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, a, b):\n    if a and not b:\n        x.nonzero()\n    return x\n"),
            Conditions{"device(x) and true(a) and not true(b)"});
  EXPECT_EQ(conditions_of(
                "def f(x):\n    if isinstance(x, torch.Tensor):\n        return x.cuda().nonzero()\n    return x\n"),
            Conditions{"always and tensor(x)"});
  EXPECT_EQ(conditions_of(
                "def f(x: torch.Tensor, n):\n    if isinstance(n, Other):\n        return n\n    return x.nonzero()\n"),
            Conditions{"device(x) and tensor(n)"});
  EXPECT_EQ(
      conditions_of(
          "def f(x: torch.Tensor):\n    if torch.jit.is_scripting():\n        return x\n    return x.nonzero()\n"),
      Conditions{"device(x)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor):\n    return int(x.max()) + 1 if x.numel() > 0 else 0\n"),
            Conditions{"device(x)"});
}

TEST(Summarize, WaitsForWhatSomeParametersAre) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, y: torch.Tensor, rest: torch.Tensor):\n    z = y\n    for i in x:\n"
                          "        z = z + i\n    return z.nonzero(), rest\n"),
            Conditions{"(device(x) or device(y))"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, y: torch.Tensor):\n    y.nonzero()\n    return x.nonzero()\n"),
            (Conditions{"device(y)", "device(x)"}));
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, *y):\n    return (x + y[0]).nonzero()\n"),
            Conditions{"any_device()"});
  // None is no device, so nothing is copied.
  EXPECT_EQ(conditions_of("def f(n, device=None):\n    return torch.zeros(3).to(device)\n"),
            Conditions{"always and not none(device)"});
  EXPECT_EQ(conditions_of("def g(device=None):\n    return torch.zeros(3).to(device)\n\n\n"
                          "def f(n, device='cuda'):\n    return g(), g(device)\n"),
            Conditions{"always and not none(device)"});
}

TEST(Summarize, WaitsForWhatModulesHold) {
  EXPECT_EQ(conditions_of("def f(net: torch.nn.Module, n: int):\n"
                          "    return torch.tensor([p.norm() for p in net.parameters()])\n"),
            Conditions{"on_device(net)"});
  EXPECT_EQ(conditions_of("def norm(net: torch.nn.Module):\n    return net.weight.norm().item()\n\n\n"
                          "def f(net: torch.nn.Module, n: int):\n    return norm(net)\n"),
            Conditions{"(on_device(net) or any_device())"});
}

TEST(Summarize, WhatIsAskedIsFollowedThroughCalls) {
  const std::string inner =
      "def inner(x, size=None, check=True):\n    if check:\n        x.sum().item()\n    if size is None:\n        "
      "x.nonzero()\n"
      "    return x\n\n\n";
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor, n=None):\n    return inner(x, n, check=False)\n"),
            Conditions{"any_device() and none(n)"});
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor):\n    return inner(x, 3, False)\n"), Conditions());
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor):\n    return inner(x)\n"), Conditions{"any_device()"});
  // What a caller chooses, and what is another value by then.
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor, **options):\n    return inner(x, **options)\n"),
            Conditions());
  EXPECT_EQ(
      conditions_of(inner + "def f(x: torch.Tensor, n=None):\n    n = helper(n)\n    return inner(x, n, False)\n"),
      Conditions());
}

TEST(Summarize, WaitsBehindAnythingElseAreNotTold) {
  EXPECT_TRUE(waits_of("def f(x: torch.Tensor, n):\n    if len(n) > 3:\n        x.nonzero()\n    return x\n").empty());
  EXPECT_TRUE(
      waits_of("def f(x: torch.Tensor, n):\n    if n > 3:\n        return n\n    return x.nonzero()\n").empty());
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor):\n    if x.sum() > 0:\n        return x\n    return -x\n"),
            Conditions{"device(x)"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, n):\n    if n == 3:\n        raise ValueError\n    return x.nonzero()\n"),
      Conditions{"device(x)"});
}

TEST(Summarize, TheVersionIsThatOfTheDistribution) {
  const test::TemporaryFolder folder;
  folder.write("pack/__init__.py", "");
  folder.write("other-9.dist-info/RECORD", "other/__init__.py,sha256=1,0\nmore/pack/__init__.py,,\n");
  folder.write("torch_pack-1.2.dist-info/RECORD", "pack/__init__.py,sha256=1,0\n");
  driver::Progress progress;
  const auto made = driver::summarize_package({.folder = folder.path() / "pack", .others = {}, .jobs = 1}, progress);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->summary.version, "1.2");
}

TEST(Summarize, Classes) {
  const auto rows = rows_of_core(R"(import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(4, 2))
        self.size = 3

    def to(self, device):
        return self


class Net(Base):
    def forward(self, x: torch.Tensor):
        return x @ self.table

    @property
    def first(self):
        return self.table[0]

    @classmethod
    def load(cls, path: str):
        return cls()
)");
  const catalog::TextRow& net = rows.at("pack.core.Net");
  EXPECT_EQ(net.bases, (std::vector<std::string>{"pack.core.Base", "torch.nn.Module"}));
  EXPECT_EQ(net.call->result, "instance(this, device=cpu)");
  EXPECT_EQ(net.object_call->parameters, (std::vector<std::string>{"self", "x:tensor"}));
  EXPECT_EQ(net.object_call->result, "tensor(device=join)");
  EXPECT_EQ(rows.at("pack.core.Net.first").value, "tensor(device=join, element=floating, rank=1)");
  EXPECT_EQ(rows.at("pack.core.Base.table").value, "tensor(device=join, element=floating, rank=2)");
  EXPECT_EQ(rows.count("pack.core.Base.size"), 0U);
  // Its own `to` takes the place of torch's.
  EXPECT_EQ(rows.count("pack.core.Base.to"), 1U);
  // An object of a subclass, whatever that is.
  EXPECT_EQ(rows.count("pack.core.Net.load"), 0U);
  // What a subclass gives is not torch's guess.
  EXPECT_EQ(rows.at("pack.core.Base").object_call->result, "anything");
  EXPECT_EQ(rows.at("pack.Net").alias_of, "pack.core.Net");
}

TEST(Summarize, PackagesShowWhatLiesInThem) {
  const auto rows = rows_of({{"__init__.py", "from .ops import add\nfrom .ops import _hidden as shown\n"},
                             {"ops/__init__.py", "from .plus import *\nfrom ..other import elsewhere\n"},
                             {"ops/plus.py",
                              "import torch\n\n__all__ = ['add']\n\n\ndef add(x: torch.Tensor):\n    return x + 1\n\n\n"
                              "def more(x: torch.Tensor):\n    return x + 2\n"},
                             {"other.py", "import torch\n\n\ndef elsewhere(x: torch.Tensor):\n    return x + 3\n"},
                             {"script.py", "import torch\n\n\ndef lonely(x: torch.Tensor):\n    return x + 3\n"}});
  EXPECT_EQ(rows.at("pack.add").alias_of, "pack.ops.plus.add");
  EXPECT_EQ(rows.at("pack.ops.add").alias_of, "pack.ops.plus.add");
  EXPECT_EQ(rows.count("pack.ops.more"), 0U);       // `__all__` does not list it
  EXPECT_EQ(rows.count("pack.ops.elsewhere"), 0U);  // it has a name where it is
  EXPECT_EQ(rows.count("pack.other.elsewhere"), 1U);
  EXPECT_EQ(rows.count("pack.script.lonely"), 0U);  // no package leads there
}

TEST(Summarize, IsTheSameInAnyNumberOfThreads) {
  const test::TemporaryFolder folder;
  folder.write("pack/__init__.py", "");
  for (int i = 0; i < 12; ++i)
    folder.write("pack/m" + std::to_string(i) + "/__init__.py",
                 "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.nonzero()\n");
  std::string first;
  for (const unsigned jobs : {1U, 4U}) {
    driver::Progress progress;
    const auto made =
        driver::summarize_package({.folder = folder.path() / "pack", .others = {}, .jobs = jobs}, progress);
    ASSERT_TRUE(made.has_value());
    const std::string text = to_json(made->summary);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first);
    const auto read = from_json(text);
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ(read->rows, made->summary.rows);
  }
}

TEST(SummaryJson, RefusesWhatIsNone) {
  const auto refused = [](std::string_view text) {
    const auto read = from_json(text);
    return read ? std::string("read") : read.error();
  };
  EXPECT_EQ(refused("[]"), "is no summary of a library");
  EXPECT_EQ(refused("{\"syncfree-lint summary\": 0}"),
            "is a summary of another version of syncfree-lint; make it again");
  EXPECT_TRUE(refused("{").starts_with("cannot be read as a summary: "));
  EXPECT_TRUE(refused(R"({"syncfree-lint summary": 2, "package": "a", "version": 3, "rows": {}})")
                  .starts_with("cannot be read as a summary: "));
  EXPECT_EQ(refused(R"({"syncfree-lint summary": 2, "package": "a", "version": "", "rows": {"torch.relu": "a"}})"),
            "`torch.relu` is no name of a");
}

TEST(Summarize, PrivateFunctionsOfAPublicName) {
  const auto rows = rows_of({{"__init__.py", "from .old import _mean as mean\n"},
                             {"old.py",
                              "import torch\n\n\ndef _mean(x: torch.Tensor):\n    return x.nonzero()\n\n\n"
                              "def _other(x: torch.Tensor):\n    return x.nonzero()\n"}});
  ASSERT_EQ(rows.count("pack.mean"), 1U);
  EXPECT_EQ(rows.at("pack.mean").alias_of, "pack.old._mean");
  ASSERT_EQ(rows.count("pack.old._mean"), 1U);
  EXPECT_EQ(rows.at("pack.old._mean").call->blocks.size(), 1U);
  EXPECT_EQ(rows.count("pack.old._other"), 0U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::summary

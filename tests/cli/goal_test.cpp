// `syncfree-lint check --goal`, as a user calls it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr std::string_view kModel =
    "import torch\n"                                       // 1
    "from helpers import scale_of\n"                       // 2
    "\n"                                                   // 3
    "class Net(torch.nn.Module):\n"                        // 4
    "    def __init__(self):\n"                            // 5
    "        super().__init__()\n"                         // 6
    "        self.linear = torch.nn.Linear(8, 8)\n"        // 7
    "    def forward(self, x: torch.Tensor):\n"            // 8
    "        return self.linear(x) * scale_of(x)\n"        // 9
    "\n"                                                   // 10
    "def clean(x: torch.Tensor):\n"                        // 11
    "    return x.relu() @ x.T\n"                          // 12
    "\n"                                                   // 13
    "def says(x: torch.Tensor):\n"                         // 14
    "    print('step')\n"                                  // 15
    "    return x + torch.tensor(0.5, device=x.device)\n"  // 16
    "\n"                                                   // 17
    "def step(x: torch.Tensor):\n"                         // 18
    "    assert x.isfinite().all()\n"                      // 19
    "    if torch.compiler.is_compiling():\n"              // 20
    "        return x\n"                                   // 21
    "    return x * x.sum().item()\n"                      // 22
    "\n"                                                   // 23
    "def run(net: Net, x: torch.Tensor):\n"                // 24
    "    return net(x)\n"                                  // 25
    "\n"                                                   // 26
    "fast = torch.compile(says)\n"                         // 27
    "\n"                                                   // 28
    "@torch.compile(mode='reduce-overhead')\n"             // 29
    "def graphed(x: torch.Tensor):\n"                      // 30
    "    return x * 2\n"                                   // 31
    "\n"                                                   // 32
    "def calls_graphed(x: torch.Tensor):\n"                // 33
    "    return graphed(x)\n";                             // 34

constexpr std::string_view kHelpers =
    "import torch\n"
    "\n"
    "def scale_of(x):\n"
    "    return x.abs().max().item()\n";

/// What it waits for depends on what it is given.
constexpr std::string_view kOptions =
    "import torch\n"                                                      // 1
    "\n"                                                                  // 2
    "class Net(torch.nn.Module):\n"                                       // 3
    "    def __init__(self, check=False, sizes=(2, 2)):\n"                // 4
    "        super().__init__()\n"                                        // 5
    "        self.check = check\n"                                        // 6
    "        self.sizes = sizes\n"                                        // 7
    "    def forward(self, x: torch.Tensor, mask=None, scale='none'):\n"  // 8
    "        if self.check and x.isnan().any():\n"                        // 9
    "            x = x * 0\n"                                             // 10
    "        if mask is not None:\n"                                      // 11
    "            x = x[mask > 0]\n"                                       // 12
    "        if scale == 'max':\n"                                        // 13
    "            x = x / x.abs().max().item()\n"                          // 14
    "        if len(self.sizes) == 3:\n"                                  // 15
    "            x = x[x.nonzero()]\n"                                    // 16
    "        return x\n"                                                  // 17
    "\n"                                                                  // 18
    "def norm(x: torch.Tensor, clip: int = 0, **options):\n"              // 19
    "    return x / x.norm().item() if clip > 0 else x\n"                 // 20
    "\n"                                                                  // 21
    "def traced(x: torch.Tensor, debug=False, seen=None):\n"              // 22
    "    if debug and x.dim() > 1:\n"                                     // 23
    "        print(x.max().item())\n"                                     // 24
    "    if not debug:\n"                                                 // 25
    "        return x\n"                                                  // 26
    "    return x / x.sum().item()\n"                                     // 27
    "\n"                                                                  // 28
    "def rows(x, index):\n"                                               // 29
    "    return x[index]\n"                                               // 30
    "\n"                                                                  // 31
    "class Wide(Net):\n"                                                  // 32
    "    def __init__(self, width=2, **options):\n"                       // 33
    "        super().__init__(**options)\n";                              // 34

/// A table of functions, of which one waits.
constexpr std::string_view kKinds =
    "import torch\n\n"
    "def mean(x): return x.mean()\n\n"
    "def total(x): return x.sum()\n\n"
    "def most(x: torch.Tensor): return x.max().item()\n\n"
    "KINDS = {'mean': mean, 'sum': total, 'max': most}\n\n";

class GoalCheck : public testing::Test {
 protected:
  GoalCheck() {
    place_.write("model.py", kModel);
    place_.write("helpers.py", kHelpers);
    place_.write("options.py", kOptions);
  }
  Outcome ask(const std::string& goal, const std::string& words) const {
    return place_.run("check --goal " + goal + " --output-format concise " + words);
  }
  Workplace place_;
};

struct Case {
  std::string goal;
  std::string function;
  std::vector<std::string> places;  ///< beginnings of the lines
};

TEST_F(GoalCheck, TellsWhereTheGoalIsMissed) {
  const std::vector<Case> cases = {
      {"capture", "clean", {}},
      {"compile", "clean", {}},
      {"capture", "says", {"model.py:16:16: SF202"}},
      {"compile", "says", {"model.py:15:5: SF607"}},
      {"capture", "step", {"model.py:22:16: SF301", "model.py:19:12: SF302"}},
      {"compile", "step", {}},
      {"capture", "run", {"helpers.py:4:12: SF301"}},
      {"compile", "run", {"helpers.py:4:12: SF301"}},
      {"capture", "Net", {"helpers.py:4:12: SF301"}},
      {"capture", "Net.forward", {"helpers.py:4:12: SF301"}},
      {"capture", "calls_graphed", {"model.py:34:12: SF606"}},
      {"compile", "calls_graphed", {}},
  };
  for (const Case& each : cases) {
    const Outcome outcome = ask(each.goal, "model.py:" + each.function);
    EXPECT_EQ(outcome.status, each.places.empty() ? 0 : 1) << each.goal << " " << each.function << outcome.error;
    for (const std::string& place : each.places) {
      EXPECT_NE(("\n" + outcome.out).find("\n" + place), std::string::npos) << each.goal << " " << outcome.out;
    }
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(outcome.out, '\n')), each.places.size()) << outcome.out;
  }
}

TEST_F(GoalCheck, TakesModulesAndWhatTheyImport) {
  EXPECT_EQ(ask("capture", "helpers:scale_of").status, 1);
  EXPECT_EQ(ask("capture", "model:scale_of").status, 1);
  EXPECT_EQ(ask("capture", "model:clean").status, 0);
}

/// Lines of options.py.
struct CallCase {
  std::string call;
  std::vector<int> lines;
};

TEST_F(GoalCheck, FollowsACallAsItIsWritten) {
  const std::vector<CallCase> cases = {
      {"Net", {}},
      {"Net()", {}},
      {"Net.forward", {}},
      {"Net(check=True)", {9}},
      {"Net(True)", {9}},
      {"Net(sizes=(2, 2, 2))", {16}},
      {"Net(check)", {9}},
      {"Net.forward(mask)", {12}},
      {"Net.forward(x, mask=mask)", {12}},
      {"Net.forward(mask=...)", {12}},
      {"Net(check=True).forward(mask)", {9, 12}},
      {"Net(check=True)(mask, scale=\"max\")", {9, 12, 14}},
      {"Net().forward(x, None, \"max\")", {14}},
      {"norm", {}},
      {"norm(x, 1)", {20}},
      {"norm(clip=-1, name=3)", {}},
      {"traced", {}},
      {"traced(debug=True)", {24, 27}},
      {"Wide", {}},
      {"Wide(width=3)", {}},
      {"Wide(check)", {9}},
      {"Wide(3, check=True)", {9}},
      {"rows", {}},
      {R"(rows(torch.rand(4, 8, device="cuda"), torch.zeros(4, dtype=torch.bool, device="cuda")))", {30}},
      {R"(rows(torch.rand(4, 8, device="cuda"), torch.zeros(4, dtype=torch.int64, device="cuda")))", {}},
      {R"(rows(torch.rand((4, 8), device="cuda"), index=torch.randint(0, 4, (), device="cuda")))", {30}},
  };
  for (const CallCase& each : cases) {
    const Outcome outcome = ask("capture", "'options.py:" + each.call + "'");
    EXPECT_EQ(outcome.status, each.lines.empty() ? 0 : 1) << each.call << " " << outcome.error;
    for (const int line : each.lines) {
      EXPECT_NE(outcome.out.find("options.py:" + std::to_string(line) + ":"), std::string::npos)
          << each.call << " " << outcome.out;
    }
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(outcome.out, '\n')), each.lines.size())
        << each.call << " " << outcome.out;
  }
}

TEST_F(GoalCheck, FollowsWhatAClassInheritsFromALibrary) {
  place_.write("venv/lib/python3.11/site-packages/bases/__init__.py",
               "import torch\n\n"
               "class Base(torch.nn.Module):\n"
               "    def forward(self, x: torch.Tensor):\n"
               "        return self.scaled(x) / x.max().item()\n"
               "    def scaled(self, x):\n"
               "        raise NotImplementedError\n");
  place_.write("own.py",
               "import torch\nfrom bases import Base\n\n"
               "class Own(Base):\n"
               "    def scaled(self, x: torch.Tensor):\n"
               "        return x * x.sum().item()\n");
  const Outcome outcome = ask("capture", "--python venv own.py:Own.forward");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  EXPECT_NE(outcome.out.find("own.py:4:7: SF301 [error, likely, warm] `Base.forward`: "), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("own.py:6:20: SF301"), std::string::npos) << outcome.out;
}

TEST_F(GoalCheck, FollowsTheFunctionBehindItsOverloads) {
  place_.write("overloads.py",
               "from typing import overload\n"
               "import torch\n\n"
               "@overload\n"
               "def total(x: torch.Tensor): ...\n\n"
               "@overload\n"
               "def total(x: float): ...\n\n"
               "def total(x: torch.Tensor):\n"
               "    return x.sum().item()\n");
  EXPECT_TRUE(ask("capture", "overloads.py:total").out.starts_with("overloads.py:11:12: SF301"));
}

TEST_F(GoalCheck, SaysWhatItThinks) {
  const Outcome clean = place_.run("check --goal capture model.py:clean");
  EXPECT_EQ(clean.out, "capture: nothing seen that would break a capture of `clean` (1 function followed)\n");
  const Outcome run = place_.run("check --goal compile model.py:run");
  EXPECT_NE(run.out.find("note: called from run (model.py:25:12)"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("note: called from Net.forward (model.py:9:33)"), std::string::npos) << run.out;
  EXPECT_TRUE(run.out.ends_with("compile: 1 place breaks the graph of `run` (3 functions followed)\n")) << run.out;
}

TEST_F(GoalCheck, AsksAboutWhatTheFilesCompile) {
  const Outcome outcome = place_.run("check --goal compile model.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("compile: 1 place breaks the graph of `says`"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("nothing seen that would break the graph of `graphed`"), std::string::npos);
  EXPECT_EQ(outcome.out.find("`step`"), std::string::npos);
}

TEST_F(GoalCheck, FollowsAnImportIntoALibrary) {
  place_.write("venv/lib/python3.11/site-packages/solver/__init__.py", "from solver.inverse import inverse\n");
  place_.write("venv/lib/python3.11/site-packages/solver/inverse.py",
               "import torch\n\ndef inverse(x: torch.Tensor):\n    return x.sum().item()\n");
  place_.write("api.py", "import torch\nfrom solver import inverse\n");
  const Outcome outcome = place_.run("check --goal capture --output-format concise --python venv api:inverse");
  EXPECT_EQ(outcome.status, 1) << outcome.error;
  EXPECT_NE(outcome.out.find("site-packages/solver/inverse.py:4:12: SF301"), std::string::npos) << outcome.out;
}

TEST_F(GoalCheck, AsksHelpersWhatTheyAnswer) {
  place_.write("tracing.py",
               "import torch\n\n"
               "def is_traced():\n"
               "    try:\n"
               "        import torch\n"
               "        return torch.compiler.is_compiling() or torch.cuda.is_current_stream_capturing()\n"
               "    except Exception:\n"
               "        return False\n\n"
               "def step(x: torch.Tensor):\n"
               "    if not is_traced() and x.isnan().any():\n"
               "        raise ValueError\n"
               "    return x if is_traced() else x * x.sum().item()\n\n"
               "found = getattr(torch.compiler, 'is_compiling', None)\n\n"
               "def is_compiling():\n"
               "    return bool(found()) if found is not None else False\n\n"
               "def checked(x: torch.Tensor):\n"
               "    if not is_compiling():\n"
               "        x = x * float(x.sum())\n"
               "    return x\n");
  EXPECT_EQ(ask("capture", "tracing.py:step").out, "");
  EXPECT_EQ(ask("compile", "tracing.py:step").out, "");
  EXPECT_NE(ask("capture", "tracing.py:checked").out, "");
  EXPECT_EQ(ask("compile", "tracing.py:checked").out, "");
}

TEST_F(GoalCheck, KnowsOperatorsThatDoNotWait) {
  place_.write("operators.py",
               "import torch\n\n"
               "def late(x: torch.Tensor):\n"
               "    table = torch.tensor([1.0, 2.0])\n"
               "    return x + table.to(x.device, non_blocking=True)\n\n"
               "def pinned(x: torch.Tensor):\n"
               "    table = torch.ones(2, pin_memory=True)\n"
               "    return x + table.to(x.device, non_blocking=True)\n\n"
               "def square(x: torch.Tensor):\n"
               "    return pow(x, 2)\n\n"
               "def named(x: torch.Tensor, count: int):\n"
               "    return {str(count): x, 'x' + str(x.shape): x}\n\n"
               "def shown(x: torch.Tensor):\n"
               "    return {str(x): x}\n");
  EXPECT_TRUE(ask("capture", "operators.py:late").out.starts_with("operators.py:5:16: SF606"));
  EXPECT_EQ(ask("capture", "operators.py:pinned").out, "");
  EXPECT_EQ(ask("compile", "operators.py:late").out, "");
  EXPECT_TRUE(ask("compile", "operators.py:square").out.starts_with("operators.py:12:12: SF607"));
  EXPECT_EQ(ask("compile", "operators.py:named").out, "");
  EXPECT_NE(ask("compile", "operators.py:shown").out, "");
}

TEST_F(GoalCheck, ACaptureFindsInACacheWhatTheCallsBeforeItMade) {
  place_.write("cached.py",
               "from functools import lru_cache\n"
               "import torch\n\n"
               "@lru_cache\n"
               "def window(size):\n"
               "    print(size)\n"
               "    return torch.arange(size).cuda()\n\n"
               "@lru_cache\n"
               "def like(x):\n"
               "    return torch.arange(3).to(x.device)\n\n"
               "def windowed(x: torch.Tensor):\n"
               "    return x * window(x.shape[0])\n\n"
               "def shifted(x: torch.Tensor):\n"
               "    return x + like(x)\n");
  EXPECT_EQ(ask("capture", "cached.py:windowed").out, "");
  EXPECT_TRUE(ask("compile", "cached.py:windowed").out.starts_with("cached.py:6:5: SF607"));
  EXPECT_TRUE(ask("capture", "cached.py:shifted").out.starts_with("cached.py:11:12: SF105"));
}

TEST_F(GoalCheck, TellsOfCallsThatRunOneOfSeveral) {
  place_.write("table.py", std::string(kKinds) +
                               "def step(x: torch.Tensor, kind: str):\n"
                               "    return KINDS[kind](x)\n");
  const Outcome outcome = place_.run("check --goal capture table.py:step");
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("`KINDS[kind](x)` (table.py:12:12)"), std::string::npos) << outcome.out;
  EXPECT_EQ(ask("capture", "'table.py:step(kind=\"max\")'").status, 1);
  EXPECT_EQ(ask("capture", "'table.py:step(kind=\"sum\")'").status, 0);
}

TEST_F(GoalCheck, CountsWhatSeveralTake) {
  place_.write("several.py",
               "import torch\n\n"
               "def distance(*points):\n"
               "    if len(points) == 1:\n"
               "        return points[0].item()\n"
               "    if len(points) == 3:\n"
               "        return points[2].sum().item()\n"
               "    return points[0] - points[1]\n");
  const std::string x = "torch.rand(2, device=\"cuda\")";
  EXPECT_EQ(ask("capture", "'several.py:distance(" + x + ", " + x + ")'").out, "");
  EXPECT_NE(ask("capture", "'several.py:distance(" + x + ")'").out.find("several.py:5:"), std::string::npos);
  const std::string of_three = ask("capture", "'several.py:distance(" + x + ", 2, " + x + ")'").out;
  EXPECT_NE(of_three.find("several.py:7:"), std::string::npos) << of_three;
  EXPECT_EQ(of_three.find("several.py:5:"), std::string::npos) << of_three;
}

TEST_F(GoalCheck, FollowsNoCodeOfOtherDevices) {
  place_.write("devices.py",
               "import torch\n\n"
               "HAS_XPU = torch.xpu.is_available()\n\n"
               "def is_full(mask: torch.Tensor):\n"
               "    if HAS_XPU:\n"
               "        return mask.all()\n"
               "    return False\n\n"
               "def step(mask: torch.Tensor):\n"
               "    return None if is_full(mask) else mask\n\n"
               "def check(x: torch.Tensor):\n"
               "    if x.device.type == 'mps' and not bool(x.all()):\n"
               "        raise ValueError\n"
               "    if x.device.type != 'cuda':\n"
               "        x = x * float(x.sum())\n"
               "    return x\n");
  EXPECT_EQ(ask("capture", "devices.py:step").out, "");
  EXPECT_EQ(ask("capture", "devices.py:check").out, "");
  EXPECT_EQ(ask("compile", "devices.py:check").out, "");
}

TEST_F(GoalCheck, FollowsNoCodeOfSparseTensors) {
  place_.write("layouts.py",
               "import torch\n\n"
               "def is_sparse(x):\n"
               "    if isinstance(x, torch.Tensor):\n"
               "        if x.layout == torch.sparse_coo:\n"
               "            return True\n"
               "        if x.layout in (torch.sparse_csr, torch.sparse_csc):\n"
               "            return True\n"
               "    return False\n\n"
               "def degree(x: torch.Tensor):\n"
               "    if is_sparse(x):\n"
               "        return x.coalesce()\n"
               "    return x.sum(0)\n\n"
               "def dense(several: list[torch.Tensor]):\n"
               "    if all(x.is_sparse for x in several):\n"
               "        return [x.coalesce() for x in several]\n"
               "    return several\n\n"
               "def strided(x: torch.Tensor):\n"
               "    return x if x.layout is not torch.sparse_coo else x.coalesce()\n\n"
               "def kept(x: torch.Tensor):\n"
               "    return x.nonzero() if x.layout == torch.strided else x\n");
  for (const char* name : {"degree", "dense", "strided"})
    EXPECT_EQ(ask("capture", std::string("layouts.py:") + name).out, "") << name;
  EXPECT_NE(ask("capture", "layouts.py:kept").out, "");
}

TEST_F(GoalCheck, AssertionsAreTracedWithAConstantMessage) {
  place_.write("checks.py",
               "import torch\n\n"
               "def plain(x: torch.Tensor):\n"
               "    assert x.min() >= 0\n"
               "    assert x.max() <= 1, 'too large'\n"
               "    return x\n\n"
               "def put_together(x: torch.Tensor):\n"
               "    assert x.min() >= 0, f'negative: {x.shape}'\n"
               "    return x\n");
  EXPECT_EQ(ask("compile", "checks.py:plain").out, "");
  EXPECT_NE(ask("compile", "checks.py:put_together").out.find("checks.py:9:"), std::string::npos);
}

TEST_F(GoalCheck, SlicesByATensorEndTheGraph) {
  place_.write("slices.py",
               "import torch\n\n"
               "def cut(x: torch.Tensor):\n"
               "    length = torch.ceil(torch.as_tensor(x.shape[0] / 2)).long()\n"
               "    return x[..., :length]\n\n"
               "def halved(x: torch.Tensor):\n"
               "    return x[..., : x.shape[0] // 2]\n\n"
               "def marked(x: torch.Tensor):\n"
               "    y = torch.zeros_like(x)\n"
               "    y[x.topk(2).indices] = 2\n"
               "    y[x.argmin()] = 1\n"
               "    return y\n\n"
               "def emptied(x: torch.Tensor):\n"
               "    rows, ends = torch.ones(4, 4), torch.tensor([1, 2, 3, 4])\n"
               "    rows[0, ends[0]:] = 0\n"
               "    return rows\n");
  EXPECT_NE(ask("compile", "slices.py:cut").out.find("slices.py:5:"), std::string::npos);
  EXPECT_EQ(ask("compile", "slices.py:halved").out, "");
  EXPECT_EQ(ask("capture", "slices.py:cut").out, "");
  EXPECT_NE(ask("compile", "slices.py:emptied").out.find("slices.py:18:"), std::string::npos);
  const std::string marked = ask("compile", "slices.py:marked").out;
  EXPECT_NE(marked.find("slices.py:13:"), std::string::npos) << marked;
  EXPECT_EQ(marked.find("slices.py:12:"), std::string::npos) << marked;
}

TEST_F(GoalCheck, TablesTakeTheNameThatTheCallGives) {
  place_.write("named.py", std::string(kKinds) +
                               "def step(x: torch.Tensor, kind: str):\n"
                               "    return KINDS[kind.lower()](x)\n\n"
                               "def optional(x: torch.Tensor, **options):\n"
                               "    return KINDS[options.get('kind', 'max')](x)\n\n"
                               "class Held(torch.nn.Module):\n"
                               "    def __init__(self):\n"
                               "        super().__init__()\n"
                               "        self.kept = None\n"
                               "    def forward(self, x: torch.Tensor):\n"
                               "        if self.kept is not None:\n"
                               "            x = self.sharpened_once(x)\n"
                               "        return x\n"
                               "    def sharpened_once(self, x):\n"
                               "        return x / x.sum().item()\n");
  EXPECT_EQ(ask("capture", "'named.py:step(kind=\"MAX\")'").status, 1);
  EXPECT_EQ(ask("capture", "'named.py:step(kind=\"Sum\")'").status, 0);
  EXPECT_EQ(ask("capture", "'named.py:optional(x=torch.rand(2, device=\"cuda\"))'").status, 1);
  EXPECT_EQ(ask("capture", "named.py:Held.forward").out, "");
}

TEST_F(GoalCheck, TellsOfCallsThatNobodyKnows) {
  place_.write("unknown.py", "import torch\n\ndef step(x: torch.Tensor, f):\n    return f(x)\n");
  const Outcome outcome = place_.run("check --goal capture unknown.py:step");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("not followed: 1 call of unknown functions: `f(x)` (unknown.py:4:12)"), std::string::npos)
      << outcome.out;
}

TEST_F(GoalCheck, JsonHasTheVerdict) {
  const Outcome outcome = place_.run("check --goal capture model.py:clean --output-format json");
  EXPECT_NE(outcome.out.find("\"ready\": true"), std::string::npos) << outcome.out;
  const Outcome broken = place_.run("check --goal capture model.py:says --output-format json");
  EXPECT_NE(broken.out.find("\"ready\": false"), std::string::npos) << broken.out;
}

struct Refused {
  std::string words;
  std::string error;
};

TEST_F(GoalCheck, RefusesWhatIsNotThere) {
  const std::vector<Refused> cases = {
      {"--goal speed model.py:clean", "`--goal`"},
      {"--goal capture model.py:claen", "model.py: no function `claen`; did you mean `clean`?"},
      {"--goal capture gone.py:clean", "gone.py: no such file"},
      {"--goal capture no_such_module:clean", "no module `no_such_module`"},
      {"--goal capture model.py:", "`--goal` takes MODULE:FUNCTION"},
      {"--goal capture 'options.py:Net(depth=2)'", "options.py: `Net` has no parameter `depth`"},
      {"--goal capture 'options.py:Net.forward(msak)'", "no parameter `msak`; did you mean `mask`?"},
      {"--goal capture 'options.py:norm(x, 1, 2)'", "`norm` has no parameter at place 3"},
      {"--goal capture 'options.py:norm(1, x)'", "`norm` is given `x` twice"},
      {"--goal capture 'options.py:norm(clip=low)'", "`low`: a value is a literal"},
      {"--goal capture 'options.py:norm(*several)'", "is neither the name of a function nor a call"},
      {"--goal capture 'options.py:norm(x'", "is neither the name of a function nor a call"},
      {"--goal capture 'options.py:norm().item()'", "no function `norm.item`"},
      {"--goal capture model.py:clean --fix", "`--goal` and `--fix` do not go together"},
      {"--goal capture -", "`--goal` and `-` do not go together"},
  };
  for (const Refused& each : cases) {
    const Outcome outcome = place_.run("check " + each.words);
    EXPECT_EQ(outcome.status, 2) << each.words;
    EXPECT_EQ(outcome.out, "") << each.words;
    EXPECT_NE(outcome.error.find(each.error), std::string::npos) << outcome.error;
  }
}

TEST_F(GoalCheck, AModuleThatIsThereTwiceIsNamedByItsFile) {
  place_.write("src/model.py", kModel);
  const Outcome outcome = ask("capture", "model:clean");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("name the file"), std::string::npos) << outcome.error;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

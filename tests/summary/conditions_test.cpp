// What a summary says must hold for a call to wait.
#include <gtest/gtest.h>

#include "tests/summary/package_rows.h"

namespace syncfree::summary {
namespace SYNCFREE_FILE {

TEST(SummaryConditions, ConstantsThatParametersEqual) {
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, p=0.5):\n    if p == 0.0:\n        return p\n    return x.nonzero()\n"),
      Conditions{"device(x) and (absent(p) or not equals(p, 0))"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, how='sum'):\n    if how == 'sum':\n        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and (absent(how) or equals(how, sum))"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, how):\n    if how in ('a', 'b'):\n        x.nonzero()\n    return 1\n"),
      (Conditions{"device(x) and equals(how, a)", "device(x) and equals(how, b)"}));
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, how):\n    if how.lower() == 'a':\n        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and equals(how, a)"});
  // Through calls.
  const std::string inner =
      "def inner(x, how='sum'):\n    if how == 'sum':\n        return x.nonzero()\n    return x\n\n\n";
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor):\n    return inner(x)\n"), Conditions{"any_device()"});
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor):\n    return inner(x, how='mean')\n"), Conditions());
}

TEST(SummaryConditions, MembersOfEnumerations) {
  EXPECT_EQ(conditions_of("class Task(str):\n    BINARY = 'binary'\n    OTHER = 'other'\n\n\n"
                          "def f(x: torch.Tensor, task):\n    task = Task.from_str(task)\n"
                          "    if task == Task.BINARY:\n        return x.nonzero()\n    return x\n"),
            Conditions{"device(x) and equals(task, binary)"});
}

TEST(SummaryConditions, WhateverAConditionSays) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor):\n    if x.dim() == 2:\n        return x.nonzero()\n"
                          "    return x.sum().item()\n"),
            Conditions{"device(x)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    if x.dim() == 2:\n        x.nonzero()\n    elif n > 2:\n"
                          "        x.tolist()\n    else:\n        raise ValueError\n    return 1\n"),
            Conditions{"device(x)"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, n, check=True):\n    if n > 2:\n        if check:\n            x.tolist()\n"
                    "    elif check:\n        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and true(check)"});
  // One way does not wait.
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    if n > 2:\n        x.nonzero()\n    return 1\n"),
            Conditions());
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    if n > 2:\n        if n > 5:\n            return 1\n"
                          "        return x.nonzero()\n    return x.tolist()\n"),
            Conditions());
}

TEST(SummaryConditions, WhatOrdinaryCallsAnswerAlike) {
  const auto after = [](const std::string& condition) {
    return conditions_of(
        "def is_sparse(src):\n    if isinstance(src, torch.Tensor):\n"
        "        if src.layout == torch.sparse_coo:\n            return True\n    return False\n\n\n"
        "_XLA = available('torch_xla')\n\n\n"
        "def f(x: torch.Tensor, n):\n    count = x.shape[0]\n    if " +
        condition + ":\n        return 1\n    return x.nonzero()\n");
  };
  for (const char* condition : {"x.is_sparse", "x.layout == torch.sparse_csr", "is_sparse(x)", "x.numel() == 0",
                                "len(x) == 0", "count == 0", "x.is_mps", "x.device.type == 'mps'", "_XLA",
                                "torch.jit.is_tracing()", "torch.are_deterministic_algorithms_enabled()"}) {
    EXPECT_EQ(after(condition), Conditions{"device(x)"}) << condition;
  }
  EXPECT_EQ(after("x.is_contiguous()"), Conditions());
  // An operand that comes back as it was.
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    if n < 2:\n        return x\n    return x.nonzero()\n"),
            Conditions{"device(x)"});
}

TEST(SummaryConditions, PlacesOfArguments) {
  for (const char* condition : {"x.is_cuda", "not x.is_cpu", "x.device.type == 'cuda'"}) {
    EXPECT_EQ(conditions_of(std::string("def f(x: torch.Tensor):\n    if ") + condition +
                            ":\n        x.nonzero()\n    return 1\n"),
              Conditions{"always and device(x)"});
  }
}

TEST(SummaryConditions, KindsOfArguments) {
  EXPECT_EQ(conditions_of(
                "def f(x: torch.Tensor, n):\n    if isinstance(n, (int, float)):\n        x.nonzero()\n    return 1\n"),
            Conditions{"device(x) and host_number(n)"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, m):\n    if m.dtype == torch.bool:\n        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and boolean(m)"});
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor):\n    if x.is_floating_point():\n        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and floating(x)"});
  // What is no None, whoever calls.
  EXPECT_EQ(conditions_of("def make(device=None):\n    return torch.tensor([1.0, 2.0], device=device)\n\n\n"
                          "def f(x: torch.Tensor):\n    return make(device=x.device)\n"),
            Conditions{"any_device()"});
}

TEST(SummaryConditions, PlacesThatOperandsName) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    return torch.tensor([n, 2.0], device=x.device)\n"),
            Conditions{"device(x)"});
  EXPECT_EQ(conditions_of("def inner(x):\n    device = x.device\n    return torch.zeros(3).to(device)\n\n\n"
                          "def f(x: torch.Tensor, n):\n    return inner(x)\n"),
            Conditions{"any_device()"});
  EXPECT_EQ(conditions_of("def make(device):\n    return torch.tensor([1.0, 2.0], device=device)\n\n\n"
                          "def f(x: torch.Tensor):\n    return make(x.device)\n"),
            Conditions{"any_device()"});
}

TEST(SummaryConditions, ParametersThatAreStored) {
  // The value is read before it is stored.
  const std::string inner = "def inner(x, n):\n    if n is None:\n        x.nonzero()\n    return n\n\n\n";
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor, n=None):\n    n = inner(x, n)\n    return n\n"),
            Conditions{"any_device() and none(n)"});
  // By some calls alone.
  EXPECT_EQ(
      conditions_of("def f(x: torch.Tensor, y=None, n=None):\n    if y is None:\n        n = 1\n    if n is None:\n"
                    "        x.nonzero()\n    return 1\n"),
      Conditions{"device(x) and not none(y) and none(n)"});
  EXPECT_EQ(conditions_of(inner + "def f(x: torch.Tensor, y=None, n=None):\n    if y is None:\n        n = 1\n"
                                  "    return inner(x, n)\n"),
            Conditions{"any_device() and not none(y) and none(n)"});
}

TEST(SummaryConditions, ObjectsOfOtherClasses) {
  EXPECT_EQ(conditions_of("def inner(x):\n    return x.nonzero()\n\n\n"
                          "def f(x):\n    if isinstance(x, Sparse):\n        x = x.values()\n"
                          "    if isinstance(x, torch.Tensor):\n        return inner(x)\n    return 1\n"),
            Conditions{"any_device() and tensor(x)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n):\n    if isinstance(n, Other):\n        return x.nonzero()\n"
                          "    return x.tolist()\n"),
            Conditions{"device(x)"});
}

TEST(SummaryConditions, OverloadsAreWhatTheyDeclare) {
  const std::string overloaded =
      "from typing import overload\n\n\n@overload\ndef inner(x: int) -> int:\n    ...\n\n\n"
      "@overload\ndef inner(x: torch.Tensor) -> torch.Tensor:\n    ...\n\n\n"
      "def inner(x):\n    return x.sum().item()\n\n\n";
  EXPECT_EQ(conditions_of(overloaded + "def f(x: torch.Tensor):\n    return inner(x)\n"), Conditions{"any_device()"});
}

TEST(SummaryConditions, WhatIsLeftOutIsNoObjectOfAClass) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, n: Optional[int] = None):\n    if isinstance(n, (tuple, list)):\n"
                          "        return x\n    return x.tolist()\n"),
            (Conditions{"device(x) and none(n)", "device(x) and host_number(n)"}));
}

TEST(SummaryConditions, LoopsOverNothing) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, on=True):\n    for y in (x, x) if on else ():\n        y.nonzero()\n"
                          "    return 1\n"),
            Conditions{"(device(x) or device(on)) and true(on)"});
}

TEST(SummaryConditions, OfWhatAFunctionGivesBack) {
  const std::string check = "def checked(x, n=None):\n    if x.ndim != 2:\n        raise ValueError\n    return ";
  const std::string rest =
      "\n\n\ndef f(x: torch.Tensor, n=None):\n    x, n = checked(x, n)\n    if n is None:\n        x.nonzero()\n    "
      "return x\n";
  EXPECT_EQ(conditions_of(check + "x, n" + rest), Conditions{"(device(x) or device(n)) and none(n)"});
  EXPECT_EQ(conditions_of(check + "x, other(n)" + rest), Conditions());
  EXPECT_EQ(conditions_of(check + "n, x" + rest), Conditions());
  EXPECT_EQ(conditions_of("def checked(n, x):\n    n = other(n)\n    return x, n" + rest), Conditions());
}

TEST(SummaryConditions, OfListsThatAreMadeHere) {
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, names):\n    found = [x[name] for name in names]\n    if found:\n"
                          "        x.nonzero()\n    return x\n"),
            Conditions{"device(x)"});
  EXPECT_EQ(conditions_of("def f(x: torch.Tensor, names):\n    found = other(names)\n    if found:\n"
                          "        x.nonzero()\n    return x\n"),
            Conditions());
}

TEST(SummaryConditions, OfAFunctionThatATableChooses) {
  const std::string kernel = "def of_images(x: torch.Tensor):\n    return x.nonzero()\n\n\ndef f(x: torch.Tensor):\n";
  const std::string scripted = "    if torch.jit.is_scripting():\n        return of_images(x)\n";
  EXPECT_EQ(conditions_of(kernel + scripted + "    kernel = table[f]\n    return kernel(x)\n"),
            Conditions{"any_device()"});
  EXPECT_EQ(conditions_of(kernel + scripted + "    return x\n"), Conditions());
  EXPECT_EQ(conditions_of(
                kernel + "    if other():\n        return of_images(x)\n    kernel = table[f]\n    return kernel(x)\n"),
            Conditions());
}

TEST(SummaryConditions, OfAFunctionThatIsHandedToATable) {
  const std::string kernel =
      "def of_images(x: torch.Tensor):\n    return x.nonzero()\n\n\n"
      "def choose(function, x, *rest):\n    kernel = find(function, type(x))\n    return kernel(x, *rest)\n\n\n";
  EXPECT_EQ(conditions_of(kernel + "def f(x: torch.Tensor):\n    return choose(of_images, x)\n"),
            Conditions{"any_device()"});
  EXPECT_EQ(conditions_of(kernel + "def f(x: torch.Tensor):\n    return choose(x, of_images)\n"), Conditions());
}

TEST(SummaryConditions, OfEachThatNeedsIt) {
  const std::string move = "def move(x):\n    return x.nonzero()\n\n\n";
  EXPECT_EQ(conditions_of(move + "def f(x: torch.Tensor, needs):\n"
                                 "    return [move(one) if needed else one for one, needed in zip(x, needs)]\n"),
            Conditions{"any_device()"});
  EXPECT_EQ(conditions_of(move + "def f(x: torch.Tensor, needs):\n    needed = other(needs)\n"
                                 "    return [move(one) if needed else one for one in x]\n"),
            Conditions());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::summary

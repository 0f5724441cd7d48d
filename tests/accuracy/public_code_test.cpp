// Reports in code that others import: they call it in ways that its own package does not.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/accuracy/reported.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::string_view code;
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class PublicCode : public testing::TestWithParam<Row> {};

TEST_P(PublicCode, IsReported) {
  const Row& row = GetParam();
  const std::string text =
      "import torch\nfrom torch import Tensor, nn\nfrom dataclasses import dataclass\nimport other\n" +
      std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

// An object that is handed in.
INSTANTIATE_TEST_SUITE_P(
    HandedIn, PublicCode,
    testing::Values(
        Row{"a_parameter_on_a_device_that_is_given",
            "class A(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
            "    self.log = nn.Parameter(torch.zeros(1, device=device))\n  @property\n"
            "  def alpha(self): return self.log.exp().item()\n"
            "def run(fabric):\n  agent = A(device=fabric.device)\n  for i in range(9): use(agent.alpha)\n"
            "def use(x): pass",
            "SF301 self.log.exp().item()"},
        Row{"options_of_an_optimizer",
            "class Meter:\n  def update(self, **kw):\n    for k, v in kw.items():\n"
            "      if isinstance(v, Tensor): v = v.item()\n      self.show(v)\n"
            "def f(opt):\n  m = Meter()\n  m.update(lr=opt.param_groups[0]['lr'])",
            ""},
        Row{"options_of_an_optimizer_that_are_no_numbers",
            "def f(opt, x: Tensor):\n  one, two = opt.param_groups[0]['betas']\n  return (x * one).item()",
            "SF301 (x * one).item()"},
        Row{"a_part_that_is_tested",
            "def f(out: dict, x: Tensor):\n  out['b'] = x if other.on else other.boxes\n"
            "  b = out['b'].cpu().numpy() if isinstance(out['b'], Tensor) else out['b']\n  return int(b[0])",
            "SF101 out['b'].cpu()"},
        Row{"a_parameter_on_no_device",
            "class A(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
            "    self.log = nn.Parameter(torch.zeros(1, device=device))\n  @property\n"
            "  def alpha(self): return self.log.exp().item()\n"
            "def run(fabric):\n  agent = A()\n  for i in range(9): use(agent.alpha)\ndef use(x): pass",
            ""},
        Row{"a_flag_of_its_settings",
            "@dataclass\nclass C:\n  log: bool = False\nclass A:\n  def __init__(self, c: C): self.c = c\n"
            "  def f(self, x: Tensor):\n    if self.c.log: x.item()\ndef make(): return C()",
            "SF301 x.item()"},
        Row{"settings_of_a_dictionary",
            "@dataclass\nclass C:\n  log: bool = False\nclass A:\n  def __init__(self, c: dict): self.c = C(**c)\n"
            "  def f(self, x: Tensor):\n    if self.c.log: x.item()",
            "SF301 x.item()"},
        Row{"settings_of_a_dictionary_that_is_known",
            "@dataclass\nclass C:\n  log: bool = False\nclass A:\n  def __init__(self): self.c = C(**{'log': False})\n"
            "  def f(self, x: Tensor):\n    if self.c.log: x.item()\ndef make(x: Tensor): A().f(x)",
            ""},
        Row{"a_property_that_a_subclass_answers_otherwise",
            "class B:\n  @property\n  def on(self): return False\nclass C(B):\n  @property\n  def on(self): return "
            "True\n"
            "def f(b: B, x: Tensor):\n  if not b.on: return x\n  return x.item()",
            "SF301 x.item()"},
        Row{"a_property_that_no_subclass_answers",
            "class B:\n  @property\n  def on(self): return False\n"
            "def f(b: B, x: Tensor):\n  if not b.on: return x\n  return x.item()",
            ""},
        Row{"an_attribute_that_a_subclass_sets_otherwise",
            "class B:\n  on = False\nclass C(B):\n  on = True\n"
            "def f(b: B, x: Tensor):\n  if not b.on: return x\n  return x.item()",
            "SF301 x.item()"},
        Row{"an_attribute_that_subclasses_set_alike",
            "class B:\n  on = False\nclass C(B):\n  on = False\n"
            "def f(b: B, x: Tensor):\n  if not b.on: return x\n  return x.item()",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

// `set_default_validate_args` holds for every distribution of the process.
INSTANTIATE_TEST_SUITE_P(
    Validation, PublicCode,
    testing::Values(Row{"switched_off",
                        "torch.distributions.Normal.set_default_validate_args(False)\n"
                        "def f(m: Tensor, s: Tensor): return torch.distributions.Normal(m, s).log_prob(m)",
                        ""},
                    Row{"asked_for_all_the_same",
                        "torch.distributions.Normal.set_default_validate_args(False)\n"
                        "def f(m: Tensor, s: Tensor): return torch.distributions.Normal(m, s, validate_args=True)",
                        "SF504 torch.distributions.Normal(m, s, validate_args=True)"},
                    Row{"as_the_user_wants",
                        "def main(cfg): torch.distributions.Normal.set_default_validate_args(cfg.validate)\n"
                        "def f(m: Tensor, s: Tensor): return torch.distributions.Normal(m, s).log_prob(m)",
                        ""},
                    Row{"switched_on_again",
                        "torch.distributions.Distribution.set_default_validate_args(False)\n"
                        "def f(m: Tensor, s: Tensor): return torch.distributions.Normal(m, s)\n"
                        "def g(): torch.distributions.Distribution.set_default_validate_args(True)",
                        "SF504 torch.distributions.Normal(m, s)"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

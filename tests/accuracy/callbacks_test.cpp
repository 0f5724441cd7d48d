// Reports in functions that libraries call, and in code of which the project alone says what it works on.
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

class Callbacks : public testing::TestWithParam<Row> {};

TEST_P(Callbacks, AreToldWhatTheyAreGiven) {
  const Row& row = GetParam();
  EXPECT_EQ(test::reported("import torch\nfrom torch import Tensor, nn\n" + std::string(row.code)), row.expected)
      << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Hooks, Callbacks,
    testing::Values(
        Row{"of_a_module",
            "def f(net: nn.Module):\n  def keep(m, given, out):\n    if given[0].sum() > 2: net.big = 1\n"
            "  net.register_forward_hook(keep)",
            "SF302 given[0].sum() > 2"},
        Row{"of_a_module_that_is_moved_later",
            "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.lin = nn.Linear(2, 2)\n"
            "    self.lin.register_forward_hook(self.look)\n  def look(self, m, given, out):\n"
            "    if m.weight.sum() > 2: self.big = 1",
            "SF302 m.weight.sum() > 2"},
        Row{"of_a_module_that_nobody_knows",
            "def f(layers):\n  def keep(m, given, out):\n    if given[0].sum() > 2: m.big = 1\n"
            "  for layer in layers: layer.register_forward_hook(keep)",
            "SF302 given[0].sum() > 2"},
        Row{"of_a_gradient",
            "def f(w: Tensor):\n  def clip(g):\n    if g.max() > 1: return g / 2\n  w.register_hook(clip)",
            "SF302 g.max() > 1"},
        Row{"of_accelerate",
            "from accelerate import Accelerator\ndef f(accelerator: Accelerator):\n"
            "  def save(models, weights, folder):\n    for m in models: m.save_pretrained(folder)\n"
            "  accelerator.register_save_state_pre_hook(save)",
            "SF506 m.save_pretrained(folder)"},
        Row{"with_named_arguments_of_a_library",
            "def take(inputs: dict, names, given):\n  inputs.update(zip(names, given))\n"
            "  return [inputs[n] for n in inputs]\n"
            "def f(net: nn.Module):\n  def keep(m, *args, **inputs):\n    if take(inputs, ['x'], args[0])[0].sum() > "
            "2: "
            "m.big = 1\n  net.register_forward_hook(keep)",
            "SF302 take(inputs, ['x'], args[0])[0].sum() > 2"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Threads, Callbacks,
    testing::Values(
        Row{"with_a_target",
            "import threading\ndef work(it, n):\n  if it > 2: print(n)\n"
            "threading.Thread(target=work, args=(torch.zeros((), device='cuda'),), kwargs={'n': 1}).start()",
            "SF302 it > 2"},
        Row{"spawned",
            "import torch.multiprocessing as mp\ndef work(rank, it):\n  if it > rank: print(rank)\n"
            "mp.spawn(work, args=(torch.zeros((), device='cuda'),))",
            "SF302 it > rank"},
        Row{"of_a_pool",
            "from concurrent.futures import ThreadPoolExecutor\ndef work(it, n): return it + n\ndef f(x: Tensor):\n"
            "  with ThreadPoolExecutor() as pool:\n    r = pool.submit(work, x, n=1)\n  y = r.result()\n  if y.sum() > "
            "2: pass",
            "SF302 y.sum() > 2"},
        Row{"of_a_pool_over_several_lists",
            "from concurrent.futures import ThreadPoolExecutor\ndef work(it, n): return it[n]\ndef f(x: Tensor):\n"
            "  with ThreadPoolExecutor() as pool:\n    for r in pool.map(work, [x], [1]):\n      if r.sum() > 2: pass",
            "SF302 r.sum() > 2"},
        Row{"of_a_pool_of_processes",
            "import multiprocessing\ndef work(it): return len(it)\ndef f(xs: list[str]):\n"
            "  with multiprocessing.Pool() as pool:\n    for r in pool.map(work, xs):\n      if r > 2: pass",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Recomputed, Callbacks,
    testing::Values(
        Row{"a_checkpointed_function",
            "from torch.utils.checkpoint import checkpoint\ndef part(it, by): return it.sum() * by\n"
            "def f(x: Tensor):\n  if checkpoint(part, x, by=2, use_reentrant=False) > 2: pass",
            "SF302 checkpoint(part, x, by=2, use_reentrant=False) > 2"},
        Row{"a_closure",
            "def f(x: Tensor, w: Tensor):\n  o = torch.optim.SGD([w])\n  def closure(): return (x * w).sum()\n"
            "  if o.step(closure) > 2: pass",
            "SF302 o.step(closure) > 2"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Models, Callbacks,
                         testing::Values(Row{
                             "whose_tokens_are_decoded",
                             "from transformers import AutoProcessor, PreTrainedModel\nclass Run:\n"
                             "  def __init__(self, name): self.processor = AutoProcessor.from_pretrained(name)\n"
                             "  def text(self, net: PreTrainedModel, x: Tensor):\n    ids = net.generate(x)\n"
                             "    return self.processor.decode(ids[0])",
                             "SF506 net.generate(x); SF506 self.processor.decode(ids[0])"}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Stores, Callbacks,
    testing::Values(
        Row{"that_are_replaced_right_away",
            "class Keeper:\n  def __init__(self):\n    self.x = torch.zeros(3)\n    self.x = self.x.cuda()\n"
            "  def read(self): return self.x.to('cuda')",
            "SF105 self.x.cuda()"},
        Row{"that_a_method_reads_before",
            "class Keeper:\n  def __init__(self):\n    self.x = torch.zeros(3)\n    self.y = self.read()\n"
            "    self.x = self.x.cuda()\n  def read(self): return self.x.to('cuda')",
            "SF105 self.x.cuda(); SF102 self.x.to('cuda')"},
        Row{"of_a_parameter_without_gradients",
            "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.w = nn.Parameter(torch.zeros(3)).requires_grad_(False)\n  def forward(self, x):\n"
            "    return x[self.w > 0]",
            "SF501 x[self.w > 0]"},
        Row{"of_lists_that_a_docstring_names",
            "def f(x: Tensor, dims, rows):\n  \"\"\"Args:\n    dims (list[int]): which\n    rows (list of int): which\n"
            "  \"\"\"\n  return x[:, dims], x[rows]",
            "SF401 x[:, dims]; SF401 x[rows]"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

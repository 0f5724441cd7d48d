// What was wrong or silent in packages that were drawn by lot, reduced to the cause. Each row has a control beside it.
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

class DrawnPlaces : public testing::TestWithParam<Row> {};

TEST_P(DrawnPlaces, AreLikely) {
  const Row& row = GetParam();
  const std::string text = "import torch\nfrom torch import Tensor, nn\nimport other\n" + std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

constexpr std::string_view kNet =
    "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.lin = nn.Linear(4, 4)\n"
    "  @property\n  def device(self): return next(self.parameters()).device\n"
    "  def run(self, n):\n    x = torch.zeros(n, 4, device=self.device)\n    x[0] = self.lin(x[1])\n    return "
    "x.tolist()\n";

class ModuleMoves : public testing::TestWithParam<Row> {};

TEST_P(ModuleMoves, AreSeenThroughWhatGivesTheModuleBack) {
  const Row& row = GetParam();
  const std::string text = "import torch\nfrom torch import nn\n" + std::string(kNet) + std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Statements, ModuleMoves,
    testing::Values(
        Row{"in_evaluation", "def load():\n  net = Net()\n  net.eval().to('cuda')\n  return net\nload().run(3)",
            "SF301 x.tolist(); SF105 net.eval().to('cuda')"},
        Row{"in_training",
            "def load():\n  net = Net()\n  net.train().requires_grad_(False).cuda()\n  return net\n"
            "load().run(3)",
            "SF301 x.tolist(); SF105 net.train().requires_grad_(False).cuda()"},
        Row{"of_an_attribute",
            "class Task:\n  def __init__(self):\n    self.net = Net()\n    self.net.half().cuda()\n"
            "  def step(self): return self.net.run(3)\nTask().step()",
            "SF301 x.tolist(); SF105 self.net.half().cuda()"},
        Row{"that_is_not_moved", "def load():\n  net = Net()\n  net.eval()\n  return net\nload().run(3)", ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Masks, DrawnPlaces,
    testing::Values(Row{"of_a_part_of_a_moved_batch",
                        "def f(batch, model, device):\n  batch = batch.to(device)\n  pred = model(batch)\n"
                        "  is_labeled = batch.y == batch.y\n  loss = pred[is_labeled].sum()\n  loss.backward()",
                        "SF102 batch.to(device); SF501 pred[is_labeled]; SF501 loss.backward()"},
                    Row{"where_it_selects",
                        "def f(batch, x: Tensor, device):\n  batch = batch.to(device)\n  return x[batch.y > 0]",
                        "SF102 batch.to(device); SF501 x[batch.y > 0]"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Traced, DrawnPlaces,
    testing::Values(
        Row{"numbers_in_a_graph",
            "@torch.compile(dynamic=False)\ndef f(x: Tensor):\n  return x * x.new_tensor(0.3) * torch.tensor(0.3, "
            "device=x.device)",
            ""},
        Row{"lists_in_a_graph",
            "@torch.compile\ndef f(x: Tensor):\n  return x * torch.tensor([1., 2.], device=x.device)", ""},
        Row{"the_larger_one", "@torch.compile\ndef f(x: Tensor):\n  return max(x.sum(), 0.1)", ""},
        Row{"a_function_in_a_function",
            "@torch.compile\ndef f(x: Tensor):\n  def g(y): return y * y.new_tensor(0.3)\n  return g(x)", ""},
        Row{"a_helper_of_it_alone",
            "def g(x: Tensor):\n  return x * x.new_tensor(0.3)\n@torch.compile\ndef f(x: Tensor):\n  return g(x)", ""},
        Row{"a_helper_of_others_too",
            "def g(x: Tensor):\n  return x * x.new_tensor(0.3)\n@torch.compile\ndef f(x: Tensor):\n  return g(x)\n"
            "def h(x: Tensor):\n  return g(x)",
            "SF202 x.new_tensor(0.3)"},
        Row{"what_ends_the_graph", "@torch.compile\ndef f(x: Tensor):\n  return x.sum().item()",
            "SF301 x.sum().item()"},
        Row{"no_graph", "def f(x: Tensor):\n  return max(x.sum(), 0.1)", "SF303 max(x.sum(), 0.1)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OfDatasets, DrawnPlaces,
    testing::Values(
        Row{"by_a_method",
            "def f(dataset, preds):\n  for i, p in enumerate(preds):\n    boxes = dataset.get_groundtruth(i)\n"
            "    n = boxes.area.numpy()\n    if boxes.area.sum() > 3: print(boxes.area.sum().item())",
            ""},
        Row{"by_their_place", "def f(self, dataset, i):\n  return dataset[i]['boxes'].sum().item()", ""},
        Row{"which_are_moved", "def f(dataset, i, device):\n  return dataset[i].to(device)",
            "SF102 dataset[i].to(device)"},
        Row{"not_of_others", "def f(source, i):\n  return source[i]['boxes'].sum().item()",
            "SF301 source[i]['boxes'].sum().item()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    DefaultDevice, DrawnPlaces,
    testing::Values(
        Row{"of_an_object_that_names_none",
            "class Net(nn.Module):\n  def __init__(self, device=torch.device('cpu')):\n    super().__init__()\n"
            "    self.device = device\n    self.lin = nn.Linear(4, 4)\ndef main():\n  net = Net()\n"
            "  return torch.ones(4, 4).to(net.device)\nmain()",
            ""},
        Row{"of_one_that_names_the_gpu",
            "class Net(nn.Module):\n  def __init__(self, device=torch.device('cpu')):\n    super().__init__()\n"
            "    self.device = device\n    self.lin = nn.Linear(4, 4)\ndef main():\n  net = Net(torch.device('cuda'))\n"
            "  return torch.ones(4, 4).to(net.device)\nmain()",
            "SF105 torch.ones(4, 4).to(net.device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    MostlyHost, DrawnPlaces,
    testing::Values(
        Row{"no_tensor_of_that_shape",
            "def topk(x, size, k):\n  at = x.argsort(dim=0)\n  if isinstance(k, Tensor) and k.shape == size.shape:\n"
            "    at = at.view(-1)\n  else:\n    at = at.view(-1, k)\n  return at\n"
            "def f(x: Tensor, size: Tensor):\n  return topk(x, size, torch.full_like(size, 3)), topk(x, size, 3)",
            ""},
        Row{"a_list_or_nothing",
            "class Heads(nn.Module):\n  def forward(self, features, targets=None):\n    assert targets\n"
            "    return other.label(features, targets)",
            ""},
        Row{"a_batch_that_must_be_given",
            "class Heads(nn.Module):\n  def forward(self, features, target):\n    assert target\n    return features",
            "SF302 target"},
        Row{"a_key_of_a_batch",
            "class Task(nn.Module):\n  def forward(self, batch):\n    if any([t not in batch for t in self.task]): "
            "return\n"
            "    return other.model(batch['graph'])",
            ""},
        Row{"an_element_of_a_batch",
            "class Task(nn.Module):\n  def forward(self, batch):\n    if any([t not in batch for t in self.task]): "
            "return\n"
            "    return batch.sum()",
            "SF304 t not in batch"},
        Row{"a_type_by_name_behind_a_star",
            "def extend(data: Tensor, n):\n  return torch.zeros(n, *data.shape[1:], dtype=data.dtype, "
            "device=data.device)\n"
            "def f(x: Tensor, n):\n  mask = x.argsort()\n  mask = extend(mask, n)\n  return x[mask]",
            ""},
        Row{"what_a_tensor_is_made_of",
            "def f(head):\n  '''Scores.\n\n  head : Tensor\n    ids\n  '''\n  ids = torch.tensor(head)\n"
            "  return [int(i) for i in head], ids",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

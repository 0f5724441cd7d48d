// Evidence in code of where a tensor is: it asks, it moves it later, it has a default for it.
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

class Places : public testing::TestWithParam<Row> {};

TEST_P(Places, IsLikely) {
  const Row& row = GetParam();
  const std::string text = "import torch\nfrom torch import Tensor, nn\nimport other\n" + std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    AskedFor, Places,
    testing::Values(Row{"of_an_argument", "def f(x):\n  if not x.is_cuda: x = x.cuda()\n  return x.relu()", ""},
                    Row{"of_a_tensor", "def f(x: Tensor):\n  if x.is_cpu: x = x.cuda()\n  return x", ""},
                    Row{"by_the_type_of_its_device",
                        "def f(x: Tensor):\n  if x.device.type == 'cpu': x = x.cuda()\n  return x", ""},
                    Row{"of_what_was_made_on_the_host",
                        "def f(n):\n  x = torch.rand(n)\n  if not x.is_cuda: x = x.cuda()\n  return x",
                        "SF105 x.cuda()"},
                    Row{"and_not_asked_for", "def f(x):\n  x = x.cuda()\n  return x.relu()", "SF102 x.cuda()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    StartsOnTheCpu, Places,
    testing::Values(Row{
        "and_is_moved_by_its_owner",
        "class Pipe:\n  def __init__(self, device=None):\n    self.device = device or torch.device('cpu')\n"
        "  def to(self, device):\n    self.device = device\n"
        "  def __call__(self, x: Tensor):\n    return other.g(x.to(self.device))\n"
        "class Owner:\n  def __init__(self): self.pipe = Pipe()\n  def run(self, x: Tensor): return self.pipe(x)",
        ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    MovedLater, Places,
    testing::Values(Row{"what_is_stored_into_it",
                        "class M(nn.Module):\n  def f(self, images, device):\n    batch = None\n    for i, image in "
                        "enumerate(images):\n"
                        "      one = self.processor(image)\n      if batch is None:\n"
                        "        batch = torch.zeros((len(images), 1) + one.shape, dtype=one.dtype)\n"
                        "      batch[i, 0] = one\n    return batch.to(device)",
                        "SF105 batch.to(device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    BesideADefault, Places,
    testing::Values(
        Row{"that_is_made_on_the_host",
            "class M(nn.Module):\n  def forward(self, view):\n    x = view['x']\n"
            "    shape = view.get('shape', torch.tensor(x.shape[-2:])[None])\n    if shape.max() > 3: return\n"
            "    return x.relu()",
            ""},
        Row{"of_tensors_by_name",
            "def f(batch: dict[str, Tensor]):\n  if batch.get('shape', torch.tensor([1, 2])).max() > 3: return", ""},
        Row{"that_is_made_on_the_device",
            "class M(nn.Module):\n  def forward(self, view):\n    x = view['x']\n"
            "    mask = view.get('mask', torch.ones_like(x))\n    if mask.max() > 3: return",
            "SF302 mask.max() > 3"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    ModulesThatMoveInForward, Places,
    testing::Values(Row{
        "parts_of_one_on_the_host",
        "class Block(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.c = nn.Linear(3, 3)\n"
        "  def forward(self, x): return self.c(x)\n"
        "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.block = Block()\n"
        "  def forward(self, x):\n    self.block.to(x.device)\n    return self.block(x)\n"
        "def run(x: Tensor):\n  net = Net()\n  return net.forward(x.cuda())",
        "SF102 x.cuda()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(DataModules, Places,
                         testing::Values(Row{
                             "that_are_tasks",
                             "import lightning\nclass Task(lightning.LightningDataModule):\n"
                             "  def training_step(self, batch, batch_idx: int):\n    target = batch['y']\n"
                             "    keep: Tensor = torch.sum(target, dim=1) <= 3\n    if not keep.any(): return None\n",
                             "SF302 keep.any()"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

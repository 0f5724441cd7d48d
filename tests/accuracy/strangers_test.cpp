// Reports where functions and classes that nobody sees make the values.
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

class OfStrangers : public testing::TestWithParam<Row> {};

TEST_P(OfStrangers, IsLikely) {
  const Row& row = GetParam();
  const std::string text = "import torch\nfrom torch import Tensor, nn\nimport other\n" + std::string(row.code);
  EXPECT_EQ(test::reported(text), row.expected) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Copies, OfStrangers,
    testing::Values(
        Row{"what_a_function_made", "def f(path, device):\n  return other.load(path).to(device)",
            "SF102 other.load(path).to(device)"},
        Row{"and_tensor_methods_after_it",
            "def f(image, transform, device):\n  return transform(image).unsqueeze(0).to(device)",
            "SF102 transform(image).unsqueeze(0).to(device)"},
        Row{"several_in_a_stack",
            "def f(images, device):\n  return torch.stack([other.load(i) for i in images]).to(device)",
            "SF102 torch.stack([other.load(i) for i in images]).to(device)"},
        Row{"batches_of_two_loaders_put_together",
            "from tqdm import tqdm\ndef f(one, two, device_id):\n  for i, (a, b) in tqdm(enumerate(zip(one, two))):\n"
            "    a = a[0].to(device_id, non_blocking=True)\n    ids = torch.stack([x[0] for x in b[1]])\n"
            "    labels = ids.clone()\n    if labels[0, 0] == 3: continue\n    y = other.g(a, ids.to(device_id))",
            "SF102 ids.to(device_id)"},
        Row{"to_the_device_that_is_kept_beside_tensors",
            "def f(state, key, points, device):\n  old = state['kept'][key].get(key)\n  old = old['mask'].to(device)\n"
            "  points = torch.tensor(points)\n  return old, points.to(state['device'])",
            "SF102 old['mask'].to(device); SF102 points.to(state['device'])"},
        Row{"to_the_first_of_several_gpus",
            "def f(batches, gpu_ids):\n  for b in batches:\n    b = b.to(gpu_ids[0])\n    other.g(b)",
            "SF102 b.to(gpu_ids[0])"},
        Row{"to_the_rank_of_a_process",
            "def f(batches, world_rank):\n  for b in batches:\n    b = b.to(world_rank)\n    other.g(b)",
            "SF102 b.to(world_rank)"},
        Row{"of_what_lies_on_the_gpu", "def f(x: Tensor, device):\n  return other.scaled(x).to(device)", ""},
        Row{"to_the_host", "def f(path):\n  return other.load(path).to('cpu')", ""},
        Row{"a_module_by_its_name", "def f(device):\n  net = other.create_model('x').to(device)\n  return net",
            "SF105 other.create_model('x').to(device)"},
        Row{"a_module_that_is_kept_where_it_is_moved",
            "class A:\n  def __init__(self, part, device):\n    self.part = part.to(device)\n"
            "    self.values = list(self.part.parameters())",
            "SF105 part.to(device)"},
        Row{"a_module_by_the_name_of_what_is_moved", "def f(net, device):\n  kept = net.to(device)\n  return kept",
            "SF105 net.to(device)"},
        Row{"a_tensor_by_what_else_is_done_with_it",
            "def f(net, device):\n  kept = net.unsqueeze(0).to(device)\n  return kept",
            "SF102 net.unsqueeze(0).to(device)"},
        Row{"a_tensor_though_actor_is_in_its_name", "def f(n, device):\n  return other.create_factor(n).to(device)",
            "SF102 other.create_factor(n).to(device)"},
        Row{"a_module_whose_result_nobody_takes",
            "def f(device, y):\n  m = other.make('x')\n  m.to(device)\n  return m(y)", "SF105 m.to(device)"},
        Row{"modules_of_others", "def f(metrics, device):\n  for m in metrics:\n    m.to(device)", ""},
        Row{"elements_in_a_map",
            "def parts(t): return t[0], t[1]\n"
            "def f(batch, device):\n  a, b = map(lambda x: x.to(device), parts(batch))\n  return a",
            "SF102 x.to(device)"},
        Row{"elements_in_a_comprehension",
            "def parts(t): return t[0], t[1]\n"
            "def f(batch, device):\n  return [x.to(device) for x in parts(batch)]",
            "SF102 x.to(device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Distributions, OfStrangers,
    testing::Values(Row{"that_a_policy_gives",
                        "def f(policy, obs, taken):\n  chosen = policy(obs)\n  return chosen.log_prob(taken)",
                        "SF504 chosen.log_prob(taken)"},
                    Row{"beside_a_value",
                        "class Agent:\n  def act(self, obs):\n    chosen, value = self.model(obs)\n    return "
                        "float(chosen.entropy())",
                        "SF301 float(chosen.entropy())"},
                    Row{"of_a_generator_of_numpy",
                        "import numpy as np\ndef f(x: Tensor, seed):\n  rng = np.random.RandomState(seed)\n"
                        "  return x[rng.permutation(4)]",
                        "SF401 x[rng.permutation(4)]"},
                    Row{"no_copy_to_an_element_type",
                        "class Net(nn.Module):\n  def __init__(self, compute_dtype):\n    super().__init__()\n"
                        "    self.lin = nn.Linear(3, 4)\n    self.to(compute_dtype)",
                        ""},
                    Row{"quantized_by_a_scale_on_the_gpu",
                        "def f(x: Tensor):\n  scale = x.abs().max() / 127\n  return torch.quantize_per_tensor(x, "
                        "scale, 0, torch.qint8)",
                        "SF203 torch.quantize_per_tensor(x, scale, 0, torch.qint8)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    UnderADevice, OfStrangers,
    testing::Values(
        Row{"tensors_are_made_there",
            "def f(x: Tensor):\n  with torch.device(x.device):\n    a = torch.zeros(3)\n  return a.to(x.device)", ""},
        Row{"modules_are_made_there",
            "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.lin = nn.Linear(3, 4)\n"
            "def f(device):\n  with torch.device(device):\n    net = Net()\n  net.to(device)\n  return net",
            ""},
        Row{"modules_without_weights_are_made_there",
            "def f(device):\n  with torch.device(device):\n    return nn.Sequential(nn.Linear(3, 4), "
            "nn.Tanh()).to(device)",
            ""},
        Row{"what_a_function_makes_is_made_there",
            "class Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.lin = nn.Linear(3, 4)\n"
            "def load(path): return Net()\n"
            "def f(device):\n  with torch.device(device):\n    return load('net').to(device)",
            ""},
        Row{"what_is_made_after_it_is_not",
            "def f():\n  with torch.device('cuda'):\n    pass\n  return torch.zeros(3).to('cuda')",
            "SF105 torch.zeros(3).to('cuda')"},
        Row{"old_constructors_are_not",
            "def f():\n  with torch.device('cuda'):\n    return torch.FloatTensor([1, 2]).to('cuda')",
            "SF201 torch.FloatTensor([1, 2]).to('cuda')"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    NoTensors, OfStrangers,
    testing::Values(
        Row{"what_the_keys_lead_to",
            "def f(images):\n  for k in images:\n    images[k] = images[k][:4]\n    print(k)\n"
            "    other.show(images[k].detach().cpu())",
            "SF101 images[k].detach().cpu()"},
        Row{"an_argument_that_decides_by_a_number",
            "class Loss(nn.Module):\n  def forward(self, x, part):\n    if part == 0 and x.ndim > 1: return x\n"
            "    return x.mean()",
            ""},
        Row{"an_argument_that_decides_by_a_negative_number",
            "class Loss(nn.Module):\n  def forward(self, x, part):\n    if part == -1 and x.ndim > 1: return x\n"
            "    return x.mean()",
            ""},
        Row{"an_argument_on_the_right_that_decides_by_a_number",
            "class Loss(nn.Module):\n  def forward(self, x, part):\n    if 0 == part and x.ndim > 1: return x\n"
            "    return x.mean()",
            ""},
        Row{"an_argument_that_is_counted_down",
            "class Loss(nn.Module):\n  def forward(self, x, part):\n    while part > 1:\n      part -= 1\n"
            "    return x.mean()",
            ""},
        Row{"an_argument_that_decides_by_a_variable",
            "class Loss(nn.Module):\n  def forward(self, x, part):\n    if part == -self.k and x.ndim > 1: return x\n"
            "    return x.mean()",
            "SF302 part == -self.k"},
        Row{"an_argument_that_counts_steps",
            "def weight(step, start):\n  return 0.0 if step < start else 1.0\n"
            "class Loss(nn.Module):\n  def forward(self, x, global_step):\n    return x * weight(global_step, 100)",
            ""},
        Row{"weights_of_a_part_of_modules",
            "class Part:\n  def __init__(self):\n    self.w = nn.Parameter(torch.randn(4))\n"
            "  def add(self, x):\n    return x + self.w[None].to(x.device)\n"
            "class Net(Part, nn.Module):\n  def forward(self, x):\n    return self.add(x * 2)",
            ""},
        Row{"code_that_is_compiled_for_the_gpu",
            "import tilelang\nimport tilelang.language as T\n@tilelang.jit\ndef kernel(B: int):\n  @T.prim_func\n"
            "  def main(z: T.Tensor, n: Tensor):\n    if n[0] < 3: T.copy(z[n[0] : n[1]], z)\n  return main",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Values, OfStrangers,
    testing::Values(
        Row{"a_list_of_unknown_elements", "def f(ids, device):\n  return torch.as_tensor([ids], device=device)",
            "SF201 torch.as_tensor([ids], device=device)"},
        Row{"what_may_be_there", "def f(ids, device):\n  return torch.as_tensor(ids, device=device)", ""},
        Row{"a_tensor_by_its_name_alone", "def f(scores, device):\n  scores = torch.tensor(scores, device=device)",
            "SF201 torch.tensor(scores, device=device)"},
        Row{"a_tensor_by_its_uses_alone",
            "def f(ids, device):\n  ids = torch.tensor(ids, device=device)\n  return ids.unsqueeze(0)",
            "SF201 torch.tensor(ids, device=device)"},
        Row{"what_is_gathered_from_on_the_cpu",
            "def f(table, t: Tensor):\n  return table.gather(-1, t.cpu()).to(t.device)",
            "SF102 table.gather(-1, t.cpu()).to(t.device); SF101 t.cpu()"},
        Row{"sequences_that_are_padded",
            "def f(rows, device):\n  rows = [torch.tensor([int(i) for i in row]) for row in rows]\n"
            "  return nn.utils.rnn.pad_sequence(rows).to(device)",
            "SF102 nn.utils.rnn.pad_sequence(rows).to(device)"},
        Row{"what_positions_select_from",
            "import numpy as np\ndef f(model, seen, n):\n  order = np.arange(n)\n  model.train()\n"
            "  for i in range(0, n, 8):\n    part = order[i:i + 8]\n    model(seen[part])",
            "SF401 seen[part]"},
        Row{"rows_of_positions",
            "def f(x: Tensor, edge_index: Tensor):\n  row, col = edge_index[0], edge_index[1]\n  return x[row] - "
            "x[col]",
            ""},
        Row{"positions_made_on_the_host_for_a_place_on_the_gpu",
            "def f(n, device):\n  m = torch.zeros(8, 8, device=device)\n"
            "  for i in range(n): m[n + i, 0:3] = n + i + torch.arange(3)",
            "SF402 m[n + i, 0:3]"},
        Row{"a_packed_sequence_that_is_unpacked",
            "def f(batch: nn.utils.rnn.PackedSequence, x: Tensor):\n"
            "  rows, lengths = nn.utils.rnn.pad_packed_sequence(batch)\n  out = rows.new_zeros(3, 4)\n"
            "  out[0, :] = x * rows[0]\n  return out",
            ""},
        Row{"a_distribution_that_is_given", "def f(d: torch.distributions.Normal):\n  return d.rsample().mean().item()",
            "SF301 d.rsample().mean().item()"},
        Row{"one_of_many_positions",
            "def f(x: Tensor, order: Tensor, n: int):\n  for i in range(n): x = x + x[order[i]]\n  return x",
            "SF403 x[order[i]]"},
        Row{"sizes_or_one_for_all",
            "import collections.abc\nfrom itertools import repeat\ndef pair(x):\n"
            "  if isinstance(x, collections.abc.Iterable) and not isinstance(x, str): return tuple(x)\n"
            "  return tuple(repeat(x, 2))\n"
            "class Net(nn.Module):\n  def __init__(self, settings):\n    super().__init__()\n"
            "    self.size = pair(settings.size)\n    self.other = [pair('s'), pair(None), pair(()), pair({}), "
            "pair(2.)]\n"
            "  def forward(self, x): return x.view(-1, self.size[0])",
            ""},
        Row{"a_module_of_a_package_that_nobody_sees",
            "from other import Base\nclass Head(Base):\n  def __init__(self, device=None):\n    super().__init__()\n"
            "    self.zero = torch.tensor(0., device=device)\n  def forward(self, x, mask): return x[mask] + self.zero",
            "SF501 x[mask]"},
        Row{"what_keys_in_parentheses_select",
            "def f(memory, name, *more):\n  memory.kept[(name, more)] = 0\n  return memory.kept[(name, more)]", ""},
        Row{"what_a_function_gives_is_reduced",
            "def f(net, x, keep, device):\n  out = torch.zeros(8, device=device)\n"
            "  keep = torch.tensor([b > 0 for b in keep], dtype=torch.bool, device=device)\n  out[keep] = "
            "net(x).max(1)[0]",
            "SF201 torch.tensor([b > 0 for b in keep], dtype=torch.bool, device=device); SF501 out[keep]"},
        Row{"what_numpy_draws",
            "import numpy as np\ndef f(x: Tensor, n):\n  a = x[np.random.choice(n)]\n  b = x[np.random.randint(n)]\n"
            "  return x[np.random.choice(n, size=n)], x[np.random.permutation(4)]",
            "SF401 x[np.random.choice(n, size=n)]; SF401 x[np.random.permutation(4)]"},
        Row{"an_array_at_a_tensor",
            "import numpy as np\ndef f(y: Tensor):\n  m = np.zeros(4)\n  m[y[0]] = 1\n  return m[y[1]]",
            "SF306 m[y[0]]; SF306 m[y[1]]"},
        Row{"a_copy_to_the_host_by_the_name_of_the_device",
            "def f(x, model):\n  return x.to('cpu'), model(x).to(torch.device('cpu'))",
            "SF101 x.to('cpu'); SF101 model(x).to(torch.device('cpu'))"},
        Row{"sparse_products", "def f(a: Tensor, h: Tensor):\n  return torch.spmm(a, h), torch.sparse.mm(a, h)",
            "SF506 torch.spmm(a, h); SF506 torch.sparse.mm(a, h)"},
        Row{"a_role_that_a_test_contradicts",
            "import numpy as np\ndef made(x, device):\n"
            "  if isinstance(x, np.ndarray): x = torch.as_tensor(x, device=device)\n  return x\n"
            "class M(nn.Module):\n  def forward(self, x): return made(x, 'cuda')",
            "SF201 torch.as_tensor(x, device=device)"},
        Row{"the_cache_of_a_model",
            "def f(model, ids):\n  out = model(ids)\n  if out.past_key_values: return out.logits.item()",
            "SF301 out.logits.item()"},
        Row{"rows_of_a_table", "def f(rows, fold):\n  return rows[rows.fold != fold]", ""},
        Row{"rows_of_a_table_by_column", "def f(rows, fold):\n  return rows[rows['fold'] != fold]", ""},
        Row{"elements_of_a_tensor", "def f(rows, least):\n  rows.unsqueeze(0)\n  return rows[rows.sum(1) != least]",
            "SF501 rows[rows.sum(1) != least]"},
        Row{"an_attribute_by_the_beginning_of_its_name",
            "class M:\n  def __init__(self): self.name = 'x'\n"
            "  def step(self, x: Tensor): self.loss_a = x.sum()\n"
            "  def read(self, name): return float(getattr(self, 'loss_' + name))",
            "SF301 float(getattr(self, 'loss_' + name))"},
        Row{"of_a_subclass",
            "class B:\n  def read(self, name): return float(getattr(self, 'loss_' + name))\n"
            "class M(B):\n  def step(self, x: Tensor): self.loss_a = x.sum()",
            "SF301 float(getattr(self, 'loss_' + name))"},
        Row{"of_others_nothing_is_known",
            "class M:\n  def __init__(self): self.size_a = 3\n"
            "  def read(self, name): return float(getattr(self, 'loss_' + name))",
            ""},
        Row{"an_instance_by_the_name_of_its_class",
            "class ReplayBuffer:\n  def draw(self): return torch.ones(3, device='cuda')\n"
            "def f(replay_buffer): return replay_buffer.draw().tolist()",
            "SF301 replay_buffer.draw().tolist()"},
        Row{"by_the_last_words_of_it",
            "class DQNAgent:\n  def act(self): return torch.ones(3, device='cuda')\n"
            "def f(agent): return agent.act().tolist()",
            "SF301 agent.act().tolist()"},
        Row{"of_two_classes_neither",
            "class DQNAgent:\n  def act(self): return torch.ones(3, device='cuda')\n"
            "class SlowAgent:\n  def act(self): return 3\n"
            "def f(agent): return agent.act().tolist()",
            ""},
        Row{"an_unknown_member_that_is_used_as_a_module",
            "class M:\n  def __init__(self, model):\n    self.model = model\n    self.kept = {}\n"
            "    for n, p in self.model.named_parameters(): self.kept[n] = p.data.clone().cuda()",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Libraries, AreCalledByOthersToo) {
  const std::string module =
      "import torch\ndef mask(n, most=None):\n  if most is None: most = n.max()\n"
      "  return torch.arange(most, device=n.device)\ndef f(x: torch.Tensor): return mask(x, 3)\n";
  EXPECT_EQ(test::reported(module), "SF203 torch.arange(most, device=n.device)");
  EXPECT_EQ(test::reported(module + "f(torch.ones(3, device='cuda'))\n"), "");
}

INSTANTIATE_TEST_SUITE_P(
    PackagesOfTheHost, OfStrangers,
    testing::Values(
        Row{"a_table", "import pandas as pd\ndef f(path):\n  return pd.read_csv(path)['a'].sum().item()", ""},
        Row{"what_a_function_gives",
            "import librosa\ndef f(path):\n  rms = librosa.feature.rms(y=path)\n"
            "  return [max(r, 0.1) for r in rms if r > 0], rms[1:3].argmin().item()",
            ""},
        Row{"an_argument", "from pandas import Series\ndef f(s: Series):\n  return [str(x) for x in s]", ""},
        Row{"made_a_tensor",
            "import soundfile\ndef f(path):\n  audio, rate = soundfile.read(path)\n"
            "  return torch.tensor(audio, device='cuda')",
            "SF201 torch.tensor(audio, device='cuda')"},
        Row{"a_function_of_numpy_without_a_row",
            "import numpy as np\ndef f(x):\n  return np.polynomial.chebyshev.chebval(x, [1]).item()", ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Lightning, OfStrangers,
    testing::Values(
        Row{"moves_what_its_trainer_has_moved",
            "import pytorch_lightning as pl\nclass Net(pl.LightningModule):\n"
            "  def shared(self, batch):\n    x = batch['image']\n    x = x.to(self.device)\n    return x.relu()",
            ""},
        Row{"moves_what_it_makes",
            "import pytorch_lightning as pl\nclass Net(pl.LightningModule):\n"
            "  def shared(self, batch):\n    return torch.arange(3).to(self.device)",
            "SF105 torch.arange(3).to(self.device)"},
        Row{"another_class",
            "class Net:\n  def shared(self, batch):\n    x = batch['image']\n    x = x.to(self.device)\n"
            "    return x.relu()",
            "SF102 x.to(self.device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    CodeOfTheHost, OfStrangers,
    testing::Values(Row{"a_dataset",
                        "class Pairs(torch.utils.data.Dataset):\n"
                        "  def __getitem__(self, i):\n    x = self.data[i]\n    return x[x > 0], x.sum().item()",
                        ""},
                    Row{"a_dataset_that_uses_the_gpu",
                        "class Pairs(torch.utils.data.Dataset):\n"
                        "  def __getitem__(self, i):\n    return self.images[i].cuda().sum().item()",
                        "SF102 self.images[i].cuda(); SF301 self.images[i].cuda().sum().item()"},
                    Row{"what_collates",
                        "def collate_fn(batch):\n  x = torch.stack([b['x'] for b in batch])\n  return x[x > 0]", ""},
                    Row{"deleted_by_position",
                        "def f(i: Tensor):\n  names = ['a', 'b']\n  del names[i]\n  del names[i.argmax().item()]",
                        "SF306 names[i]; SF301 i.argmax().item()"},
                    Row{"what_a_list_of_transforms_holds",
                        "from torchvision import transforms\nclass Normalize:\n  def __call__(self, clip):\n    clip = "
                        "clip.clone()\n    return clip[clip > 0]\ndata = transforms.Compose([Normalize()])",
                        ""},
                    Row{"below_a_transform_of_a_library",
                        "from torchvision.transforms import v2\nclass Keep(v2.Transform):\n  def forward(self, clip):\n"
                        "    clip = clip.clone()\n    return clip[clip > 0]",
                        ""},
                    Row{"below_a_transform_of_distributions",
                        "from torch.distributions import Transform\nclass Keep(Transform):\n  def _call(self, x):\n"
                        "    x = x.clone()\n    return x[x > 0]",
                        "SF501 x[x > 0]"},
                    Row{"what_stands_beside_a_list_of_transforms",
                        "class Compose:\n  def __call__(self, x, y):\n    for t in self.parts: x, y = t(x, y)\n"
                        "    return x, y\nclass Crop:\n  def __call__(self, x, y):\n    keep = y['boxes'] > 0\n"
                        "    return x, cut(y['boxes'].clone(), keep)\n"
                        "def cut(boxes: Tensor, keep: Tensor):\n  return boxes[keep > 0]",
                        ""},
                    Row{"a_module_in_a_list_of_transforms",
                        "from torchvision import transforms\nclass Normalize(torch.nn.Module):\n  def forward(self, "
                        "clip):\n    clip = clip.clone()\n    return clip[clip > 0]\n"
                        "data = transforms.Compose([Normalize()])",
                        "SF501 clip[clip > 0]"},
                    Row{"an_object_that_collates",
                        "class PadCollator:\n  def __call__(self, batch):\n"
                        "    x = torch.stack([b['x'] for b in batch])\n    return x[x > 0]",
                        ""},
                    Row{"a_later_one_of_them",
                        "class PadCollateV2:\n  def __call__(self, batch):\n"
                        "    x = torch.stack([b['x'] for b in batch])\n    return x[x > 0]",
                        ""},
                    Row{"a_picture_made_a_tensor",
                        "from torchvision import transforms\ndef f(picture):\n  x = transforms.ToTensor()(picture)\n"
                        "  y = transforms.functional.pil_to_tensor(picture)\n  return x[x > 0], y.sum().item()",
                        ""},
                    Row{"an_object_that_is_called",
                        "class M:\n  def __init__(self, opt):\n"
                        "    self.loss = other.build(opt).to(self.device) if opt else None\n"
                        "  def step(self, x: Tensor, y: Tensor):\n    if self.loss: return self.loss(x, y).backward()",
                        "SF102 other.build(opt).to(self.device)"},
                    Row{"sizes_beside_others",
                        "def f(x: Tensor):\n  b, n, mean = *x.shape, x.mean()\n"
                        "  return torch.ones(b, n, device=x.device) * mean",
                        ""},
                    Row{"beside_arrays_of_another_library",
                        "import mlx.core as mx\ndef f(step, end):\n  token, _ = step(mx.array([3]))\n"
                        "  if token == end: return 3\n  return token.item()",
                        "SF301 token.item()"},
                    Row{"what_controls_actors",
                        "import ray\nclass Controller:\n  def rate(self, e):\n    return e.scores[0].sum(-1).item()\n"
                        "  def run(self, refs):\n    return [self.rate(e) for e in ray.get(refs)]",
                        ""},
                    Row{"what_controls_and_computes",
                        "import ray\nclass Trainer:\n  def rate(self, e):\n    return e.scores[0].sum(-1).item()\n"
                        "  def run(self, refs):\n    torch.cuda.synchronize()\n    return ray.get(refs)",
                        "SF301 e.scores[0].sum(-1).item(); SF601 torch.cuda.synchronize()"},
                    Row{"an_actor",
                        "import ray\n@ray.remote(num_gpus=1)\nclass Actor:\n  def rate(self, e: Tensor, refs):\n"
                        "    ray.get(refs)\n    return e.item()",
                        "SF301 e.item()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Collected, OfStrangers,
                         testing::Values(Row{"parts_of_a_sample",
                                             "import random\nclass Buffer:\n  def __init__(self):\n    self.all = []\n"
                                             "  def add(self, s, a):\n    self.all.append((s, a))\n"
                                             "  def sample(self, n, device):\n    batch = random.sample(self.all, n)\n"
                                             "    return torch.stack([b[0] for b in batch]).to(device)",
                                             "SF102 torch.stack([b[0] for b in batch]).to(device)"},
                                         Row{"what_was_on_the_gpu",
                                             "def f(loader, net: nn.Module, device):\n  all = []\n  for x in loader:\n"
                                             "    all.append(net(x.to(device)))\n  return torch.cat(all).to(device)",
                                             "SF102 x.to(device)"}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    HeldByData, OfStrangers,
    testing::Values(
        Row{"that_moves_itself",
            "class Nested:\n  def __init__(self, tensors, mask: Tensor):\n    self.tensors = tensors\n    self.mask = "
            "mask\n"
            "  def to(self, device):\n    mask = self.mask\n    if mask is not None: moved = mask.to(device)\n"
            "    return Nested(self.tensors.to(device), moved)",
            "SF102 mask.to(device); SF102 self.tensors.to(device)"},
        Row{"in_place",
            "class Batch:\n  def __init__(self, x: Tensor):\n    self.x = x\n"
            "  def cuda(self):\n    self.x = self.x.cuda()\n    return self",
            "SF102 self.x.cuda()"},
        Row{"buffers_move_with_their_module",
            "class Scale(nn.Module):\n  def __init__(self, w: Tensor):\n    super().__init__()\n"
            "    self.register_buffer('w', w)\n  def forward(self, x):\n    return x * self.w.to(x)",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Sizes, OfStrangers,
    testing::Values(
        Row{"sides_of_an_image",
            "class Mix(nn.Module):\n  def forward(self, x, H, W):\n    return x.transpose(1, 2).view(-1, 3, H, W)", ""},
        Row{"a_size_of_a_view",
            "class Mix(nn.Module):\n  def forward(self, x, groups):\n    return x.view(3, groups, -1)", ""},
        Row{"a_pair_by_its_name",
            "class Mix(nn.Module):\n  def forward(self, x, x_size):\n    return x.view(3, x_size[0], x_size[1])", ""},
        Row{"a_hidden_state", "class Cell(nn.Module):\n  def forward(self, x, h):\n    return x if h.sum() > 0 else h",
            "SF302 h.sum() > 0"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Alternatives, OfStrangers,
    testing::Values(
        Row{"of_which_few_wait",
            "def f(kind, net: nn.Module):\n  if kind == 0: o = torch.optim.SGD(net.parameters())\n"
            "  elif kind == 1: o = torch.optim.Adamax(net.parameters())\n  else: o = "
            "torch.optim.ASGD(net.parameters())\n"
            "  o.step()",
            ""},
        Row{"of_which_all_wait",
            "def f(kind, net: nn.Module):\n  if kind == 0: o = torch.optim.Adafactor(net.parameters())\n"
            "  else: o = torch.optim.ASGD(net.parameters())\n  o.step()",
            "SF506 o.step()"},
        Row{"a_key_of_what_a_model_gives",
            "def f(net: nn.Module, x, names):\n  out = net(x)\n  for name in names:\n    if name in out: return out",
            ""},
        Row{"where_few_know_the_name", "def f(labels):\n  return torch.nn.functional.one_hot(labels)",
            "SF502 torch.nn.functional.one_hot(labels)"},
        Row{"a_number_of_numpy_times_a_loss",
            "import numpy as np\ndef f(net: nn.Module, loader, criterion):\n  for x, y in loader:\n"
            "    lam = np.random.beta(1, 1)\n    loss = lam * criterion(net(x.cuda()), y.cuda())\n    loss.item()",
            "SF102 x.cuda(); SF102 y.cuda(); SF301 loss.item()"},
        Row{"two_masks_at_once",
            "def f(h: Tensor):\n  dead = torch.diag(h) == 0\n  h[dead, dead] = 1\n  h[:, dead] = 0",
            "SF501 h[dead, dead]"},
        Row{"a_number_in_a_tensor", "def f(x: Tensor):\n  return 3 in x", "SF304 3 in x"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OnTheHost, OfStrangers,
    testing::Values(
        Row{"a_loss_of_what_was_read",
            "def f(net: nn.Module, x: Tensor, y, criterion):\n  p = net(x).cpu()\n  return criterion(p, "
            "y.cpu()).item()",
            "SF101 net(x).cpu(); SF101 y.cpu()"},
        Row{"metrics_of_a_trainer",
            "def compute_metrics(eval_pred):\n  logits, labels = eval_pred\n  mask = labels != -100\n"
            "  return (logits[mask] == labels[mask]).mean().item()",
            ""},
        Row{"weights_that_are_loaded",
            "def f(net: nn.Module, w):\n  net.head.weight.copy_(torch.from_numpy(w))\n"
            "  net.head.bias.data.copy_(torch.zeros(3))",
            ""},
        Row{"what_a_constructor_asks_of_its_buffer",
            "class Cell(nn.Module):\n  def __init__(self, n):\n    super().__init__()\n"
            "    self.register_buffer('n', torch.as_tensor(n))\n    if self.n == 0: self.k = 1\n"
            "  def forward(self, x):\n    return x if self.n == 0 else x + 1",
            "SF302 self.n == 0"},
        Row{"what_a_constructor_checks",
            "class Cell(nn.Module):\n  def __init__(self, w: Tensor):\n    super().__init__()\n"
            "    if not (w > 0).all(): raise ValueError\n  def forward(self, w: Tensor):\n"
            "    if not (w > 0).all(): raise ValueError",
            "SF302 (w > 0).all()"},
        Row{"limits_of_numbers", "import numpy as np\ndef f():\n  return np.finfo(np.float32).eps.item()", ""},
        Row{"how_many_there_are", "def f(x: Tensor):\n  parts = (x, x)\n  return bool(parts), bool(x)",
            "SF302 bool(x)"},
        Row{"a_setting_among_tensors",
            "def f(args):\n  grad, x, train = args\n  n = grad.detach()\n  if train: return n\n  if x: return n",
            "SF302 x"},
        Row{"what_a_dataset_stores",
            "class Data(torch.utils.data.Dataset):\n  def __getitem__(self, i):\n    x = torch.zeros(3, 4)\n"
            "    x[:, i] = self.scale(x[:, i])\n    return x\n  def scale(self, x: Tensor) -> Tensor:\n    return "
            "self.all * x",
            ""},
        Row{"to_a_device_that_has_a_default", "def f(x: Tensor, device=None):\n  return x.to(device or 'cuda')",
            "SF102 x.to(device or 'cuda')"},
        Row{"a_tokenizer_of_the_project",
            "from tokenizers_of_others import Base\nclass Tokenizer(Base):\n  def __init__(self, words):\n"
            "    super().__init__()\n    self.words = words\n  def _split(self, text): return text.split()\n"
            "def f(text, device):\n  return Tokenizer([])(text, return_tensors='pt').to(device)",
            "SF102 Tokenizer([])(text, return_tensors='pt').to(device)"},
        Row{"beside_a_space_of_gym",
            "class Agent:\n  def __init__(self, config):\n    self.info = config.get('info')\n"
            "    self.observation_space = self.info['observation_space']\n    self.horizon = config['horizon']\n"
            "    self.shape = self.observation_space.shape\n  def play(self, x: Tensor):\n"
            "    for n in range(self.horizon): x = x + 1\n    return x",
            ""},
        Row{"what_a_file_of_sound_holds",
            "import torchaudio\ndef f(path):\n  sound, rate = torchaudio.load(path)\n  if sound.mean() < 0.1: return "
            "rate",
            ""},
        Row{"entries_that_a_loop_moves",
            "def data(): return {'x': torch.zeros(3), 'n': 3}\ndef f(device):\n  batch = data()\n"
            "  for k, v in batch.items():\n    if torch.is_tensor(v): batch[k] = v.to(device)\n"
            "  print(batch['x'].tolist())\n  return batch['x'].to(device), batch['n']",
            "SF105 v.to(device); SF301 batch['x'].tolist()"},
        Row{"entries_that_a_test_of_their_types_moves",
            "def data(): return {'x': torch.zeros(3), 'n': 3}\ndef f(device):\n  batch = data()\n"
            "  for k, v in batch.items():\n    if type(v) != list and type(v) != int: batch[k] = v.to(device)\n"
            "  return batch['x'].tolist()",
            "SF105 v.to(device); SF301 batch['x'].tolist()"},
        Row{"entries_that_another_test_moves",
            "def data(): return {'x': torch.zeros(3), 'y': torch.ones(3)}\ndef f(device, other):\n  batch = data()\n"
            "  for k in batch:\n    if other.wants(other.name): batch[k] = batch[k].to(device)\n"
            "  return batch['x'].tolist()",
            "SF102 batch[k].to(device)"},
        Row{"entries_that_a_test_of_keys_moves",
            "def data(): return {'x': torch.zeros(3), 'y': torch.ones(3)}\ndef f(device, names):\n  batch = data()\n"
            "  for k in batch:\n    if k in names: batch[k] = batch[k].to(device)\n  return batch['x'].tolist()",
            "SF102 batch[k].to(device)"},
        Row{"to_a_type_that_a_function_finds",
            "def f(x: Tensor):\n  x = x.cpu()\n  return x.to(other.to_torch_dtype('int32'))", "SF101 x.cpu()"},
        Row{"a_number_in_a_long_tuple_that_is_kept",
            "class Net:\n  def run(self, x: Tensor):\n    self.given = (x, x, x, x, x, x, 1.0, x.detach(), x)\n"
            "  def last(self): return self.given\n  def show(self, x: Tensor):\n    self.run(x)\n"
            "    a, b, c, d, e, f, n, g, h = self.last()\n    print(n)",
            ""},
        Row{"what_becomes_another_type_of_array",
            "import numpy as np\ndef f(targets, c):\n  names = targets[:, c].astype(dtype=np.int32, copy=True)\n"
            "  keep = targets[:, c] != -1\n  names = names[keep]\n  names[np.where(names == 0)] = -1\n  return names",
            ""},
        Row{"model_inputs_by_their_names",
            "def f(pipe, text):\n  device = pipe.unet.device\n  ids = pipe.tokenizer(text, return_tensors='pt')\n"
            "  return pipe.text_encoder(ids.input_ids.to(device))",
            "SF102 ids.input_ids.to(device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    DefaultDevice, OfStrangers,
    testing::Values(Row{"that_the_program_sets",
                        "def f(n):\n  x = torch.rand(n)\n  return x[torch.randperm(n)].cuda()\n"
                        "torch.set_default_tensor_type('torch.cuda.FloatTensor')",
                        ""},
                    Row{"that_stays_the_cpu",
                        "def f(n):\n  return torch.rand(n).cuda()\ntorch.set_default_tensor_type('torch.FloatTensor')",
                        "SF105 torch.rand(n).cuda()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    NoElements, OfStrangers,
    testing::Values(
        Row{"of_a_list", "def f():\n  return torch.Tensor([]).cuda()", ""},
        Row{"of_a_size", "def f(n):\n  return torch.zeros((0, n)).long().cuda()", ""},
        Row{"of_one", "def f():\n  return torch.zeros(1, 4).cuda()", "SF105 torch.zeros(1, 4).cuda()"},
        Row{"then_some",
            "def f(x):\n  all = torch.Tensor([])\n  all = torch.cat([all, torch.rand(3)])\n  return all.cuda()",
            "SF102 all.cuda()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(HelpersOfDatasets, OfStrangers,
                         testing::Values(Row{"called_there_alone",
                                             "def cut(x: Tensor, m: Tensor):\n  return x[m > 0]\nclass "
                                             "Data(torch.utils.data.Dataset):\n  def __getitem__(self, i):\n"
                                             "    return cut(self.all[i], self.mask)\n",
                                             ""},
                                         Row{"called_by_others_too",
                                             "def cut(x: Tensor, m: Tensor):\n  return x[m > 0]\nclass "
                                             "Data(torch.utils.data.Dataset):\n  def __getitem__(self, i):\n"
                                             "    return cut(self.all[i], self.mask)\n"
                                             "def loss(x: Tensor, m: Tensor):\n  return cut(x, m).sum()",
                                             "SF501 x[m > 0]"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

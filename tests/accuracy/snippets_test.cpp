// Reports where the evidence is a name or a signature, which no run of the snippet itself could show.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/accuracy/reported.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::reported;

struct Row {
  std::string_view name;
  std::string_view code;
  std::string_view expected;  ///< code and text of each finding that is at least likely: "SF501 x[mask]; …"
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class Reported : public testing::TestWithParam<Row> {};

TEST_P(Reported, IsLikely) {
  const Row& row = GetParam();
  EXPECT_EQ(reported("import torch\nfrom torch import Tensor, nn\n" + std::string(row.code)), row.expected) << row.code;
}

TEST(Refusals, CountAsSuchUnderAConditionThatHolds) {
  const auto with = [](std::string_view body) {
    return "import torch\nfrom torch import Tensor, nn\nclass Base(nn.Module):\n  def read(self, x: Tensor):\n    " +
           std::string(body) + "\ndef f(base: Base, x: Tensor):\n  y = base.read(x)\n  return y[x > 0]\n";
  };
  const std::string refused = reported(with("raise NotImplementedError"));
  EXPECT_NE(refused, "");
  EXPECT_EQ(reported(with("if True:\n      raise NotImplementedError")), refused);
  EXPECT_EQ(reported(with("if True:\n      pass\n      raise NotImplementedError()")), refused);
}

TEST(PublicFunctions, AreCalledByOthersToo) {
  const auto with = [](std::string_view code) {
    return "import torch\nfrom torch import Tensor\n" + std::string(code);
  };
  const std::string total = with("def total(x: Tensor): return x.item()\ntotal(torch.ones(()))");
  EXPECT_EQ(reported(total, "package.snippet"), "SF301 x.item()");
  EXPECT_EQ(reported(total, "script"), "");
  EXPECT_EQ(reported(with("def _total(x: Tensor): return x.item()\n_total(torch.ones(()))"), "package.snippet"), "");
  // A statement that could not be read makes no script of a library.
  const std::string library = with("def total(x: Tensor): return x.item()\ndef one(): return total(torch.ones(()))\n");
  EXPECT_EQ(reported(library, "module"), "SF301 x.item()");
  for (const std::string unread : {"x = = 3\n", "def other(:\n  return 1\n", "class Other(:\n  pass\n"})
    EXPECT_EQ(reported(library + unread, "module"), "SF301 x.item()") << unread;
  // A number that the signature allows, where all calls that anything reaches give tensors.
  const std::string scaled = with(
      "def scaled(x: Tensor, by: Tensor | float):\n  if isinstance(by, float): by = torch.as_tensor(by, "
      "device=x.device)\n  return x * by\ndef twice(x: Tensor): return scaled(x, x)");
  EXPECT_EQ(reported(scaled, "package.snippet"), "SF202 torch.as_tensor(by, device=x.device)");
  EXPECT_EQ(reported(scaled + "\ntwice(torch.ones(3, device='cuda'))", "script"), "");
  // What nothing says is a tensor is what the callers give it.
  EXPECT_EQ(reported(with("def total(x): return float(x)\ntotal(torch.ones(()))"), "package.snippet"), "");
}

INSTANTIATE_TEST_SUITE_P(
    StoredFromTheGpu, Reported,
    testing::Values(
        Row{"into_a_cpu_tensor",
            "def f(x: Tensor):\n  counts = torch.zeros(3, 4)\n  for i in range(3): counts[i] = x[i].sum(0)",
            "SF101 counts[i]"},
        Row{"into_a_tensor_beside_it",
            "def f(x: Tensor):\n  counts = torch.zeros(3, 4, device=x.device)\n  for i in range(3): counts[i] = "
            "x[i].sum(0)",
            ""},
        Row{"a_number_into_a_cpu_tensor", "def f(x: Tensor):\n  counts = torch.zeros(3)\n  counts[0] = len(x)", ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    IndexedByAList, Reported,
    testing::Values(Row{"of_numbers", "def f(x: Tensor): return x[[0, 2]]", "SF401 x[[0, 2]]"},
                    Row{"that_holds_slices",
                        "def f(x: Tensor, n: int):\n  parts = [slice(None)]\n  while len(parts) < n: parts = parts + "
                        "[slice(1, -1)]\n"
                        "  return x[parts]",
                        ""},
                    Row{"that_holds_a_slice_and_numbers", "def f(x: Tensor): return x[[slice(None), 2]]", ""},
                    Row{"that_holds_a_slice_and_numbers_of_the_gpu",
                        "def f(x: Tensor): return x[[slice(None), x[0] > 0]]", "SF501 x[[slice(None), x[0] > 0]]"},
                    Row{"read_back_beside_a_tensor_of_the_same_name",
                        "def f(a: Tensor, b: Tensor):\n  scores, counts = torch.stack([a, b]).tolist()\n"
                        "  if scores[0] > 2: return counts\n  scores = a.sum(0)\n  return scores.argmax()",
                        "SF301 torch.stack([a, b]).tolist()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Logged, Reported,
    testing::Values(Row{"to_tensorboard",
                        "from torch.utils.tensorboard import SummaryWriter\ndef f(loss: Tensor, w: SummaryWriter): "
                        "w.add_scalar('loss', loss, 3)",
                        "SF506 w.add_scalar('loss', loss, 3)"},
                    Row{"to_a_writer_of_nobody", "def f(loss: Tensor, w): w.add_scalar('loss', loss, 3)",
                        "SF506 w.add_scalar('loss', loss, 3)"},
                    Row{"a_number", "def f(loss: float, w): w.add_scalar('loss', loss, 3)", ""},
                    Row{"the_method_of_ones_own",
                        "class W:\n  def add_scalar(self, tag, value, step): self.last = value\ndef f(loss: Tensor): "
                        "W().add_scalar('loss', loss, 3)",
                        ""},
                    Row{"beside_a_progress_bar",
                        "from tqdm import tqdm\ndef f(loss: Tensor, items):\n  bar = tqdm(items)\n  for item in bar: "
                        "bar.set_postfix(loss=loss)",
                        "SF305 bar.set_postfix(loss=loss)"},
                    Row{"its_length_beside_a_progress_bar",
                        "from tqdm import tqdm\ndef f(loss: Tensor, items):\n  bar = tqdm(items)\n  for item in bar: "
                        "bar.set_postfix(n=len(loss))",
                        ""},
                    Row{"by_a_logger_of_nobody", "def f(self, loss: Tensor): self.logger.info('%s', loss)",
                        "SF305 self.logger.info('%s', loss)"},
                    Row{"to_wandb", "import wandb\ndef f(loss: Tensor): wandb.log({'loss': loss})",
                        "SF506 wandb.log({'loss': loss})"},
                    Row{"as_an_array_by_einops", "import einops\ndef f(x: Tensor): return einops.asnumpy(x)",
                        "SF101 einops.asnumpy(x)"},
                    Row{"by_loguru", "from loguru import logger\ndef f(loss: Tensor): logger.info('{}', loss)",
                        "SF305 logger.info('{}', loss)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Wrappers, Reported,
    testing::Values(
        Row{"inputs_that_a_data_parallel_module_moves",
            "from torch.nn.parallel import DistributedDataParallel as DDP\n"
            "def f(net: nn.Module, rank):\n  model = DDP(net, device_ids=[rank])\n"
            "  return model(torch.ones(3)).sum().item()",
            "SF301 model(torch.ones(3)).sum().item()"},
        Row{"those_that_it_does_not_move",
            "from torch.nn.parallel import DistributedDataParallel as DDP\n"
            "def f(net: nn.Module, x: Tensor, rank):\n  model = DDP(net)\n"
            "  y = DDP(net, device_ids=[rank])(x)\n  return model(torch.ones(3)).sum().item()",
            ""},
        Row{"its_own_class",
            "from torch.nn.parallel import DistributedDataParallel as DDP\n"
            "class Net(nn.Module):\n  def forward(self, x, scale):\n    return x[x > scale.item()]\n"
            "def f(rank):\n  model = DDP(Net(), device_ids=[rank])\n  return model(torch.ones(3), torch.ones(()))",
            "SF501 x[x > scale.item()]; SF301 scale.item()"},
        Row{"norms_that_have_to_be_finite",
            "from lightning.fabric import Fabric\n"
            "def f(fabric: Fabric, net, opt):\n  fabric.clip_gradients(net, opt, max_norm=1.0)",
            "SF504 fabric.clip_gradients(net, opt, max_norm=1.0)"},
        Row{"norms_that_need_not",
            "from lightning.fabric import Fabric\n"
            "def f(fabric: Fabric, net, opt):\n  fabric.clip_gradients(net, opt, clip_val=1.0)\n"
            "  fabric.clip_gradients(net, opt, max_norm=1.0, error_if_nonfinite=False)",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(NoneOrATensor, Reported,
                         testing::Values(Row{"as_text", "def f(x: Tensor | None = None): return f'{x}'", ""},
                                         Row{"by_or", "def f(x: Tensor | None = None): return x or 3", ""},
                                         Row{"a_tensor_as_text", "def f(x: Tensor): return f'{x}'", "SF305 {x}"},
                                         Row{"compared",
                                             "def f(x: Tensor | None = None):\n  if x is not None and x > 0: return x",
                                             "SF302 x > 0"}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Clocks, Reported,
    testing::Values(
        Row{"around_what_a_loader_does",
            "import time\ndef f(loader, model, optimizer, note):\n  end = time.time()\n  for x in loader:\n"
            "    note(time.time() - end)\n    model(x).backward()\n    optimizer.step()\n    end = time.time()",
            ""},
        Row{"around_the_whole_step",
            "import time\ndef f(loader, model, optimizer, note):\n  end = time.time()\n  for x in loader:\n"
            "    model(x).backward()\n    optimizer.step()\n    note(time.time() - end)\n    end = time.time()",
            "SF801 time.time()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(OnlyTensorsAreTaken, Reported,
                         testing::Values(Row{"by_a_factorisation",
                                             "import other\ndef f(): return torch.linalg.eigh(other.x())",
                                             "SF503 torch.linalg.eigh(other.x())"},
                                         Row{"numbers_too", "import other\ndef f(): return float(other.x())", ""},
                                         Row{"of_the_cpu", "def f(): return torch.linalg.eigh(torch.eye(3))", ""}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    DistributionsOfOnesOwn, Reported,
    testing::Values(Row{"are_checked",
                        "from torch.distributions import Distribution\nclass D(Distribution):\n"
                        "  def __init__(self, loc: Tensor, validate_args=None):\n    self.loc = loc\n"
                        "    super().__init__(loc.shape, validate_args=validate_args)",
                        "SF504 super().__init__(loc.shape, validate_args=validate_args)"},
                    Row{"are_not",
                        "from torch.distributions import Distribution\nclass D(Distribution):\n"
                        "  def __init__(self, loc: Tensor):\n    self.loc = loc\n"
                        "    super().__init__(loc.shape, validate_args=False)",
                        ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Masks, Reported,
    testing::Values(
        Row{"by_name", "def f(x: Tensor, mask: Tensor): return x[mask]", "SF501 x[mask]"},
        Row{"not_by_another_name", "def f(x: Tensor, index: Tensor): return x[index]", ""},
        Row{"a_word_of_the_name", "def f(x: Tensor, row_mask: Tensor): return x[row_mask]", "SF501 x[row_mask]"},
        Row{"no_part_of_a_word", "def f(x: Tensor, unmasked: Tensor): return x[unmasked]", ""},
        Row{"inverted", "def f(x: Tensor, mask: Tensor): return x[~mask]", "SF501 x[~mask]"},
        Row{"among_others", "def f(x: Tensor, mask: Tensor): return x[..., mask, :]", "SF501 x[..., mask, :]"},
        Row{"part_of_a_mask", "def f(x: Tensor, mask: Tensor): return x[mask[0]]", "SF501 x[mask[0]]"},
        Row{"selected_from_a_mask", "def f(mask: Tensor, index: Tensor): return mask[index]", ""},
        Row{"known_to_be_numbers", "def f(x: Tensor, mask: Tensor): return x[mask.long()]", ""},
        Row{"a_tensor_stored", "def f(x: Tensor, mask: Tensor, y: Tensor): x[mask] = y", "SF501 x[mask]"},
        Row{"through_a_view", "def f(x: Tensor, mask: Tensor): return x[mask.view(-1)]", "SF501 x[mask.view(-1)]"},
        Row{"computed_from_a_mask", "def f(x: Tensor, mask: Tensor): return x[mask.argsort()]", ""},
        Row{"a_number_stored", "def f(x: Tensor, mask: Tensor): x[mask] = 0", ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Positions, Reported,
    testing::Values(Row{"by_name", "def f(x: Tensor, row_idx: Tensor): x[row_idx.view(-1)] = 0",
                        "SF402 x[row_idx.view(-1)]"},
                    Row{"not_by_another_name", "def f(x: Tensor, rows: Tensor): x[rows] = 0", ""},
                    Row{"that_make_a_mask",
                        "def f(x: Tensor, rows: Tensor):\n  keep = torch.zeros_like(x, dtype=torch.bool)\n"
                        "  keep[rows] = True",
                        "SF402 keep[rows]"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OnOneWay, Reported,
    testing::Values(
        Row{"a_tensor_or_what_nobody_knows",
            "import other\ndef f(x: Tensor, c: bool):\n  y = x if c else other.y()\n  return y.item()",
            "SF301 y.item()"},
        Row{"only_what_nobody_knows",
            "import other\ndef f(c: bool):\n  y = other.x() if c else other.y()\n  return float(y)", ""},
        Row{"what_only_tensors_have", "import other\ndef f():\n  y = other.y()\n  return y.detach().tolist()",
            "SF301 y.detach().tolist()"},
        Row{"what_others_have_too", "import other\ndef f():\n  y = other.y()\n  return y.copy().tolist()", ""},
        Row{"a_subclass_of_tensor_makes_itself",
            "import other\nclass T(Tensor):\n  def __new__(cls, x): return other.make(cls, x)\n"
            "def f(n: Tensor): return T([n.sum(), n.sum()])",
            ""},
        Row{"matrices_or_batches_of_them", "def f(b: Tensor, u: Tensor): return torch.cholesky_solve(b, u)",
            "SF503 torch.cholesky_solve(b, u)"},
        Row{"no_batch", "def f(x: Tensor): return torch.cholesky_inverse(torch.eye(3, device='cuda'))", ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    ForwardArguments, Reported,
    testing::Values(Row{"of_no_default", "class M(nn.Module):\n  def forward(self, it):\n    return it[it > 0]",
                        "SF501 it[it > 0]"},
                    Row{"none_by_default_and_a_tensors_name",
                        "class M(nn.Module):\n  def forward(self, labels=None):\n    if labels is not None: return "
                        "labels[labels > 0]",
                        "SF501 labels[labels > 0]"},
                    Row{"the_largest_of_a_tensor", "def f(x: Tensor):\n  return max(x.sum(1))", "SF303 max(x.sum(1))"},
                    Row{"attributes_that_a_text_names",
                        "class Meter:\n  def set(self, v): self.v = v\n"
                        "def f(x: Tensor):\n  m = Meter()\n  m.set(x.sum())\n  return '{m.v:.3f} {{m.v}}'.format(m=m)",
                        "SF305 '{m.v:.3f} {{m.v}}'.format(m=m)"},
                    Row{"none_by_default_and_another_name",
                        "class M(nn.Module):\n  def forward(self, it=None):\n    if it is not None: return float(it)",
                        ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    DeviceOfAConstructor, Reported,
    testing::Values(Row{"models_are_built_on_the_cpu",
                        "class M(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
                        "    self.norm = nn.BatchNorm2d(3, device=device)",
                        ""},
                    Row{"in_a_mapping",
                        "class M(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
                        "    dd = {'device': device}\n    self.norm = nn.BatchNorm2d(3, **dd)",
                        ""},
                    Row{"a_caller_that_is_seen",
                        "class M(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
                        "    self.norm = nn.BatchNorm2d(3, device=device)\nM(device='cuda')",
                        "SF506 nn.BatchNorm2d(3, device=device)"},
                    Row{"a_device_that_must_be_given",
                        "class M(nn.Module):\n  def __init__(self, device):\n    super().__init__()\n"
                        "    self.norm = nn.BatchNorm2d(3, device=device)",
                        "SF506 nn.BatchNorm2d(3, device=device)"},
                    Row{"handed_on_to_a_function",
                        "def scale(device=None): return torch.tensor(2.5, device=device)\n"
                        "class M(nn.Module):\n  def __init__(self, device=None):\n    super().__init__()\n"
                        "    self.scale = scale(device=device)",
                        ""},
                    Row{"a_function", "def f(device=None): return torch.tensor(2.5, device=device)",
                        "SF202 torch.tensor(2.5, device=device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    BehindTests, Reported,
    testing::Values(
        Row{"for_float16_alone",
            "def f(x: Tensor):\n  if x.dtype == torch.float16 and not x.isfinite().all(): return x.clamp(-1, 1)", ""},
        Row{"in_the_body", "def f(x: Tensor):\n  if x.dtype == torch.half:\n    if x.isinf().any(): return x", ""},
        Row{"of_another_operand", "def f(x: Tensor):\n  if x.isinf().any() and x.dtype == torch.float16: return x",
            "SF302 x.isinf().any()"},
        Row{"for_another_type", "def f(x: Tensor):\n  if x.dtype == torch.float32 and x.isinf().any(): return x",
            "SF302 x.isinf().any()"},
        Row{"in_the_message_of_an_assertion",
            "def f(x: Tensor, n: int):\n  assert n > 3, f'{x} of {n}'\n  return '{}'.format(x)",
            "SF305 '{}'.format(x)"},
        Row{"on_another_device", "def f(x: Tensor):\n  if x.device.type == 'mps' and not bool(x.all()): return x", ""},
        Row{"in_its_body", "def f(x: Tensor, device):\n  if device.type == 'mps': return int(x)\n  return x", ""},
        Row{"told_by_a_variable",
            "def f(x: Tensor):\n  mps = 'mps' in x.device.type\n  if mps: x = x.cpu()\n  return x", ""},
        Row{"one_of_several_devices",
            "def f(x: Tensor, device):\n  if device.type in ('mps', 'xpu'): return int(x)\n  return x", ""},
        Row{"a_copy_of_what_is_on_the_cpu",
            "def f(x: Tensor):\n  on_cpu = x.device.type == 'cpu'\n  if on_cpu: x = x.cuda()\n  return x.item()",
            "SF102 x.cuda(); SF301 x.item()"},
        Row{"by_the_name_of_a_flag", "def f(x: Tensor, is_npu):\n  if is_npu: return int(x)\n  return x", ""},
        Row{"if_it_is_available",
            "def f(x: Tensor):\n  if torch.backends.mps.is_available(): return int(x)\n  return x", ""},
        Row{"not_of_another_name", "def f(x: Tensor, is_last):\n  if is_last: return int(x)\n  return x",
            "SF301 int(x)"},
        Row{"where_it_is_not_cuda", "def f(x: Tensor, device):\n  if device != 'cuda': return int(x)\n  return x", ""},
        Row{"where_it_is_not_another",
            "def f(x: Tensor, device):\n  if device.type != 'mps': return int(x)\n  return x", "SF301 int(x)"},
        Row{"on_one_of_several",
            "def f(x: Tensor, device):\n  if device.type == 'cpu' or device.type == 'cuda': return int(x)\n  return x",
            "SF301 int(x)"},
        Row{"while_tracing",
            "def traced(): return torch._C._get_tracing_state()\n"
            "def f(x: Tensor):\n  n = torch.min(x) if traced() else 3\n  return min(n, 4)",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    TensorsOrNot, Reported,
    testing::Values(
        Row{"alias_of_a_type",
            "from typing import Tuple\nSize = Tuple[int, int]\nclass M(nn.Module):\n"
            "  def forward(self, x, size: Size):\n    h, w = size\n    if h > 1: return x.view(h, w)",
            ""},
        Row{"alias_of_a_tensor",
            "from typing import Optional\nOptTensor = Optional[Tensor]\n"
            "def f(x: OptTensor):\n  if x is not None and x.any(): return 1",
            "SF302 x.any()"},
        Row{"keys_of_a_mapping",
            "def f(x: Tensor):\n  areas = dict(zip(x.tolist(), x))\n"
            "  for color in areas:\n    if color == 3: return areas",
            "SF301 x.tolist()"},
        Row{"cast_to_an_alias",
            "from typing import cast\nNames = dict[str, int]\ndef f(it, x: Tensor):\n"
            "  for n in cast(Names, it).values():\n    if n > 3: return x",
            ""},
        Row{"cast_to_a_tensor", "from typing import cast\nimport other\nif cast(Tensor, other.it()) > 3: pass",
            "SF302 cast(Tensor, other.it()) > 3"},
        Row{"seen_to_be_one", "def f(x):\n  if isinstance(x, Tensor): return x.item()", "SF301 x.item()"},
        Row{"a_host_value_by_default", "def f(x: Tensor, noise: Tensor | bool = False):\n  if noise: return x", ""},
        Row{"either_and_no_default", "def f(x: Tensor, noise: Tensor | bool):\n  if noise: return x", "SF302 noise"},
        Row{"of_that_very_type",
            "def f(x: Tensor | float):\n  if type(x) is not Tensor: return torch.full((3,), x)\n  return x.item()",
            "SF301 x.item()"},
        Row{"calls_what_tensors_have_not",
            "def f(it, x):\n  it.preconditioner()\n  torch.add(it.unsqueeze(0), x)\n  if it.trace() > 0: return x", ""},
        Row{"objects_with_the_same_method",
            "class Operator:\n  def cholesky(self): return self\n"
            "def f(a: Tensor | Operator): return a.cholesky()",
            ""},
        Row{"objects_without_it",
            "class Operator:\n  def solve(self): return self\n"
            "def f(a: Tensor | Operator): return a.cholesky()",
            "SF503 a.cholesky()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Places, Reported,
    testing::Values(
        Row{"of_what_may_be_in_two_places",
            "def f(x: Tensor, known):\n  y = x if known else torch.zeros(3)\n  return (y < 0).type_as(y)", ""},
        Row{"stored_where_it_comes_from",
            "def f(x: Tensor, known):\n  y = x if known else torch.zeros(3, 3)\n  y[0, 0] = y[1, 1]", ""},
        Row{"a_module_that_is_given_what_lies_on_the_gpu",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.w = nn.Parameter(torch.zeros(3))\n  def forward(self, x): return self.w.to(x.device)\n"
            "M()(torch.rand(3, device='cuda'))",
            ""},
        Row{"of_one_that_may", "def f(x: Tensor, known):\n  y = x if known else torch.zeros(3)\n  return y.type_as(x)",
            "SF102 y.type_as(x)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Declared, Reported,
    testing::Values(
        Row{"a_number_of_a_union",
            "class Rows:\n  def __init__(self, count: int, offset: Tensor):\n"
            "    self.count = count\n    self.offset = offset\n"
            "  def normal(self, i: int | Tensor) -> int | Tensor: return i\n"
            "  def part(self, several):\n    start: int = self.normal(several[0])\n"
            "    if start < 0: return Rows(start, self.offset)\n    return self.narrow(self.normal(several[1]))\n"
            "  def narrow(self, start: int):\n    start = self.normal(start)\n    assert start >= 0\n"
            "    return torch.arange(self.count, device=self.offset.device)",
            ""},
        Row{"a_tensor_that_is_seen", "def g(n: int): return n > 0\ndef f(x: Tensor):\n  if g(torch.sum(x > 0)): pass",
            "SF302 g(torch.sum(x > 0))"},
        Row{"a_method_that_moves_as_a_tensor_does",
            "class Rows:\n  def __init__(self, values: Tensor, offset: Tensor):\n"
            "    self.values = values\n    self.offset = offset\n"
            "  def to(self, *args, **kwargs): return self.apply(lambda x: x.to(*args, **kwargs))\n"
            "  def apply(self, fn):\n    self.values = fn(self.values)\n    self.offset = fn(self.offset)\n"
            "    return self\n"
            "  def get(self, i: int): return self.values[self.offset[i]:]",
            "SF403 self.values[self.offset[i]:]"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    MovedForNow, Reported,
    testing::Values(
        Row{"and_back_under_the_same_condition",
            "class E:\n  def __init__(self, net: nn.Module):\n    self.net = net\n    self.ranks = torch.zeros(9)\n"
            "  def run(self, batches):\n    on_gpu = next(self.net.parameters()).is_cuda\n    if on_gpu:\n"
            "      self.ranks = self.ranks.cuda()\n    else:\n      print('slow')\n"
            "    for i, batch in enumerate(batches): self.ranks[i] = self.net(batch).argmax()\n"
            "    if on_gpu: self.ranks = self.ranks.cpu()\n"
            "  def mean(self): return self.ranks.mean().item()",
            "SF102 self.ranks.cuda(); SF101 self.ranks.cpu()"},
        Row{"and_back_under_another_condition",
            "class E:\n  def __init__(self): self.ranks = torch.zeros(9)\n"
            "  def run(self, a, b):\n    if a: self.ranks = self.ranks.cuda()\n    if b: self.ranks = "
            "self.ranks.cpu()\n"
            "  def mean(self): return self.ranks.mean().item()",
            "SF102 self.ranks.cuda(); SF101 self.ranks.cpu(); SF301 self.ranks.mean().item()"},
        Row{"while_another_method_works",
            "class E:\n  def __init__(self): self.ranks = torch.zeros(9)\n"
            "  def run(self):\n    self.ranks = self.ranks.cuda()\n    self.mean()\n    self.ranks = self.ranks.cpu()\n"
            "  def mean(self): return self.ranks.mean().item()",
            "SF102 self.ranks.cuda(); SF101 self.ranks.cpu(); SF301 self.ranks.mean().item()"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OtherNames, Reported,
    testing::Values(Row{"of_parameters",
                        "from torch.nn.parameter import Parameter\nclass M(nn.Module):\n  def __init__(self):\n"
                        "    super().__init__()\n    self.w = Parameter(torch.FloatTensor(3))\n"
                        "m = M()\nm.cuda()\nprint(m.w.sum().item())",
                        "SF105 m.cuda(); SF301 m.w.sum().item()"},
                    Row{"of_buffers",
                        "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
                        "    self.w = nn.parameter.Buffer(torch.zeros(3))\nm = M()\nm.cuda()\nprint(m.w.sum().item())",
                        "SF105 m.cuda(); SF301 m.w.sum().item()"},
                    Row{"of_sparse_tensors",
                        "def f(i, v, n):\n  a = torch.sparse.FloatTensor(i, v, n)\n  return [a.cuda(), a.item()]",
                        "SF102 a.cuda()"}),
    [](const auto& row) { return std::string(row.param.name); });

class Heated : public testing::TestWithParam<Row> {};

TEST_P(Heated, IsAsHot) {
  const Row& row = GetParam();
  const std::string text = "import torch, functools\nfrom torch import Tensor, nn\n" + std::string(row.code);
  EXPECT_EQ(reported(text, "snippet", true), row.expected) << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Loops, Heated,
    testing::Values(Row{"after_the_loop_over_batches",
                        "def f(n, batches, model, optimizer, total: Tensor):\n  for epoch in range(n):\n"
                        "    for x in batches:\n      model(x).backward()\n    print(total)",
                        "cold SF305 print(total)"},
                    Row{"where_a_schedule_steps_each_epoch",
                        "def f(n, batches, model, lr_scheduler, total: Tensor):\n  for epoch in range(n):\n"
                        "    for x in batches:\n      model(x).backward()\n    lr_scheduler.step()\n    print(total)",
                        "cold SF305 print(total)"},
                    Row{"where_a_schedule_is_given_a_metric",
                        "def f(n, batches, model, lr_scheduler, plan_sched, total: Tensor):\n  for epoch in range(n):\n"
                        "    for x in batches:\n      model(x).backward()\n    lr_scheduler.step(0.1, n)\n"
                        "    plan_sched.step(0.1, epoch)\n    print(total)",
                        "cold SF305 print(total)"},
                    Row{"where_gradients_of_several_batches_are_added",
                        "def f(n, batches, model, optimizer, total: Tensor):\n  for step in range(n):\n"
                        "    for x in batches:\n      model(x).backward()\n    optimizer.step()\n    print(total)",
                        "hot SF305 print(total)"},
                    Row{"of_denoising",
                        "def f(times, model, scheduler, x, total: Tensor):\n  for t in times:\n"
                        "    x = scheduler.step(model(x, t), t, x)\n    print(total.item())",
                        "hot SF301 total.item(); hot SF704 total.item()"},
                    Row{"behind_a_rare_test_of_a_condition",
                        "def f(n, model, x: Tensor):\n  for step in range(n):\n    model(x).backward()\n"
                        "    if step % 100 == 0 and x.isnan().any(): return x",
                        "cold SF302 x.isnan().any()"},
                    Row{"what_is_cached",
                        "@functools.lru_cache(4)\ndef scale(device): return torch.tensor(2.5, device=device)\n"
                        "class M(nn.Module):\n  def forward(self, x): return x * scale(x.device)",
                        "warm SF202 torch.tensor(2.5, device=device)"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Casts, Heated,
    testing::Values(
        Row{"of_a_part",
            "def f(model, device, loader):\n  for batch in loader:\n    batch = batch.to(device)\n    model(batch.x)\n"
            "    y = batch.y.view(-1).to(torch.float64)\n    print(y.sum().item())",
            "hot SF102 batch.to(device); hot SF301 y.sum().item()"},
        Row{"by_name",
            "def f(model, device, loader):\n  for batch in loader:\n    batch = batch.to(device)\n    model(batch.x)\n"
            "    y = batch.y.view(-1).to(dtype=torch.float64)\n    print(y.sum().item())",
            "hot SF102 batch.to(device); hot SF301 y.sum().item()"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

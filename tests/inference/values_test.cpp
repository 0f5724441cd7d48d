// What a name is after the code before it, by the kinds of values.
#include <gtest/gtest.h>

#include "tests/inference/value_table.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::InferenceTable;
using test::Row;

/// `parts`, with objects of so many classes.
std::string table_of_parts(int count) {
  std::string code = "class Part:\n  def of(self, x: torch.Tensor): raise NotImplementedError\n";
  std::string table;
  for (int i = 0; i < count; ++i) {
    const std::string name = "P" + std::to_string(i);
    code += "class " + name + "(Part):\n  def of(self, x: torch.Tensor): return x + 1\n";
    table += name + "=" + name + "(), ";
  }
  return code + "parts = dict(" + table + ")\n";
}

INSTANTIATE_TEST_SUITE_P(
    Basics, InferenceTable,
    testing::Values(
        Row{"a_module_of_which_nothing_is_known", "import decord\nv = decord", "namespace"},
        Row{"a_module_that_may_not_be_there", "try: import decord\nexcept ImportError: decord = None\nv = decord",
            "none | namespace"},
        Row{"a_dimension_that_is_named", "def f(x): return torch.sort(x, dim=1)[0]\nimport other\nv = f(other.x)",
            "tensor caller rank 2+"},
        Row{"a_dimension_from_the_end", "import other\nv = torch.softmax(other.x, -3)",
            "tensor caller floating/complex rank 3+"},
        Row{"a_named_dimension_less", "import other\nv = other.x.cuda().sum(dim=2)",
            "tensor cuda integer/floating/complex rank 2+"},
        Row{"the_first_dimension_says_nothing", "import other\nv = torch.flip(other.x, [0])", "tensor unknown"},
        Row{"what_a_call_writes_to",
            "v = torch.bernoulli(torch.zeros(3).cuda(), out=torch.empty(3, dtype=torch.bool).cuda())",
            "tensor cuda boolean rank 1"},
        Row{"names_of_python_2",
            "import other\ntry: from itertools import izip as zip\nexcept ImportError: pass\n"
            "for a, b in zip(torch.zeros(2), [3]): v = a",
            "tensor cpu floating rank 0"},
        Row{"a_part_of_a_collated_batch",
            "import other\ndef pack(d): return {'x': torch.stack([e['x'] for e in d]), 'n': [len(e) for e in d]}\n"
            "for batch in torch.utils.data.DataLoader(other.d, collate_fn=pack): v = batch['n']",
            "list of integer"},
        Row{"an_unknown_part_of_a_collated_batch",
            "import other\ndef pack(d): return other.f(d), [len(e) for e in d]\n"
            "for batch in torch.utils.data.DataLoader(other.d, collate_fn=pack): v = batch[0]",
            "tensor cpu"},
        Row{"a_part_of_a_batch_that_was_moved",
            "import other\nfrom accelerate import Accelerator\n"
            "def pack(d): return {'x': torch.stack([e['x'] for e in d]), 'n': [len(e) for e in d]}\n"
            "loader = Accelerator().prepare(torch.utils.data.DataLoader(other.d, collate_fn=pack))\n"
            "for batch in loader: v = (batch['x'], batch['n'])",
            "tuple (tensor caller rank 1+, list of integer)"},
        Row{"bytes_beside_a_number", "m = torch.zeros(3) > 1\nv = (1 - m.byte(), m.byte() * 2, m.byte() & m)",
            "tuple (tensor cpu byte rank 1, tensor cpu byte rank 1, tensor cpu byte rank 1)"},
        Row{"bytes_beside_wider_ones",
            "b = torch.zeros(3, dtype=torch.uint8)\nv = (b + torch.arange(3), b / 2, b.sum(), b == 1)",
            "tuple (tensor cpu integer rank 1, tensor cpu floating rank 1, tensor cpu integer rank 0, tensor cpu "
            "boolean rank "
            "1)"},
        Row{"a_dictionary_that_is_made_empty",
            "import other\nd = dict()\nd[other.k] = (torch.zeros(2), 3)\nv = d[other.j]",
            "tuple (tensor cpu floating rank 1, integer 3)"},
        Row{"an_ordered_one_that_is_made_empty",
            "import collections, other\nd = collections.OrderedDict()\nd[other.k] = torch.zeros(2)\nv = d[other.j]",
            "tensor cpu floating rank 1"},
        Row{"a_part_of_one_place",
            "import other\ndef f(k, height):\n  value = other.get(k)\n  value = (value[0][:, 1:3].reshape(3), height)\n"
            "  return height\nv = f(1, other.h)",
            "anything"},
        Row{"the_last_of_overloads",
            "from typing import overload\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n"
            "def f(x): return torch.zeros(2)\nv = f(3)",
            "tensor cpu floating rank 1"},
        Row{"what_stands_in_for_a_stub",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  def f(x): ...\nelse:\n"
            "  def f(x): return torch.zeros(2)\nv = f(3)",
            "tensor cpu floating rank 1 | anything"},
        Row{"the_first_of_other_branches",
            "import other\nif other.new:\n  def f(): return 3\nelse:\n  def f(): return 4\nv = f()", "integer"},
        Row{"integer", "v = 3", "integer 3"},
        Row{"device_of_anything", "import other\nv = torch.tensor([1], device=other.x.device)",
            "tensor caller integer rank 1"},
        Row{"told_where_or_where_it_is",
            "import other\nfrom typing import Optional\ndef f(d: Optional[torch.device], x): return d or x.device\n"
            "v = f(other.d, torch.zeros(2))",
            "device caller"},
        Row{"told_where_if_at_all",
            "import other\nfrom typing import Optional\n"
            "def f(d: Optional[torch.device], x): return d if d is not None else x.device\n"
            "v = f(other.d, torch.zeros(2))",
            "device caller"},
        Row{"told_nowhere", "def f(d, x): return d or x.device\nv = f(None, torch.zeros(2))", "device cpu"},
        Row{"checkpoint_of_the_host", "v = torch.load('a.pt', map_location='cpu')['model']",
            "tensor cpu | dictionary {*: tensor cpu} | anything"},
        Row{"checkpoint_of_the_gpu", "v = torch.load('a.pt', map_location='cuda')['model']", "anything cuda"},
        Row{"checkpoint_of_a_device",
            "d = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n"
            "v = torch.load('a.pt', map_location=d).get('model')",
            "anything cuda"},
        Row{"checkpoint_of_an_unknown_device", "import other\nv = torch.load('a.pt', map_location=other.d)",
            "anything"},
        Row{"checkpoint_where_it_was", "v = torch.load('a.pt')", "anything"},
        Row{"checkpoint_that_a_function_brings",
            "v = torch.load('a.pt', map_location=lambda storage, location: storage.cuda(1))['model']", "anything cuda"},
        Row{"checkpoint_from_the_cpu", "v = torch.load('a.pt', map_location={'cpu': 'cuda:0'})", "anything cuda"},
        Row{"checkpoint_of_another_gpu", "v = torch.load('a.pt', map_location={'cuda:0': 'cuda:1'})", "anything"},
        Row{"checkpoint_or_nothing",
            "import other\nc = None\nif other.x:\n  c = torch.load('a.pt', map_location='cuda')\nv = c['a']",
            "anything cuda"},
        Row{"dtype_of_anything", "import other\nv = torch.zeros(2).to(other.x.dtype)", "tensor cpu rank 1"},
        Row{"a_number_of_a_script", "@torch.jit.script\ndef f(n: int): return n\nv = f(torch.zeros(2).cuda().max())",
            "integer"},
        Row{"a_group_for_the_cpu",
            "import torch.distributed as dist\ndef group():\n  if dist.get_backend() == 'nccl':\n"
            "    return dist.new_group(backend='gloo')\n  return dist.group.WORLD\n"
            "def where(group): return 'cpu' if dist.get_backend(group) == 'gloo' else 'cuda'\n"
            "v = torch.zeros(2).to(torch.device(where(group())))",
            "tensor cpu floating rank 1"},
        Row{"a_key_that_a_move_leaves_out",
            "import other\ndef f(batch):\n  for k in batch:\n    if k != 'meta':\n      batch[k] = batch[k].cuda()\n"
            "  return batch['x'].float(), batch['meta'].float()\nv = "
            "f(next(iter(torch.utils.data.DataLoader(other.d))))",
            "tuple (tensor cuda floating, tensor cpu floating)"},
        Row{"a_key_that_only_another_test_asks_for",
            "import other\ndef f(batch):\n  for k in batch:\n    if k != 'meta':\n      print(k)\n"
            "    batch[k] = batch[k].cuda()\n  return batch['meta'].float()\n"
            "v = f({'meta': torch.zeros(2), other.k: torch.zeros(2)})",
            "tensor cuda floating rank 1"},
        Row{"the_name_of_a_type",
            "def f(x):\n  if type(x).__name__ != 'ndarray':\n    x = x.cpu().numpy()\n  return x\n"
            "v = f(torch.zeros(2).cuda())",
            "array floating rank 1"},
        Row{"elements_that_a_loop_replaces",
            "def f(found):\n  out = [None for _ in range(len(found))]\n  for i, one in enumerate(found):\n"
            "    if one.sum() > 3: continue\n    out[i] = one.cuda()\n    if out[i] is not None:\n      out[i] = "
            "out[i].cpu().numpy()\n  return out\n"
            "v = f([torch.zeros(2)])[0]",
            "array floating rank 1 | none"},
        Row{"elements_that_a_loop_moves",
            "x = [torch.zeros(2), torch.ones(2)]\nfor i in range(len(x)):\n  x[i] = x[i].cuda()\nv = x[0]",
            "tensor cuda floating rank 1"},
        Row{"elements_that_a_loop_moves_from_the_second_on",
            "import other\nx = [other.a.cpu() for a in other.b]\nfor i in range(1, len(x)):\n  x[i] = x[i].cuda()\nv = "
            "x[0]",
            "tensor cpu/cuda"},
        Row{"the_first_element_that_a_loop_moves",
            "import other\nx = [other.a.cpu() for a in other.b]\nfor i in range(1):\n  x[i] = x[i].cuda()\nv = x[1]",
            "tensor cpu/cuda"},
        Row{"elements_that_a_loop_moves_until_it_breaks",
            "import other\nx = [other.a.cpu() for a in other.b]\nfor i in range(len(x)):\n  x[i] = x[i].cuda()\n"
            "  if other.c: break\nv = x[1]",
            "tensor cpu/cuda"},
        Row{"elements_that_a_loop_moves_by_their_names",
            "import other\nx = [other.a.cpu() for a in other.b]\nfor i, y in enumerate(x):\n  x[i] = y.cuda()\nv = "
            "x[1]",
            "tensor cuda"},
        Row{"the_name_of_a_class_of_the_project",
            "class ndarray:\n  def cpu(self): return 1\n"
            "def f(x):\n  if type(x).__name__ == 'ndarray':\n    return 1\n  return 2.0\nv = f(ndarray())",
            "integer | floating"},
        Row{"batches_that_a_loader_makes_on_the_gpu",
            "import other\ndef pack(batch): return {'x': torch.zeros(2, device='cuda')}\n"
            "v = next(iter(torch.utils.data.DataLoader(other.d, collate_fn=pack)))['x']",
            "tensor cuda floating rank 1"},
        Row{"batches_that_a_loader_makes_on_the_host",
            "import other\ndef pack(batch): return torch.zeros(2)\n"
            "v = next(iter(torch.utils.data.DataLoader(other.d, collate_fn=pack)))",
            "tensor cpu | list of tensor cpu | dictionary {*: tensor cpu}"},
        Row{"keys_that_a_move_passes_over",
            "import other\ndef f(batch):\n  for k, x in batch.items():\n    if k in ('meta', 'name'): continue\n"
            "    batch[k] = x.cuda()\n  return batch['x'].float(), batch['name'].float()\n"
            "v = f(next(iter(torch.utils.data.DataLoader(other.d))))",
            "tuple (tensor cuda floating, tensor cpu floating)"},
        Row{"a_text_in_place_of_an_element_type",
            "import sys\nt = torch.float32 if sys.argv else 'float32'\nm = nn.Linear(2, 2)\nm.to(t)\nv = m.weight",
            "tensor cpu floating"},
        Row{"typed_dictionary",
            "from typing import TypedDict\nclass Batch(TypedDict):\n  x: torch.Tensor\n"
            "def f(batch: Batch):\n  assert isinstance(batch, dict)\n  return torch.zeros(2)\nimport other\n"
            "v = f(other.x)",
            "tensor cpu floating rank 1"},
        Row{"an_unknown_base_may_be_a_dictionary",
            "import other\nclass Batch(other.Data):\n  pass\n"
            "def f(batch: Batch):\n  assert isinstance(batch, dict)\n  return torch.zeros(2)\nv = f(other.x)",
            "tensor cpu floating rank 1"},
        Row{"a_known_base_is_no_dictionary",
            "import other\nclass Batch:\n  pass\n"
            "def f(batch: Batch):\n  return 2 if isinstance(batch, dict) else torch.zeros(2)\nv = f(Batch())",
            "tensor cpu floating rank 1"},
        Row{"only_memory_of_the_host_is_pinned",
            "import other\nv = torch.zeros(2, device=other.d, pin_memory=torch.cuda.is_available())",
            "tensor cpu floating rank 1"},
        Row{"a_part_of_a_decomposition", "v = torch.linalg.svd(torch.zeros(3, 3)).S", "tensor cpu floating"},
        Row{"one_solution_of_several",
            "v = torch.linalg.lstsq(torch.zeros(3, 3), torch.zeros(3, 1)).solution.to(torch.float32)",
            "tensor cpu floating"},
        Row{"parts_of_a_decomposition_by_position", "v = torch.linalg.eigh(torch.zeros(3, 3))[1]",
            "tensor cpu floating rank 2"},
        Row{"a_record_as_a_dictionary",
            "import dataclasses\n@dataclasses.dataclass\nclass A:\n  n: int\n  x: torch.Tensor\n"
            "  def to_dict(self): return dataclasses.asdict(self)\n"
            "v = A(2, torch.zeros(3)).to_dict()['x']",
            "tensor cpu floating rank 1"},
        Row{"a_module_that_gets_ids_on_the_host",
            "import other\nfrom transformers import AutoModel\nm = AutoModel.from_pretrained('x').to(other.device)\n"
            "v = m(**other.tokenizer(['a'], return_tensors='pt')).last_hidden_state",
            "tensor cpu"},
        Row{"one_of_many_objects", table_of_parts(20) + "for part in parts.values():\n  v = part.of(torch.zeros(2))",
            "tensor cpu floating rank 1"},
        Row{"the_state_of_a_generator", "v = np.random.get_state()[1]", "array integer rank 1"},
        Row{"a_slice_leaves_its_dimension", "import other\nv = torch.isfinite(other.x)[other.i, :]",
            "tensor caller boolean rank 1+"},
        Row{"an_index_needs_dimensions", "import other\nv = torch.isfinite(other.x)[0, 1:]",
            "tensor caller boolean rank 1+"},
        Row{"default_of_a_callable",
            "from typing import Callable\ndef g(): return 's'\ndef f(h: Callable = g): return h()\nimport other\n"
            "v = f(other.x)",
            "string 's'"},
        Row{"what_a_function_of_tensors_is_given", "import other\nv = torch.isfinite(other.x)",
            "tensor caller boolean"},
        Row{"an_operator_of_anything", "import operator, other\nv = operator.ge(other.x, other.y)",
            "boolean | anything"},
        Row{"an_operator_of_numbers", "import operator\nv = operator.ge(2, 3)", "boolean"},
        Row{"an_operator_of_a_tensor", "import operator\nv = operator.ge(torch.rand(3, device='cuda'), 3)",
            "tensor cuda boolean rank 1"},
        Row{"batches_of_a_sampler",
            "from torch.utils.data.sampler import BatchSampler, SubsetRandomSampler\n"
            "for v in BatchSampler(SubsetRandomSampler(range(9)), 3, True): pass",
            "list of integer"},
        Row{"gathered_tensor",
            "from accelerate import Accelerator\nv = Accelerator().gather(torch.zeros(2, device='cuda'))",
            "tensor cuda floating"},
        Row{"device_and_dtype_make_a_tensor",
            "def f(it):\n  n = torch.zeros(3, dtype=it.dtype, device=it.device)\n  return it\nimport other\nv = "
            "f(other.x)",
            "tensor caller"},
        Row{"what_is_called_is_no_tensor",
            "def f(it):\n  n = torch.zeros(3, dtype=it.dtype, device=it.device)\n  it(n)\n  return it\nimport other\n"
            "v = f(other.x)",
            "anything"},
        Row{"attribute_of_a_constructor_argument",
            "import other\nclass A:\n  def __init__(self, unet: nn.Linear): self.keep(unet=unet)\n  def keep(self, "
            "**all): "
            "other.keep(all)\nv = A(other.unet).unet.in_features",
            "integer"},
        Row{"a_text_is_no_truth", "def f(m): return 's' if m is False else 2\nv = f('mask')", "integer 2"},
        Row{"a_text_is_not_false", "def f(m): return 's' if m is not False else 2\nv = f('mask')", "string 's'"},
        Row{"a_number_may_be_a_truth", "def f(m): return 's' if m == True else 2\nv = f(1)", "integer | string"},
        Row{"text_index_rules_out_tensor",
            "import other\nfrom torch import Tensor\ndef f(x: Tensor | dict):\n  x['a']\n  return x\nv = f(other.x)",
            "dictionary {*: anything}"},
        Row{"method_rules_out_tensor",
            "import other\nfrom torch import Tensor\ndef f(x: Tensor | dict):\n  x.get('a')\n  return x\nv = "
            "f(other.x)",
            "dictionary {*: anything}"},
        Row{"own_annotation_holds",
            "import other\nfrom torch import Tensor\ndef g(x: dict[str, Tensor]): return x\n"
            "def f(x: dict[str, Tensor]): return g(x['a'])\nv = f(other.x)",
            "dictionary {*: tensor caller}"},
        Row{"no_number_from_none", "import sys\nw = 2 if sys.argv else None\nv = 6 // w", "integer"},
        Row{"branches_join", "import sys\nif sys.argv: v = None\nelse: v = 2", "integer 2 | none"},
        Row{"tuple_unpacking", "a, v = 1, 'x'", "string 'x'"},
        Row{"starred_unpacking", "a, *v = 1, 2, 3", "list (integer 2, integer 3)"},
        Row{"nested_function_sees_outer", "def f():\n  n = 2\n  def g(): return n\n  return g()\nv = f()", "integer 2"},
        Row{"lambda", "f = lambda x: x\nv = f(None)", "none"},
        Row{"kept_for_backward",
            "def backward(ctx, g):\n  a, b = ctx.saved_tensors\n  return b\nimport other\nv = backward(other.c, 1)",
            "tensor caller"},
        Row{"number_kept_for_backward",
            "class F(torch.autograd.Function):\n  @staticmethod\n  def forward(ctx, x, dim):\n"
            "    ctx.save_for_backward(x, torch.tensor(dim))\n    return x\n  @staticmethod\n"
            "  def backward(ctx, g):\n    x, dim = ctx.saved_tensors\n    return x, dim\n"
            "import other\nv = F.backward(other.c, other.g)",
            "tuple (tensor caller, tensor cpu)"},
        Row{"gradient",
            "class F(torch.autograd.Function):\n  @staticmethod\n  def backward(ctx, gradient): return gradient\n"
            "import other\nv = F.backward(other.c, other.g)",
            "tensor caller floating"},
        Row{"default_that_is_computed", "def f(n=2**31 - 1): return n\nv = f()", "integer"},
        Row{"default_that_is_called", "def f(n=float('inf')): return n\nv = f()", "floating"},
        Row{"default_of_a_class_called", "def f(act=nn.ReLU()): return act(torch.zeros(2))\nv = f()",
            "tensor cpu floating rank 1"},
        Row{"field_of_a_named_tuple_handed_on",
            "from collections import namedtuple\nP = namedtuple('P', 'a b')\ndef f(p): return p.a\n"
            "v = f(P(torch.zeros(2), 1))",
            "tensor cpu floating rank 1"},
        Row{"looked_up_by_another_key", "d = {'a': torch.zeros(2)}\nv = d.get('b', False)", "boolean False"},
        Row{"in_order", "from collections import OrderedDict\nd = OrderedDict(a=1)\nv = d['a']", "integer 1"},
        Row{"looked_up", "d = {'a': torch.zeros(2)}\nv = d.get('a')", "tensor cpu floating rank 1 | none"},
        Row{"default_argument", "def f(x=None): return x\nv = f()", "none"},
        Row{"keyword_argument", "def f(a, *, b): return b\nv = f(1, b='k')", "string 'k'"},
        Row{"star_arguments", "def f(*xs): return xs\nv = f(1, 2)", "tuple (integer 1, integer 2)"},
        Row{"spread_arguments", "def f(a, b): return b\nv = f(*(1, 'x'))", "string 'x'"},
        Row{"named_spread", "def f(a, b): return b\nv = f(1, **{'b': 'y'})", "string 'y'"},
        Row{"spread_into_what_is_annotated",
            "import torch\nd: dict[str, torch.Tensor | int] = other.d\ndef f(n: int, t: torch.Tensor): return n\nv = "
            "f(**d)",
            "integer"},
        Row{"spread_unknown_into_what_is_annotated", "def f(n: int, t: torch.Tensor): return t\nv = f(*other.several)",
            "tensor caller"},
        Row{"dictionary", "d = {'a': 1, 'b': 'x'}\nv = d['b']", "string 'x'"},
        Row{"unnamed_tensors_are_no_numbers",
            "import torch\nimport other\ndef f(a, b=2): return b\nd = {}\nd[other.name] = torch.ones(3)\nv = f(1, **d)",
            "integer 2"},
        Row{"unnamed_tensors_may_be_what_is_missing",
            "import torch\nimport other\ndef f(a, b=None): return b\nd = {}\nd[other.name] = torch.ones(3)\nv = f(1, "
            "**d)",
            "tensor cpu floating rank 1 | none"},
        Row{"list_beside_one_that_a_called_object_fills",
            "class M:\n  def __call__(self, x, kept, index): kept[index[0]] = x\nv = [0]\nkept = [None]\nM()('s', "
            "kept, v)",
            "list (integer 0)"},
        Row{"list_that_a_called_object_fills",
            "class M:\n  def __call__(self, x, kept, index): kept[index[0]] = x\nv = [None]\nM()('s', v, [0])",
            "list (string 's' | none)"},
        Row{"autograd_function",
            "class E(torch.autograd.Function):\n  @staticmethod\n  def forward(ctx, x): return 's'\nv = E.apply(1)",
            "string 's'"},
        Row{"autograd_function_by_another_name",
            "class E(torch.autograd.Function):\n  @staticmethod\n  def forward(ctx, x): return x\ne = E.apply\nv = "
            "e('s')",
            "string 's'"},
        Row{"text_in_lower_case", "v = 'CUDA:0'.lower()", "string 'cuda:0'"},
        Row{"text_in_upper_case", "v = 'adam'.upper()", "string 'ADAM'"},
        Row{"autograd_function_of_a_class_method",
            "class E(torch.autograd.Function):\n  @classmethod\n  def forward(cls, ctx, x): return x\nv = E.apply('s')",
            "string 's'"},
        Row{"autograd_function_that_sets_up_its_context",
            "class E(torch.autograd.Function):\n  @staticmethod\n  def forward(x): return x\n  @staticmethod\n"
            "  def setup_context(ctx, given, result): pass\nv = E.apply('s')",
            "string 's'"},
        Row{"metric_that_is_called",
            "from torchmetrics import Metric\nclass M(Metric):\n  def update(self, x): self.seen = x\n"
            "  def compute(self): return self.seen\nm = M()\nv = m('s')",
            "string 's'"},
        Row{"tuples_of_two_lengths", "v = (1, 's')\nimport other\nif other.a: v = (1, 's', None)",
            "tuple (integer 1, string 's', *: none)"},
        Row{"index_of_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = t[1]", "string 's'"},
        Row{"index_behind_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = t[2]", "none"},
        Row{"rest_of_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = t[1:]",
            "tuple (string 's', *: none)"},
        Row{"part_of_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = t[:2]",
            "tuple (integer 1, string 's')"},
        Row{"before_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = (2.5,) + t[1:]",
            "tuple (floating 2.500000, string 's', *: none)"},
        Row{"beginning_unpacked", "t = (1, 's')\nimport other\nif other.a: t += (None,)\na, v, c = t", "string 's'"},
        Row{"last_of_a_beginning", "t = (1, 's')\nimport other\nif other.a: t += (None,)\nv = t[-1]",
            "integer | string | none"},
        Row{"beginning_that_is_handed_on",
            "def f(t): return t[1]\nt = (1, 's')\nimport other\nif other.a: t += (None,)\nv = f(t)", "string 's'"},
        Row{"lists_of_two_lengths", "v = [1, 's']\nimport other\nif other.a: v = [1, 's', None]",
            "list of integer | string | none"},
        Row{"tuple_that_grows_in_a_loop", "v = ()\nfor i in range(3): v += (i,)", "tuple of integer"},
        Row{"list_append", "v = []\nv.append(1)", "list of integer 1"},
        Row{"comprehension", "v = [str(i) for i in range(3)]", "list of string"},
        Row{"dictionary_values", "d = {'a': 1.5}\nfor k, v in d.items(): pass", "floating 1.500000"},
        Row{"recursion", "def f(n):\n  if n: return f(n - 1)\n  return 's'\nv = f(4)", "string 's'"},
        Row{"class_attribute", "class A:\n  x = 'c'\nv = A().x", "string 'c'"},
        Row{"instance_attribute", "class A:\n  def __init__(self, y): self.y = y\nv = A('q').y", "string 'q'"},
        Row{"inherited_method", "class A:\n  def m(self): return 's'\nclass B(A): pass\nv = B().m()", "string 's'"},
        Row{"super_call",
            "class A:\n  def m(self): return 's'\nclass B(A):\n  def m(self): return super().m()\nv = B().m()",
            "string 's'"},
        Row{"property", "class A:\n  @property\n  def p(self): return 's'\nv = A().p", "string 's'"},
        Row{"class_method",
            "class A:\n  @classmethod\n  def make(cls): return cls()\n  def m(self): return 's'\nv = A.make().m()",
            "string 's'"},
        Row{"static_method", "class A:\n  @staticmethod\n  def m(x): return x\nv = A.m('s')", "string 's'"},
        Row{"generator", "def g():\n  yield 's'\nfor v in g(): pass", "string 's'"},
        Row{"context_manager_method",
            "class A:\n  def __enter__(self): return 's'\n  def __exit__(self, *a): pass\nwith A() as v: pass",
            "string 's'"},
        Row{"base_that_namedtuple_made",
            "from collections import namedtuple\nclass P(namedtuple('P', ['a', 'b'])): pass\n_, v = P(1, 's')",
            "string 's'"},
        Row{"fields_in_one_text",
            "from collections import namedtuple\nclass P(namedtuple('P', 'a, b')): pass\nv = P(1, 's').b",
            "string 's'"},
        Row{"one_of_two_tuples", "import other\nt = (1, 's') if other.x else (2, 't')\n_, v = t", "string"},
        Row{"what_a_packed_sequence_is_unpacked_to",
            "def f(x: nn.utils.rnn.PackedSequence):\n  a, b, c, d = x\n  return b\nimport other\nv = f(other.x)",
            "tensor cpu integer rank 1"},
        Row{"distance_of_tensors",
            "v = nn.CosineSimilarity(dim=0)(torch.rand(3, device='cuda'), torch.rand(3, device='cuda'))",
            "tensor cuda floating"},
        Row{"device_of_an_attribute_that_may_lack", "class M(nn.Module): pass\nv = getattr(M(), 'device', 'cpu')",
            "string 'cpu' | device cpu/caller"},
        Row{"a_test_by_name", "def f(n):\n  t = isinstance(n, str)\n  if t: return n\nimport other\nv = f(other.x)",
            "string | none"},
        Row{"a_test_by_name_of_what_changed",
            "def f(n):\n  t = isinstance(n, str)\n  n = 3\n  if t: return n\nimport other\nv = f(other.x)",
            "integer 3 | none"},
        Row{"product_of_masks", "m = torch.ones(3, device='cuda') > 0\nv = m * m", "tensor cuda boolean rank 1"},
        Row{"product_of_booleans", "v = True * (3 > 2)", "integer"},
        Row{"behind_a_count_that_an_inner_function_changes",
            "import other\ndef f(x: torch.Tensor):\n  calls = 0\n  def hook():\n    nonlocal calls\n    calls += 1\n"
            "  other.run(hook)\n  if calls != 1: raise RuntimeError\n  return x\nv = f()",
            "tensor caller"},
        Row{"what_an_inner_function_finds",
            "import other\ndef f(x: torch.Tensor):\n  best = None\n  def hook(y):\n    nonlocal best\n    best = y\n"
            "  other.run(hook)\n  if best is None: return 1\n  return x\nv = f()",
            "tensor caller | integer 1"},
        Row{"whose_shape_is_unpacked", "def f(x: torch.Tensor):\n  n, d = x.shape\n  return x\nv = f()",
            "tensor caller rank 2"},
        Row{"whose_size_is_unpacked", "def f(x: torch.Tensor):\n  n, c, h = x.size()\n  return x\nv = f()",
            "tensor caller rank 3"},
        Row{"whose_first_sizes_are_unpacked", "def f(x: torch.Tensor):\n  n, *rest = x.shape\n  return x\nv = f()",
            "tensor caller"},
        Row{"text_of_a_tensor_type", "v = torch.ones(3).type(torch.rand(3, device='cuda').type())",
            "tensor cuda floating rank 1"},
        Row{"code_that_is_run_sets_names_anew",
            "import other\nmode = 'scratch'\nexec(other.x)\nv = 1 if mode == 'scratch' else 's'", "integer | string"},
        Row{"named_tuple", "from typing import NamedTuple\nclass P(NamedTuple):\n  a: int\n  b: str\n_, v = P(1, 's')",
            "string 's'"},
        Row{"dataclass",
            "from dataclasses import dataclass\n@dataclass\nclass P:\n  a: int\n  b: str = 'd'\nv = P(1, b='s').b",
            "string 's'"},
        Row{"class_is_itself", "class A: pass\nk = A\nv = 's' if k is A else 1", "string 's'"},
        Row{"class_is_no_other", "class A: pass\nclass B: pass\nk = A\nv = 's' if k is not B else 1", "string 's'"},
        Row{"class_may_be_one_below",
            "class A:\n  @classmethod\n  def make(cls): return 's' if cls is A else 1\nclass B(A): pass\n"
            "v = B.make()",
            "integer | string"},
        Row{"type_may_be_one_below",
            "class A: pass\nclass B(A): pass\ndef f(a: A): return 's' if type(a) is B else 1\nv = f(other)",
            "integer | string"},
        Row{"class_of_a_library_is_itself", "k = torch.Tensor\nv = 's' if k is torch.Tensor else 1", "string 's'"},
        Row{"operator_method", "class A:\n  def __add__(self, o): return 's'\nv = A() + 1", "string 's'"},
        Row{"partial", "from functools import partial\ndef f(a, b): return b\nv = partial(f, 1)('s')", "string 's'"},
        Row{"partial_with_spread_names",
            "from functools import partial\ndef f(a, b): return a\ndef make(**more): return partial(f, **more)\n"
            "v = make(b=1)('s')",
            "string 's'"},
        Row{"partial_with_a_spread_sequence",
            "from functools import partial\ndef f(a, b, c): return c\nv = partial(f, *(1, 2))('s')", "string 's'"},
        Row{"partial_with_names_that_are_unknown",
            "from functools import partial\nimport other\ndef f(a, b=1): return a\nv = partial(f, **other.d)('s')",
            "string 's'"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Tensors, InferenceTable,
    testing::Values(
        Row{"default_device_is_the_cpu", "v = torch.zeros(3)", "tensor cpu floating rank 1"},
        Row{"device_argument", "v = torch.zeros(3, 4, device='cuda')", "tensor cuda floating rank 2"},
        Row{"arange_is_integer", "v = torch.arange(5)", "tensor cpu integer rank 1"},
        Row{"moved", "v = torch.zeros(3).to('cuda')", "tensor cuda floating rank 1"},
        Row{"moved_to_a_tensors_device", "x = torch.rand(3, device='cuda')\nv = torch.zeros(2, 2).to(x.device)",
            "tensor cuda floating rank 2"},
        Row{"comparison_is_boolean", "x = torch.rand(3, device='cuda')\nv = x > 0.5", "tensor cuda boolean rank 1"},
        Row{"sum_is_zero_dimensional", "v = torch.rand(3, 4, device='cuda').sum()", "tensor cuda floating rank 0"},
        Row{"item_is_a_host_number", "v = torch.rand((), device='cuda').item()", "floating"},
        Row{"shape_is_host_data", "v = torch.rand(3, device='cuda').shape[0]", "integer"},
        Row{"length_is_host_data", "v = len(torch.rand(3, device='cuda'))", "integer"},
        Row{"row", "v = torch.rand(3, 4, device='cuda')[0]", "tensor cuda floating rank 1"},
        Row{"iteration", "for v in torch.rand(3, 4, device='cuda'): pass", "tensor cuda floating rank 1"},
        Row{"cpu_number_with_device_tensor", "v = torch.tensor(2.0) * torch.rand(3, device='cuda')",
            "tensor cuda floating rank 1"},
        Row{"numpy", "v = np.zeros(3)", "array floating rank 1"},
        Row{"a_module_list_that_grows",
            "class M(torch.nn.Module):\n  def forward(self): return 's'\n"
            "class Net(torch.nn.Module):\n  def __init__(self, n):\n    super().__init__()\n"
            "    self.parts = torch.nn.ModuleList()\n    for _ in range(n): self.parts.append(M())\n"
            "  def forward(self):\n    for part in self.parts: return part()\nv = Net(3)()",
            "string 's' | none"},
        Row{"a_module_dictionary_that_grows",
            "class M(torch.nn.Module):\n  def forward(self): return 's'\n"
            "class Net(torch.nn.Module):\n  def __init__(self, name):\n    super().__init__()\n"
            "    self.parts = torch.nn.ModuleDict()\n    self.parts[name] = M()\n"
            "  def forward(self, name): return self.parts[name]()\nv = Net('a')('a')",
            "string 's'"},
        Row{"a_module_dictionary_that_another_method_fills",
            "class M(torch.nn.Module):\n  def forward(self): return 's'\n"
            "class Net(torch.nn.Module):\n  def __init__(self, name):\n    super().__init__()\n"
            "    self.parts = torch.nn.ModuleDict()\n    self.add(name)\n"
            "  def add(self, name): self.parts.update({name: M()})\n"
            "  def forward(self, name): return self.parts[name]()\nv = Net('a')('a')",
            "string 's'"},
        Row{"a_module_of_a_package_that_nobody_sees",
            "from other import Base\nclass M(Base):\n  def forward(self, x): return x\nv = M().named_parameters()",
            "iterator of tuple (string, tensor cpu floating)"},
        Row{"isinstance_narrows", "def f(x):\n  if isinstance(x, torch.Tensor): return 1\n  return x\nv = f('s')",
            "string 's'"},
        Row{"isinstance_of_a_tensor_subclass",
            "class T(torch.Tensor):\n  def inverse(self): return 's'\ndef f(x):\n  if isinstance(x, T): return "
            "x.inverse()\n"
            "v = f(torch.zeros(2, device='cuda'))",
            "string 's'"},
        Row{"tensor_subclass_is_a_tensor", "class T(torch.Tensor): pass\nv = T(torch.zeros(2, device='cuda')).sum()",
            "tensor cuda floating rank 0"},
        Row{"none_narrows", "def f(x=None):\n  if x is None: x = torch.zeros(1)\n  return x\nv = f()",
            "tensor cpu floating rank 1"},
        Row{"context_keeps_devices_apart",
            "def f(x): return x + 1\na = f(torch.zeros(2))\nv = f(torch.zeros(2, device='cuda'))",
            "tensor cuda floating rank 1"},
        Row{"objects_keep_devices_apart",
            "class A:\n  def __init__(self, x): self.x = x\na = A(torch.zeros(2))\nv = A(torch.zeros(2, "
            "device='cuda')).x",
            "tensor cuda floating rank 1"},
        Row{"module_parameters_move",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.w = "
            "nn.Parameter(torch.zeros(2))\nv = M().cuda().w",
            "tensor cuda floating rank 1"},
        Row{"buffers_move",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.register_buffer('b', "
            "torch.zeros(2))\nv = M().cuda().b",
            "tensor cuda floating rank 1"},
        Row{"plain_attributes_stay",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.t = torch.zeros(2)\nv = "
            "M().cuda().t",
            "tensor cpu floating rank 1"},
        Row{"buffer_by_keyword",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.register_buffer('b', tensor=torch.zeros(2), persistent=False)\nv = M().cuda().b",
            "tensor cuda floating rank 1"},
        Row{"module_of_a_module_dict",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.parts = nn.ModuleDict(dict(first=nn.Linear(2, 2)))\nv = M().cuda().parts.first.in_features",
            "integer"},
        Row{"module_of_a_module_dict_by_key",
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.parts = nn.ModuleDict({'a': nn.Linear(2, 2)})\nv = M().cuda().parts['a'].weight",
            "tensor cuda floating"},
        Row{"steps_of_a_packed_sequence",
            "from torch.nn.utils.rnn import pack_sequence\nv = pack_sequence([torch.zeros(2, "
            "device='cuda')]).batch_sizes",
            "tensor cpu integer rank 1"},
        Row{"one_of_two_names_of_devices",
            "import other\ndef f(name):\n  if name is None: return 'cpu'\n  return str(name)\n"
            "v = torch.zeros(2, device=f(other.x))",
            "tensor cpu/caller floating rank 1"},
        Row{"a_device_by_its_number", "def f(rank): return 'cuda:' + str(rank)\nv = torch.zeros(2, device=f(3))",
            "tensor cuda floating rank 1"},
        Row{"a_gradient", "import other\nv = other.layer().weight.grad", "tensor caller | none"},
        Row{"data_of_a_parameter", "import other\nv = other.layer().weight.data", "tensor caller"},
        Row{"data_of_anything", "import other\nv = other.layer().data", "anything"},
        Row{"device_of_the_accelerator",
            "from deepspeed.accelerator import get_accelerator\n"
            "v = torch.zeros(2, device=get_accelerator().current_device_name())",
            "tensor cuda floating rank 1"},
        Row{"a_list_that_grew_elsewhere", "xs = []\nv = torch.stack(xs)", "tensor caller floating rank 1+"},
        Row{"mapping_of_mappings", "more = {'b': 's'}\nv = dict(a=3, **more)",
            "dictionary {'a': integer 3, 'b': string 's'}"},
        Row{"mapping_of_pairs", "v = dict(zip(['a'], torch.zeros(2, device='cuda')))",
            "dictionary {*: tensor cuda floating rank 0}"},
        Row{"fields_of_a_record_by_star",
            "from dataclasses import dataclass\n@dataclass\nclass A:\n  n: int\n  x: torch.Tensor\nimport other\n"
            "v = A(*[torch.zeros(1), *other.rest]).n",
            "integer"},
        Row{"list_of_tensors", "v = [torch.zeros(1, device='cuda') for _ in range(2)]",
            "list of tensor cuda floating rank 1"},
        Row{"stack_adds_a_dimension", "v = torch.stack([torch.zeros(1, device='cuda') for _ in range(2)])",
            "tensor cuda floating rank 2"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Docstrings, InferenceTable,
    testing::Values(
        Row{"a_tensor",
            "import other\ndef f(it):\n  '''\n  it (`torch.Tensor` of predictions): them\n  '''\n  return it\nv = "
            "f(other.x)",
            "tensor caller"},
        Row{"a_list",
            "import other\ndef f(it):\n  '''\n  it (`List[torch.Tensor]`): them\n  '''\n  return it\nv = f(other.x)",
            "anything"},
        Row{"a_class_with_tensor_in_its_name",
            "import other\ndef f(it):\n  '''\n  it (TensorDictBase): it\n  '''\n  return it\nv = f(other.x)",
            "anything"},
        Row{"a_number",
            "import other\ndef f(it):\n  '''\n  it (`torch.Tensor` or `float`): it\n  '''\n  return it\nv = f(other.x)",
            "anything"}),
    [](const auto& row) { return std::string(row.param.name); });

constexpr const char* kNet =
    "import other\nclass Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
    "    self.f = nn.Linear(2, 2)\n  def forward(self, x): return torch.zeros(3, device=self.f.weight.device)\n";

INSTANTIATE_TEST_SUITE_P(
    Models, InferenceTable,
    testing::Values(
        Row{"in_a_wrapper", std::string(kNet) + "v = nn.DataParallel(Net()).cuda()(other.x)",
            "tensor cuda floating rank 1"},
        Row{"taken_out_of_a_wrapper",
            std::string(kNet) + "v = nn.parallel.DistributedDataParallel(Net().cuda()).module(other.x)",
            "tensor cuda floating rank 1"},
        Row{"wrapped_again_and_again",
            std::string(kNet) + "class T:\n  def __init__(self): self.net = Net().cuda()\n"
                                "  def wrap(self):\n    self.net = nn.DataParallel(self.net)\n    return self\n"
                                "t = T().wrap().wrap()\nv = t.net(other.x)",
            "tensor cuda floating rank 1"},
        Row{"moved_below_where_they_are_stored",
            std::string(kNet) + "class T:\n  def __init__(self):\n    self.net = Net()\n    self.net.load(1)\n"
                                "    self.net.to('cuda')\n  def run(self): return self.net(other.x)\nv = T().run()",
            "tensor cuda floating rank 1"},
        Row{"moved_below_if_there_is_a_gpu",
            std::string(kNet) + "class T:\n  def __init__(self):\n    self.net = Net()\n"
                                "    if torch.cuda.is_available(): self.net.cuda()\n"
                                "  def run(self): return self.net(other.x)\nv = T().run()",
            "tensor cuda floating rank 1"},
        Row{"not_moved",
            std::string(kNet) + "class T:\n  def __init__(self):\n    self.net = Net()\n    self.net.eval()\n"
                                "  def run(self): return self.net.f.weight\nv = T().run()",
            "tensor cpu floating"},
        Row{"chosen_by_new",
            "import sys\nclass A:\n  def m(self): return 1\nclass B:\n  def m(self): return 2\n"
            "class Either:\n  def __new__(cls, name):\n    if name == sys.argv[0]: return A()\n    return B()\n"
            "v = Either('a').m()",
            "integer"},
        Row{"made_by_new_of_their_class",
            "class A:\n  def __new__(cls): return super().__new__(cls)\n  def m(self): return 's'\nv = A().m()",
            "string 's'"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Comprehensions, InferenceTable,
    testing::Values(
        Row{"of_what_another_function_gives",
            "def pair(x): return torch.zeros(2, device='cuda'), torch.zeros(2, device='cuda')\n"
            "def packed(d):\n  pairs = [pair(d[i]) for i in range(3)]\n  return torch.stack([a for a, _ in pairs])\n"
            "import other\nv = packed(other.d)",
            "tensor cuda floating rank 2"},
        Row{"of_a_list_that_is_never_seen_to_grow",
            "import other\ntable = {}\nother.fill(table.setdefault('a', []))\nw = {k: min(e) for k, e in "
            "table.items()}\n"
            "v = len(w)",
            "integer"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Tokenizers, InferenceTable,
                         testing::Values(Row{
                             "asked_through_a_mapping",
                             "import other\ndef f(text, **options): return other.tokenizer(text, **options)\n"
                             "v = f('a', return_tensors='pt')['input_ids']",
                             "tensor cpu"}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Records, InferenceTable,
                         testing::Values(Row{
                             "a_field_declared_again_keeps_its_place",
                             "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: object\n  y: object\n"
                             "@dataclass\nclass B(A):\n  x: object\n  z: object\nb = B('x', None, 'z')\nv = (b.x, b.z)",
                             "tuple (string 'x', string 'z')"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

// What a name is by what is done with it: code that says nothing else of its arguments, its batches and its models.
#include <gtest/gtest.h>

#include "tests/inference/snippets.h"

namespace syncfree {
namespace SYNCFREE_FILE {

struct Row {
  std::string_view name;
  std::string code;  ///< of `f`, which is called with nothing known
  std::string_view expected;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class EvidenceTable : public testing::TestWithParam<Row> {};

TEST_P(EvidenceTable, SaysWhatTheNameIs) {
  const Row& row = GetParam();
  EXPECT_EQ(test::value_of("import torch\nimport torch.nn.functional as F\nimport other\n" + row.code +
                               "\nv = f(other.a, other.b, other.c)\n",
                           "v"),
            row.expected)
      << row.code;
}

INSTANTIATE_TEST_SUITE_P(
    Tensors, EvidenceTable,
    testing::Values(
        Row{"what_is_differentiated", "def f(model, x, y):\n  loss = other.g(x, y)\n  loss.backward()\n  return loss",
            "tensor caller"},
        Row{"counts_a_loop", "def f(n, a, b):\n  for i in range(n): pass\n  return n", "integer"},
        Row{"counts_rounds", "def f(n, a, b):\n  if n % 100 == 0: print(a)\n  return n", "integer"},
        Row{"counts_rounds_beside_tensors",
            "def f(event, a, b):\n  x = event['image'].cuda()\n  if event['step'] % 100 == 0: print(x.shape)\n  return "
            "event['step']",
            "integer"},
        Row{"is_compared_for_each_element", "def f(n, a, b):\n  rows = n % 100 == 0\n  return n", "anything"},
        Row{"counts_positions", "def f(n, a, b):\n  torch.arange(0, n)\n  return n", "integer"},
        Row{"how_many_are_chosen", "def f(n, a, b):\n  torch.topk(a, n)\n  return n", "integer"},
        Row{"a_dimension", "def f(n, a, b):\n  torch.cumsum(a, dim=n)\n  return n", "integer"},
        Row{"may_be_several_dimensions", "def f(n, a, b):\n  torch.sum(a, n)\n  return n", "anything"},
        Row{"a_chance", "def f(n, a, b):\n  torch.nn.functional.dropout(a, n)\n  return n",
            "boolean | integer | floating"},
        Row{"how_many_are_chosen_elsewhere",
            "def g(x, most): return torch.topk(x, k=most, sorted=False)\ndef f(n, a, b):\n  g(a, n)\n  return n",
            "integer"},
        Row{"computed_to_count_a_loop", "def f(n, a, b):\n  size = n // 2\n  for i in range(size): pass\n  return n",
            "integer"},
        Row{"whose_size_counts_a_loop", "def f(n, a, b):\n  for i in range(len(n)): pass\n  return n", "anything"},
        Row{"may_be_a_number_to_the_power", "def f(n, a, b):\n  torch.pow(n, a)\n  return n", "anything"},
        Row{"a_shape_counts_its_elements", "def f(batch_shape, a, b):\n  batch_shape.numel()\n  return batch_shape",
            "anything"},
        Row{"of_shapes_that_count_theirs",
            "def f(shapes, a, b):\n  for shape in shapes: print(shape.numel())\n  return shapes", "anything"},
        Row{"has_a_field_where_arrays_have_a_method", "def f(n, a, b):\n  other.g(n.sum)\n  return n", "anything"},
        Row{"holds_what_has_such_a_field",
            "def f(rows, a, b):\n  devices = [i[1].sum.get_device() for i in rows]\n  for r in rows: return r[0]",
            "none | anything"},
        Row{"a_tensor_counts_its_elements", "def f(n, a, b):\n  n.numel()\n  return n", "tensor caller"},
        Row{"handed_to_a_tensor", "def g(a, d: torch.Tensor): return d\ndef f(n, a, b):\n  g(a, n)\n  return n",
            "tensor caller"},
        Row{"handed_to_a_tensor_or_none",
            "def g(a, d: torch.Tensor | None): return d\ndef f(n, a, b):\n  g(a, n)\n  return n", "tensor caller"},
        Row{"handed_to_a_number_or_tensor",
            "def g(a, d: float | torch.Tensor): return d\ndef f(n, a, b):\n  g(a, n)\n  return n", "anything"},
        Row{"handed_to_a_number",
            "def g(a, d: float | None):\n  return torch.lgamma(d) if a else d\ndef f(n, a, b):\n  g(a, n)\n  return n",
            "anything"},
        Row{"before_it_is_made_a_tensor_and_moved",
            "def f(n, a, b):\n  kept = n\n  if a:\n    n = torch.tensor(n).double()\n    torch.lgamma(n)\n  return "
            "kept",
            "anything"},
        Row{"before_it_is_differentiated",
            "def f(model, x, y):\n  loss = other.g(x, y)\n  kept = loss\n  loss.backward()\n  return kept",
            "tensor caller"},
        Row{"scaled_and_differentiated",
            "def f(model, scaler, y):\n  loss = other.g(y)\n  scaler.scale(loss).backward()\n  return loss",
            "tensor caller"},
        Row{"given_to_an_accelerator",
            "def f(accelerator, x, y):\n  loss = other.g(y)\n  accelerator.backward(loss)\n  return loss",
            "tensor caller"},
        Row{"what_a_loss_function_returns", "def f(crit, x, y):\n  crit(x, y).backward()\n  return crit(y, x)",
            "tensor caller"},
        Row{"what_a_model_returns", "def f(model, x, y):\n  model.eval()\n  return model(x).relu()", "tensor caller"},
        Row{"what_a_model_returns_by_name", "def f(model, x, y):\n  model.eval()\n  return model(x).logits",
            "tensor caller"},
        Row{"what_a_model_is_given", "def f(model, x, y):\n  model.eval()\n  model(x)\n  return x", "tensor caller"},
        Row{"before_the_name_is_bound_again",
            "def f(a, b, c):\n  x = other.g(a)\n  kept = x\n  x = other.h(b)\n  x.backward()\n  return kept",
            "anything"},
        Row{"after_the_name_was_bound_again",
            "def f(a, b, c):\n  x, y = other.g(a)\n  if x.backward(): pass\n  x = other.h(b)\n  return x", "anything"},
        Row{"where_it_goes_into_what_binds_it_again",
            "def f(a, b, c):\n  x = other.g(a)\n  kept = x\n  x = other.h(x)\n  x.backward()\n  return kept",
            "tensor caller"},
        Row{"only_tensors_do_it_later", "def f(x, a, b):\n  y = x\n  x.unsqueeze(0)\n  return y", "tensor caller"},
        Row{"argument_of_a_function_of_torch", "def f(x, a, b):\n  F.cross_entropy(x, a)\n  return a", "tensor caller"},
        Row{"given_to_a_loss_module", "def f(model, x, y):\n  crit = torch.nn.MSELoss()\n  return crit(model(x), y)",
            "tensor caller floating rank 0"},
        Row{"of_another_as_an_argument", "def f(n, a, b):\n  b.type_as(n)\n  return n", "tensor caller"},
        Row{"a_part_that_a_mask_selects", "def f(n, a, b):\n  at = torch.isnan(a)\n  F.relu(n[at])\n  return n[at]",
            "tensor caller rank 1+"},
        Row{"compared_and_then_selects", "def f(n, a, b):\n  keep = n > b\n  a[keep]\n  return n", "tensor caller"},
        Row{"compared_and_then_tested", "def f(n, a, b):\n  keep = n > b\n  if keep: a[0]\n  return n", "anything"},
        Row{"compared_and_cast", "def f(x, a, b):\n  (x > 0.5).float()\n  return x", "tensor caller"},
        Row{"values_and_indices", "def f(x, a, b):\n  top, at = x.max(1)\n  return x", "tensor caller"},
        Row{"reduced_by_dimension", "def f(x, a, b):\n  x.sum(dim=-1, keepdim=True)\n  return x", "tensor caller"},
        Row{"entries_that_are_moved_in_place",
            "def f(n, a, b):\n  x = torch.zeros(3)\n  x[0] = x[0].cuda()\n  return x", "tensor cuda"},
        Row{"changed_in_place", "def f(x, a, b):\n  x.fill_(0)\n  return x", "tensor caller"},
        Row{"indexed_in_two_dimensions", "def f(x, a, b):\n  x[0].clamp(0)\n  x[:, 1]\n  return x", "tensor caller"},
        Row{"elements_that_are_treated_as_arrays",
            "def h(t): return t.ndim\ndef g(t): return h(t)\ndef f(n, a, b):\n  g(n[0])\n  return n[1]",
            "tensor caller"},
        Row{"selected_by_a_mask", "def f(n, a, b):\n  m = torch.isnan(a)\n  return n[m]", "tensor caller rank 1+"},
        Row{"selected_by_positions", "def f(n, a, b):\n  m = torch.randperm(4)\n  return n[m[:2]]",
            "tensor caller rank 1+"},
        Row{"compared_and_combined", "def f(n, a, b):\n  m = (n >= 0) & (n < a)\n  return n", "tensor caller"},
        Row{"combined_in_a_test", "def f(n, a, b):\n  if (n >= 0) & (n < a):\n    b = 1\n  return n", "anything"},
        Row{"compared_and_inverted", "def f(n, a, b):\n  m = ~(n > a)\n  return n", "tensor caller"},
        Row{"compared_to_select", "def f(n, a, b):\n  b = a[n != -100]\n  return n", "tensor caller"},
        Row{"what_bounds_it_may_be_a_number", "def f(n, a, b):\n  m = (n >= 0) & (n < a)\n  return a", "anything"},
        Row{"methods_of_tensors_with_numbers", "def f(n, a, b):\n  n.softmax(-1)\n  return n", "tensor caller"},
        Row{"methods_of_arrays_with_numbers", "def f(n, a, b):\n  n[0].tolist()\n  return n[1]", "tensor caller"},
        Row{"methods_of_tensors_with_other_things", "def f(n, a, b):\n  m = n\n  m.norm(a)\n  return n", "anything"},
        Row{"made_a_tensor_under_its_own_name",
            "def f(n, a, b):\n  m = n\n  n = torch.as_tensor(n)\n  n.log()\n  return m", "anything"},
        Row{"before_a_tensor_is_made_of_it",
            "def f(n, a, b):\n  x = n.numbers\n  x = torch.tensor(x, device=a)\n  b.eval()\n  b(x)\n  return n.numbers",
            "anything"},
        Row{"before_a_list_of_it_is_made_a_tensor",
            "def f(n, a, b):\n  if isinstance(n, list): n = torch.tensor(n)\n  return n.long()",
            "tensor cpu/caller integer"},
        Row{"a_part_that_was_stored", "def f(n, a, b):\n  n['s'] = torch.ones(3).cuda()\n  return n['s']",
            "tensor cuda floating rank 1"},
        Row{"a_part_by_name", "def f(x, a, b):\n  x['y'].unsqueeze(0)\n  return x['y']", "tensor caller"}));

INSTANTIATE_TEST_SUITE_P(
    Followed, EvidenceTable,
    testing::Values(
        Row{"given_to_what_takes_a_tensor", "def g(t: torch.Tensor): pass\ndef f(n, a, b):\n  g(n)\n  return n",
            "tensor caller"},
        Row{"given_to_what_treats_it_as_a_tensor",
            "def g(q, t): t.unsqueeze(0)\ndef f(n, a, b):\n  g(a, t=n)\n  return n", "tensor caller"},
        Row{"given_to_what_copies_it",
            "def g(t, device): return t.to(device)\ndef f(n, a, b):\n  n.unsqueeze(0)\n  g(n, a)\n  return n",
            "tensor cpu/caller"},
        Row{"the_member_that_other_methods_train",
            "class T:\n  def __init__(self, net): self.net = net\n  def fit(self): self.net.train()\n"
            "  def run(self, x): return self.net(x).logits\ndef f(n, a, b): return T(n).run(a)",
            "tensor caller"}));

INSTANTIATE_TEST_SUITE_P(
    Places, EvidenceTable,
    testing::Values(
        Row{"items_that_the_body_copies",
            "def f(loader, device, b):\n  for x in loader:\n    kept = x\n    x = x.to(device)\n  return kept",
            "tensor cpu"},
        Row{"after_the_copy",
            "def f(loader, device, b):\n  for x in loader:\n    x = x.to(device)\n    x = other.g(x)\n    "
            "x.unsqueeze(0)\n"
            "  return x",
            "tensor caller"},
        Row{"asked_for_tensors", "def f(tokenizer, b, c):\n  return tokenizer(b, return_tensors='pt')", "tensor cpu"},
        Row{"asked_for_arrays", "def f(tokenizer, b, c):\n  return tokenizer(b, return_tensors='np')", "anything"},
        Row{"a_region_that_is_moved", "def f(n, device, b):\n  m = n.ids[:, 1:3].to(device)\n  return n.ids",
            "tensor cpu"},
        Row{"moved_in_place", "def f(nets, device, b):\n  for n in nets:\n    n.to(device)\n    return n(b).logits",
            "tensor caller | none"},
        Row{"moved_by_a_comprehension",
            "def f(loader, device, b):\n  for x in loader:\n    kept = [t for k, t in x.items()]\n"
            "    x = {k: v.to(device) for k, v in x.items()}\n  return x",
            "dictionary {*: tensor caller}"},
        Row{"pairs_that_the_body_copies",
            "def f(loader, b, c):\n  for i, (x, y) in enumerate(loader):\n    z = y.cuda()\n  return y", "tensor cpu"},
        Row{"an_argument_that_is_copied", "def f(x, args, b):\n  x.clone().to(args.device)\n  return x", "tensor cpu"},
        Row{"what_is_computed_from_it_is_copied",
            "def f(x, y, args):\n  x.unsqueeze(0)\n  (x - y).sum().to(args.device)\n  return x", "tensor cpu/caller"},
        Row{"a_mask", "def f(m, x, b):\n  x.masked_fill(~m, 0)\n  return m", "tensor caller boolean"},
        Row{"a_mask_of_a_function", "def f(m, x, b):\n  torch.masked_select(x, m)\n  return m",
            "tensor caller boolean"},
        Row{"copied_to_another_tensor", "def f(x, y, b):\n  y.unsqueeze(0)\n  x.unsqueeze(0).to(y.device)\n  return x",
            "tensor caller"},
        Row{"parts_that_are_copied",
            "def f(batch, device, b):\n  {k: v.to(device) for k, v in batch.items()}\n  return batch['x']",
            "tensor cpu"},
        Row{"parts_of_what_is_computed_from",
            "def f(x, y, args):\n  a = x[0].unsqueeze(0)\n  (a - y).sum().to(args.device)\n  return a",
            "tensor cpu/caller rank 1+"},
        Row{"a_module_that_is_made_here", "def f(n, a, b): return other.Net(3).to('cuda')(n)", "tensor cuda"},
        Row{"a_module_that_is_loaded", "def f(n, a, b): return other.Auto.from_pretrained('x').to('cuda')(n)",
            "tensor cuda"},
        Row{"device_of_the_settings", "def f(args, b, c):\n  return args.device", "device caller"},
        Row{"device_by_name_of_the_settings", "def f(args, b, c):\n  return args['device']", "device caller"}));

INSTANTIATE_TEST_SUITE_P(
    Others, EvidenceTable,
    testing::Values(
        Row{"asked_what_it_is", "def f(n, a, b):\n  if isinstance(n, torch.Tensor): return 3\n  n.size(-1)\n  return n",
            "integer 3 | other"},
        Row{"an_element_of_a_table", "def f(df, a, b):\n  v = df[a].iloc[0].item()\n  return v", "anything"},
        Row{"a_logger", "def f(log, a, b):\n  log.info('%s', a)\n  return log", "object"},
        Row{"a_number_where_a_tensor_may_stand", "def f(n, a, b):\n  torch.where(a, n, b)\n  return n", "anything"},
        Row{"settings_among_tensors", "def f(batches, a, b):\n  batches[0].unsqueeze(0)\n  return batches[0]['mode']",
            "anything"},
        Row{"a_number_is_added_and_compared", "def f(n, a, b):\n  if n + 1 < a: return n\n  return n", "anything"},
        Row{"text_is_compared", "def f(n, a, b):\n  if n == 'mean': return n\n  return n", "anything"},
        Row{"a_list_is_appended_to", "def f(n, a, b):\n  n.append(a)\n  n[0]\n  return n", "anything"},
        Row{"a_copy_as_no_tensor_makes_it", "def f(n, a, b):\n  c = n.copy()\n  c[:, 2] = a\n  F.relu(n)\n  return c",
            "anything"},
        Row{"an_array_of_another_type", "def f(n, a, b):\n  c = n.astype(int)\n  c[:, 2] = a\n  F.relu(n)\n  return c",
            "array"},
        Row{"elements_of_a_size", "def f(x, a, b):\n  n = x.batch_size.numel()\n  return x.batch_size", "anything"},
        Row{"settings_of_a_group", "def f(group, a, b):\n  group['x'].unsqueeze(0)\n  return group['adaptive']",
            "anything"}));

INSTANTIATE_TEST_SUITE_P(
    OtherDevices, EvidenceTable,
    testing::Values(
        Row{"in_an_expression",
            "def f(x, a, b):\n  device = x.relu().device\n  return torch.device('cpu') if device.type == 'mps' else "
            "device",
            "device caller"},
        Row{"in_the_other_half",
            "def f(x, a, b):\n  device = x.relu().device\n  return device if device.type != 'mps' else "
            "torch.device('cpu')",
            "device caller"},
        Row{"of_a_tensor_on_either_side",
            "def f(x: torch.Tensor, a, b):\n  y = torch.zeros(3, device=x.device)\n  other.g(x.to('cuda'))\n  return y",
            "tensor cpu/caller floating rank 1"},
        Row{"in_a_test_of_something_else",
            "def f(x, a, b):\n  device = x.relu().device\n  return torch.device('cpu') if a == 'mps' else device",
            "device cpu/caller"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Evidence, NeedsNoImport) {
  const std::string step =
      "def f(loader, model, crit):\n  for x, y in loader:\n    kept = x\n    x = x.cuda()\n    loss = crit(model(x), "
      "y)\n"
      "    loss.backward()\n";
  EXPECT_EQ(test::value_of(step + "  return loss\nimport other\nv = f(other.a, other.b, other.c)\n", "v"),
            "tensor caller");
  EXPECT_EQ(test::value_of(step + "  return kept\nimport other\nv = f(other.a, other.b, other.c)\n", "v"),
            "tensor cpu");
  // Shapes are what arrays of others have too.
  EXPECT_EQ(test::value_of("def f(n): return n if n.shape[0] else n\nimport other\nv = f(other.a)\n", "v"), "anything");
}

TEST(Evidence, OptionsAreNoTensorsByTheAnnotationOfWhoTakesThem) {
  const std::string takes = "import torch\nimport other\ndef g(x, scale: torch.Tensor): return x\n";
  EXPECT_EQ(test::value_of(takes + "def f(args):\n  g(1, args.scale)\n  return args.scale\nv = f(other.a)\n", "v"),
            "anything");
  EXPECT_EQ(test::value_of(takes + "def f(batch):\n  g(1, batch.scale)\n  return batch.scale\nv = f(other.a)\n", "v"),
            "tensor caller");
}

TEST(Evidence, OfFunctionsThatCopyABatch) {
  const auto item = [](std::string_view mover, std::string_view call) {
    return test::value_of(
        "import torch\nimport other\n" + std::string(mover) +
            "def f(loader, model, crit):\n  for b in loader:\n    kept = b['n']\n    m = " + std::string(call) +
            "\n    crit(model(m)).backward()\n  return kept\n" + "v = f(other.a, other.b, other.c)\n",
        "v");
  };
  EXPECT_EQ(item("def move(b): return {k: v.cuda() for k, v in b.items()}\n", "move(b)"), "tensor cpu");
  EXPECT_EQ(item("def move(b):\n  if torch.is_tensor(b): return b.cuda()\n"
                 "  return {k: move(v) for k, v in b.items()}\n",
                 "move(b)"),
            "tensor cpu");
  EXPECT_EQ(item("", "other.move_to_cuda(b)"), "tensor cpu");
  EXPECT_EQ(item("", "other.to_device(b, 'cpu')"), "anything");
}

/// What is stored in a part of an argument, or of an item of a loader, is what is read there again.
TEST(Evidence, PartsThatAreStored) {
  const std::string moves = "b['x'] = b['x'].to('cuda')\n";
  EXPECT_EQ(
      test::value_of("import torch\nimport other\ndef f(b):\n  " + moves + "  return b['x']\nv = f(other.a)\n", "v"),
      "tensor cuda");
  EXPECT_EQ(test::value_of("import torch\nimport other\ndef f(loader):\n  for b in loader:\n    " + moves +
                               "    u = b['x']\n    u.to('cuda')\n  return u\nv = f(other.a)\n",
                           "v"),
            "tensor cuda");
}

/// Of what maps a tree, a leaf may be a number as well as a tensor.
TEST(Evidence, NumbersOfATree) {
  const std::string tree =
      "import torch\nimport other\nfrom typing import Any, List\ndef put(o: Any, t: List[torch.Tensor]) -> Any:\n  if "
      "isinstance(o, other.Place): return t[0]\n"
      "  if isinstance(o, dict): return {k: put(v, t) for k, v in o.items()}\n"
      "  if isinstance(o, list): return [put(v, t) for v in o]\n  return o\n"
      "n = put(other.a, [torch.ones(3).cuda()])['history']\n";
  const std::string number = test::value_of(tree + "v = n + 1\n", "v");
  const std::string truth = test::value_of(tree + "v = n > 0\n", "v");
  for (const std::string& value : {number, truth}) {
    EXPECT_TRUE(value.starts_with("tensor cuda")) << value;
    EXPECT_TRUE(value.ends_with("list | dictionary | anything")) << value;
  }
}

TEST(Evidence, OfTorchBesideNumPyAlone) {
  const std::string uses =
      "import numpy as np\nimport other\ndef f(n, crit, x):\n  loss = crit(x)\n  loss.backward()\n"
      "  y = np.ones(3)\n  n.view(n.shape[0], -1)\n";
  EXPECT_EQ(test::value_of(uses + "  return loss\nv = f(other.a, other.b, other.c)\n", "v"), "tensor caller");
  EXPECT_EQ(test::value_of(uses + "  return n\nv = f(other.a, other.b, other.c)\n", "v"), "tensor caller rank 1+");
  // Tensors of another library are none of ours.
  EXPECT_EQ(test::value_of("import paddle\n" + uses + "  return loss\nv = f(other.a, other.b, other.c)\n", "v"),
            "anything");
}

/// What a project hands to a file that imports another framework, and no torch, is of that framework.
TEST(Evidence, OfAnotherFrameworkInAProject) {
  const auto of = [](const std::string& imports) {
    return test::value_of(imports +
                              "from .model import net\ndef f(x, crit):\n  loss = crit(net(x))\n"
                              "  loss.backward()\n  return loss\nimport other\nv = f(other.a, other.b)\n",
                          "v");
  };
  EXPECT_EQ(of(""), "tensor caller");
  EXPECT_EQ(of("import numpy\nimport torch\n"), "tensor caller");
  EXPECT_EQ(of("import paddle, torch\n"), "tensor caller");
  for (const std::string framework : {"paddle", "mindspore", "jax", "tensorflow"}) {
    EXPECT_EQ(of("import " + framework + "\n"), "anything") << framework;
  }
}

/// NumPy is imported, too: what is an array in a function says whether that names torch alone.
TEST(EvidenceBesideNumPy, ArraysOfAFunctionThatNamesTorchAloneAreTensors) {
  const auto of = [](std::string_view body) {
    return test::value_of("import numpy as np\nimport torch\nimport other\ndef f(n, y):\n  torch.argsort(y)\n" +
                              std::string(body) + "\n  return n\nv = f(other.a, other.b)\n",
                          "v");
  };
  EXPECT_EQ(of("  if n.sum() > 0: pass"), "tensor caller");
  EXPECT_EQ(of("  if n.sum() > 0: y = np.ones(3)"), "anything");
  EXPECT_EQ(of("  if n.sum() > 0: y = torch.from_numpy(n)"), "anything");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree

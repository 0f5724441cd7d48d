// What was once shown though it could not be typed in: each case with the text that no shown line may bring.
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/engine/one_wait.h"
#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

struct Seen {
  std::string name;
  /// Of `def f(x, y, mask, loss, names)`; a whole file where it begins with `#include` or `import`.
  std::string body;
  std::vector<std::string> never;
};

void PrintTo(const Seen& seen, std::ostream* out) { *out << seen.name; }

bool is_cxx(const Seen& seen) { return seen.body.starts_with("#include"); }

std::string file_of(const Seen& seen) {
  if (is_cxx(seen) || seen.body.starts_with("import")) return seen.body;
  return "import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor, mask: torch.BoolTensor, loss: torch.Tensor, names: "
         "list):\n" +
         seen.body;
}

engine::Report found_in(const Seen& seen) {
  return fix_text(is_cxx(seen) ? "a.cpp" : "a.py", file_of(seen), fixes::Applicability::kSafe).check.report;
}

class NeverShown : public testing::TestWithParam<Seen> {};

TEST_P(NeverShown, ButFound) {
  const engine::Report report = found_in(GetParam());
  EXPECT_FALSE(report.findings.empty());
  for (const engine::Finding& finding : report.findings) {
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
      if (remedy.fix == nullptr) continue;
      for (const fixes::TextEdit& edit : remedy.fix->edits) {
        for (const std::string& text : GetParam().never)
          EXPECT_EQ(edit.text.find(text), std::string::npos) << remedy.fix->title << ": " << edit.text;
      }
    }
  }
}

const Seen kSeen[] = {
    {"a_tensor_where_a_number_is_needed",
     "    a = int(x.sum().item())\n    b = float(x.sum().item()) + 1.0\n    print(f'{loss.item():.3f}')\n"
     "    return names[x.sum().item()], a, b\n",
     {".detach()"}},
    {"a_copy_that_is_read_at_once", "    host = x.cpu()\n    return host.numpy()\n", {"non_blocking=True"}},
    {"a_quotient_whose_gradient_would_be_nan",
     "    total = (x * y).sum()\n    if y.sum() > 0:\n        total = total / y.sum()\n    else:\n"
     "        total = total * 0\n    return total\n",
     {"torch.where"}},
    {"rows_that_are_stretched",
     "    z = torch.zeros(x.shape[0], x.shape[1], device=x.device)\n"
     "    v = torch.ones(x.shape[0], x.shape[1], device=x.device)\n"
     "    chosen = y.reshape(-1) > 0\n    z[chosen] = v[:1]\n    return z\n",
     {"masked_scatter_"}},
    {"and_that_gives_one_of_two_tensors", "    return x * (x.sum() and y.sum())\n", {"logical_and"}},
    {"a_condition_that_the_host_still_asks",
     "    c = x.any()\n    if not c:\n        names.append(1)\n    assert bool(c)\n    return names\n",
     {"if torch.logical_not", "assert c"}},
    {"a_condition_of_the_host_beside_one_of_the_GPU",
     "    if mask is not None and (x > 0).any():\n        names.append(1)\n    return names\n",
     {"torch.logical_and(mask is not None"}},
    {"a_selection_whose_rows_are_counted",
     "    rows = x[mask]\n    return rows, len(rows)\n",
     {"torch.where(mask, x, 0)"}},
    {"a_selection_whose_rows_are_permuted",
     "    rows = x[mask]\n    return rows[torch.randperm(rows.shape[0])]\n",
     {"torch.where(mask, x, 0)"}},
    {"a_list_that_is_no_tensor",
     "    return torch.tensor(x.tolist()).cuda(), torch.tensor(names).cuda()\n",
     {".tolist().pin_memory()", "names.pin_memory()"}},
    {"an_object_of_the_project",
     "    class Boxes:\n        def __init__(self, data):\n            self.data = data\n\n"
     "        def to(self, device):\n            return Boxes(self.data.to(device))\n\n"
     "    return Boxes(torch.ones(3)).to('cuda'), x.sum().item()\n",
     {"Boxes(torch.ones(3)).pin_memory()", "to('cuda', non_blocking"}},
    {"a_loop_that_would_never_end",
     "    while x.norm().item() > 1.0:\n        x = x / 2\n    return x\n",
     {"while", "detach"}},
    {"a_wait_for_a_copy_that_the_host_reads",
     "    host = torch.empty(x.shape, pin_memory=True)\n    done = torch.cuda.Event()\n"
     "    host.copy_(x, non_blocking=True)\n    done.record()\n    done.synchronize()\n"
     "    return host.numpy(), y.sum().item()\n",
     {"wait_event", "done.wait", "pass"}},
    {"a_product_that_makes_NaN_of_a_masked_infinity", "    return x[mask].sum()\n", {"* mask", "mask *"}},
    {"a_search_for_one_value_without_a_policy",
     "#include <thrust/binary_search.h>\n#include <thrust/device_vector.h>\n"
     "int f(thrust::device_vector<int>& keys) {\n"
     "  auto end = thrust::lower_bound(keys.begin(), keys.end(), 3);\n  return end - keys.begin();\n}\n",
     {"par_nosync"}},
    {"a_grid_whose_elements_lie_at_one_place",
     "    u, v = torch.meshgrid(torch.arange(len(names)), torch.arange(len(names)))\n    u = u.to(x.device)\n"
     "    return x * u * v\n",
     {"pin_memory"}},
    {"what_a_function_has_stretched",
     "    def spread(a):\n        return a.view(a.shape + (1,)).expand(len(names), 3)\n\n"
     "    rows = spread(torch.arange(len(names))).double().to(x.device)\n    return x * rows\n",
     {"pin_memory"}},
    {"what_is_asked_whether_it_can_move",
     "import torch\n\n\ndef f(x: torch.Tensor, part, device: torch.device):\n    if hasattr(part, \"to\"):\n"
     "        part = part.to(device)\n    return x * part\n",
     {"is_cpu"}},
    {"a_column_of_a_table",
     "import torch\n\n\ndef f(make, x: torch.Tensor):\n    net = make(3)\n    losses = net.history[:, 'loss']\n"
     "    assert losses[0] > losses[-1]\n    return float(x.sum())\n",
     {"_assert_async"}},
    {"what_arrays_allow_too",
     "    p = names.predict(3)\n    assert (p > 3).all()\n    return float(x.sum())\n",
     {"_assert_async"}},
    {"what_TorchScript_does_not_take",
     "    if torch.jit.is_scripting():\n        return x\n"
     "    return x * torch.tensor([float(len(n)) for n in names], device=x.device)\n",
     {"pin_memory=", "is_available"}},
    {"a_device_that_TorchScript_cannot_ask_for",
     "import torch\n\n\ndef f(x: torch.Tensor, rows: list[float], device: torch.device):\n"
     "    if torch.jit.is_scripting():\n        return x\n    return x * torch.tensor(rows, device=device)\n",
     {"pin_memory", "is_available"}},
    {"a_constructor_that_stores_one_element",
     "    class Loss(torch.nn.Module):\n        def __init__(self):\n            super().__init__()\n"
     "            weight = torch.ones(3)\n            weight[-1] = 0.1\n"
     "            self.weight = torch.nn.Buffer(weight)\n\n"
     "    criterion = Loss()\n    criterion.to(x.device)\n    return criterion(x)\n",
     {"torch.device"}},
    {"a_constructor_that_loads_weights",
     "    class Net(torch.nn.Module):\n        def __init__(self):\n            super().__init__()\n"
     "            self.a = torch.nn.Linear(3, 3)\n            self.load_state_dict(torch.load('a.pt'))\n\n"
     "    net = Net().to(x.device)\n    return net(x)\n",
     {"torch.device"}},
    {"a_package_that_the_function_imports_itself",
     "import math\n\n\ndef f(x: 'torch.Tensor', names: list):\n    import torch\n\n"
     "    y = torch.stack([torch.arange(len(names)), torch.arange(len(names))])\n"
     "    y = y.unsqueeze(1).to(x.device)\n    return x * y * math.pi\n",
     {"import torch"}},
    {"data_of_which_callers_may_make_an_array",
     "import torch\n\n\ndef f(x: torch.Tensor, values):\n    if not torch.is_tensor(values):\n"
     "        values = torch.as_tensor(values).to(x)\n    return values\n\n\n"
     "def main(x: torch.Tensor, n: list[float]):\n    return f(x, n)\n",
     {"torch.tensor(values, pin_memory"}},
    {"a_number_that_is_a_tensor_for_another_caller",
     "import torch\n\n\ndef kept(n, device):\n    return torch.tensor(n).to(device)\n\n\n"
     "def step(x: torch.Tensor):\n    return kept(3, x.device), kept(x.sum(), x.device)\n",
     {"full"}},
    {"an_index_beside_one_of_the_host",
     "    rows = x.sum(0).argsort().cpu()\n    return x[torch.arange(x.shape[0]), rows - 1]\n",
     {"device=x.device", ", device"}},
    {"an_index_beside_one_that_nobody_knows",
     "import torch\n\n\ndef f(x: torch.Tensor, make):\n    chosen = make(3)\n"
     "    return x[torch.arange(x.shape[0]), chosen]\n",
     {"device=x.device", ", device"}},
    {"a_selection_that_the_host_counts_with",
     "    n = x.argmax() if x.max() >= len(names) else len(names)\n    return y[:n]\n",
     {"torch.where"}},
    {"a_number_of_python_for_another_caller",
     "import torch\n\n\ndef adjusted(n, k: int):\n    if k > n - 1:\n        return 0\n    if k == n - 1:\n"
     "        return 1\n    return 2\n\n\ndef step(x: torch.Tensor):\n"
     "    return adjusted(x.sum(), 3), adjusted(x.shape[0], 3)\n",
     {".cpu()"}},
    {"a_part_of_a_batch_that_may_be_anything",
     "import torch\n\n\ndef f(inputs, x: torch.Tensor):\n    if isinstance(inputs, torch.Tensor):\n"
     "        inputs = inputs.cpu().numpy()\n    stride = inputs.pop('stride', None)\n"
     "    _inputs = inputs.pop('raw', None)\n    inputs = _inputs\n    if stride is not None:\n"
     "        if stride[0] + stride[1] > inputs.shape[0]:\n            raise ValueError('too large')\n"
     "    return float(x.sum())\n",
     {"_assert_async"}},
    {"what_a_call_gave_and_is_only_moved",
     "import torch\n\n\ndef f(make, model: torch.nn.Module):\n    data = make(3)\n    data = data.to('cuda')\n"
     "    return model(data)\n",
     {"is_cpu"}},
    {"attributes_that_come_back_to_the_host",
     "import torch\n\n\nclass Ranks:\n    def __init__(self, n: int):\n        self.heads = torch.zeros(n)\n"
     "        self.tails = torch.zeros(n)\n\n    def run(self, x: torch.Tensor):\n"
     "        self.heads = self.heads.cuda()\n        self.tails = self.tails.cuda()\n"
     "        self.heads += x\n        self.tails += x\n"
     "        self.heads = self.heads.cpu()\n        self.tails = self.tails.cpu()\n\n"
     "    def best(self):\n        return float(self.heads.max()), float(self.tails.max())\n",
     {"heads_host"}},
    {"a_number_of_C_plus_plus",
     "#include <torch/torch.h>\n#include <cstdio>\n\nvoid step(at::Tensor loss, double& total) {\n"
     "  total += loss.item<double>();\n  std::printf(\"%f\", loss.item<float>());\n}\n",
     {".detach()"}},
    {"a_macro_of_C_plus_plus",
     "#include <torch/torch.h>\n\n#define READ(x) ((x).item<float>())\n\nfloat step(at::Tensor loss) { return "
     "READ(loss); }\n",
     {"(loss", "detach"}},
    {"a_module_that_is_taken_for_a_tensor",
     "    from other import get\n    for model in names:\n        get(model.cuda(0) + x)\n        y = model.to('cuda') "
     "+ x\n"
     "    return y.sum().item()\n",
     {"is_cpu"}},
    {"device_around_what_builds_nothing",
     "import torch\n\n\nclass Wrapper(torch.nn.Module):\n    def __init__(self, module):\n        super().__init__()\n"
     "        self.module = module\n        for p in module.parameters():\n            p.requires_grad = False\n\n\n"
     "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
     "        self.linear = torch.nn.Linear(3, 3)\n\n\n"
     "net = Net()\nwrapped = Wrapper(net).to('cuda')\nother = Net()\nhalved = other.half().to('cuda')\n",
     {"with torch.device"}},
    {"what_another_caller_gives_from_the_GPU",
     "import torch\n\n\ndef inner(q: torch.Tensor | list[float], v: torch.Tensor) -> torch.Tensor:\n"
     "    if isinstance(q, list):\n        q = torch.tensor(q, dtype=torch.float32)\n    q = q.to(v.device)\n"
     "    return v * q.sum()\n\n\n"
     "def outer(q: list[float], v: torch.Tensor) -> torch.Tensor:\n"
     "    return inner(torch.tensor(q).cuda(), v)\n\n\n"
     "def many(levels: list[float], vs: list[torch.Tensor]):\n    return [inner(levels, v) for v in vs]\n\n\n"
     "def steps(levels: list[float], v: torch.Tensor):\n    v = v.cuda()\n    return outer(levels, v)\n",
     {"pin_memory() if v.is_cuda", "q.pin_memory().to"}},
    {"a_device_that_is_the_CPU_for_another_caller",
     "import torch\n\n\ndef inner(q: list[float], v: torch.Tensor) -> torch.Tensor:\n"
     "    rows = torch.tensor(q).reshape(-1, 1)\n    return v * rows.to(v.device)\n\n\n"
     "def steps(levels: list[float], v: torch.Tensor):\n"
     "    return inner(levels, v.cuda()), inner(levels, v.cpu())\n",
     {"rows.pin_memory().to"}},
    {"a_bound_that_is_a_size_afterwards",
     "import torch\n\n\ndef f(lengths: torch.Tensor, most: int = 0) -> torch.Tensor:\n"
     "    lengths = lengths.cuda()\n    most = max(most, lengths.max())\n"
     "    r = torch.arange(0, most, device=lengths.device)\n"
     "    return r.unsqueeze(0).expand(lengths.size(0), most) >= lengths.unsqueeze(-1)\n",
     {"clamp"}},
    {"a_bound_that_is_a_part_of_a_shape",
     "    most = max(3, y.sum())\n    return x.new_zeros((x.shape[0], most))\n",
     {"clamp"}},
    {"a_bound_that_repeats_a_list", "    most = max(3, y.sum())\n    return [x] * most\n", {"clamp"}},
};

INSTANTIATE_TEST_SUITE_P(Lines, NeverShown, testing::ValuesIn(kSeen), [](const auto& row) { return row.param.name; });

/// What the advice says where it has to fit how a value was made, or what becomes of it.
struct Advised {
  std::string name;
  std::string text;   ///< of a file, or as in `Seen`
  std::string words;  ///< a part of what is said of the first finding
};

void PrintTo(const Advised& advised, std::ostream* out) { *out << advised.name; }

class Advice : public testing::TestWithParam<Advised> {};

TEST_P(Advice, FitsTheValue) {
  const engine::Report report = found_in({GetParam().name, GetParam().text, {}});
  ASSERT_FALSE(report.findings.empty());
  EXPECT_NE(report.findings.front().hint.find(GetParam().words), std::string::npos) << report.findings.front().hint;
}

const std::vector<Advised> kAdvised = {
    {"what_a_function_builds",
     "import torch\n\n\ndef grid(n):\n    rows, columns = torch.meshgrid(torch.linspace(0, 1, n), torch.linspace(0, 1, "
     "n))\n"
     "    return torch.stack([rows, columns])\n\n\ndef step(x: torch.Tensor):\n    x = x * 2\n    return x + "
     "grid(4).to(x.device)\n",
     "`grid` builds it on the host"},
    {"a_table_of_a_module",
     "import torch\n\n\nclass Net(torch.nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
     "        if n > 3:\n            self.table = torch.rand(n) + torch.tensor(1.0)\n\n"
     "    def forward(self, x):\n        return x + "
     "self.table.to(x.device)\n\n\nNet(4).cuda()(torch.rand(4).cuda(non_blocking=True))\n",
     "make it a buffer"},
    {"a_test_that_ends_a_loop",
     "    for _ in range(9):\n        if (x > 0).all():\n            break\n        x = x + 1\n    return x\n",
     "only every N rounds"},
    {"a_test_for_a_message", "    if (x > 0).all():\n        print('positive')\n    return x\n",
     "only a message depends"},
    {"a_function_of_python_in_a_test",
     "import math\nimport torch\n\n\ndef step(loss: torch.Tensor):\n    if math.isnan(loss):\n        raise "
     "RuntimeError('diverged')\n    return loss * 2\n",
     "torch._assert_async"},
    {"a_move_that_also_converts",
     "import torch\n\n\ndef step(x: torch.Tensor):\n    order = torch.arange(3) * 2\n    return order, x * "
     "order.to(x)\n",
     "`device=` and `dtype=`"},
    {"a_copy_that_nobody_takes",
     "import torch\n\n\ndef step(path):\n    x = torch.tensor([1.0, 2.0]) + torch.rand(2)\n    x.to('cuda')\n"
     "    return x.sum()\n",
     "thrown away"},
    {"a_size", "    n = x.max().item()\n    return y.new_zeros(n)\n", "the host needs the number"},
    {"how_many_there_are_in_a_test", "    if len(mask.nonzero()) == 0:\n        return x * 2\n    return names[0]\n",
     "the host knows"},
    {"how_many_there_are", "    n = max(mask.nonzero().size(0), 1)\n    return x.sum() / n\n",
     "torch.count_nonzero(mask)"},
    {"copies_of_two_arms",
     "    x = x.cuda(non_blocking=True)\n    if flag:\n        return x.cpu().numpy()\n    else:\n        return "
     "x.cpu().numpy() + 1\n",
     "at once"},
};

INSTANTIATE_TEST_SUITE_P(Words, Advice, testing::ValuesIn(kAdvised), [](const auto& row) { return row.param.name; });

// Row 8 of the quick reference.
TEST(NeverNothing, ATestOfTheLossShowsALineOrWords) {
  const Seen seen{
      "row_8", "    if loss.item() > 0.5:\n        x = x * 2\n    else:\n        x = x + 1\n    return x\n", {}};
  const engine::Report report = found_in(seen);
  ASSERT_EQ(report.findings.size(), 1U);
  const engine::Finding& finding = report.findings.front();
  const std::string shown = finding.fix ? finding.fix->edits.front().text : finding.hint;
  EXPECT_NE(shown.find("torch.where"), std::string::npos) << shown;
}

TEST(WhatIsLost, IsInTheTitle) {
  const Seen seen{"a_message", "    assert (x > 0).all() and (y > 0).all(), f'of {len(names)}'\n    return x\n", {}};
  const engine::Report report = found_in(seen);
  ASSERT_FALSE(report.findings.empty());
  const auto& fix = report.findings.front().fix;
  ASSERT_TRUE(fix);
  EXPECT_NE(fix->title.find("message is left out"), std::string::npos) << fix->title;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test

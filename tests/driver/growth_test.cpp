// Twice the input, twice the work: counted (analyzer/work), not timed, for code that repeats or nests one thing.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/work/work.h"
#include "driver/check.h"
#include "tests/main/sanitizers.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

using Text = std::function<std::string(int n)>;

constexpr int kLargest = test::kIsSanitized ? 2 : 8;

struct Generator {
  const char* name;
  int first;  ///< the smallest size; each is twice the one before, up to kLargest times the first
  Text text;
};

/// `line` so often, with `#` as the number of the line, `^` as the one before, and `$` as the one behind.
std::string lines(int n, const std::string& line) {
  std::string all;
  for (int i = 1; i <= n; ++i) {
    for (const char c : line) {
      if (c == '#') {
        all += std::to_string(i);
      } else if (c == '^') {
        all += std::to_string(i - 1);
      } else if (c == '$') {
        all += std::to_string(i + 1);
      } else {
        all += c;
      }
    }
  }
  return all;
}

const std::string kHead = "import torch, time\ndef f(op, a0: torch.Tensor, *rest):\n    x = a0 = a0.cuda()\n";

Text in_function(const std::string& line, const std::string& end = "    return x.item()\n") {
  return [=](int n) { return kHead + lines(n, line) + end; };
}
Text in_expression(const std::string& before, const std::string& part, const std::string& after) {
  return [=](int n) { return kHead + "    y = " + before + lines(n, part) + after + "\n    return y\n"; };
}
Text at_top(const std::string& line, const std::string& end = "", const std::string& begin = "") {
  return [=](int n) { return "import torch\n" + begin + lines(n, line) + end; };
}
Text in_cxx(const std::string& line, const std::string& begin = "", const std::string& end = "") {
  return [=](int n) {
    return "#include <torch/torch.h>\nvoid f(at::Tensor x, int a0) {\n" + begin + lines(n, line) + end + "}\n";
  };
}

const std::vector<Generator>& python_statements() {
  static const std::vector<Generator> generators = {
      {"reads", 100, in_function("    y = x.item()\n")},
      {"reads on one line", 100, [](int n) { return kHead + "    y = 1" + lines(n, "; x.item()") + "\n"; }},
      {"reads and masks", 100, in_function("    x[x > 0]; y = x.item()\n")},
      {"masks of one tensor", 100, in_function("    y = x[x > #]\n")},
      {"assignments", 100, in_function("    a# = a^.relu()\n")},
      {"views", 100,
       in_function("    a# = a^.view(-1)\n", "    a0.copy_(x, non_blocking=True)\n    return a1.tolist()\n")},
      {"copies and reads", 50, in_function("    c# = a0.to('cpu', non_blocking=True)\n    y = c#.tolist()\n")},
      {"elif", 100, [](int n) { return kHead + "    if op: y = 1\n" + lines(n, "    elif op == #: y = x.item()\n"); }},
      {"elif with a clock", 50,
       [](int n) {
         return kHead + "    t = time.perf_counter()\n    if op == 0: torch.cuda.synchronize()\n" +
                lines(n, "    elif op == #: torch.cuda.synchronize()\n") + "    return time.perf_counter() - t\n";
       }},
      {"try", 50,
       in_function(
           "    try:\n        x = x.cuda()\n    except E:\n        x = x.cpu()\n    finally:\n        y = x\n")},
      {"loops", 50, in_function("    for i in range(3):\n        x = x + i\n        y = x.item()\n")},
      {"a variable in each branch", 50, in_function("    if op == #: a# = x\n")},
      {"a variable in each loop", 50, in_function("    for a# in op: x = x + a#\n")},
      {"an attribute in each branch", 50, in_function("    if op == #: rest.a# = x\n")},
      {"a device that is imported", 50, in_function("    y = a0.to(DEVICE)\n")},
      {"lambdas in a function", 50, in_function("    a# = lambda: x.item()\n")},
      {"keys that are stored, and branches", 50,
       [](int n) {
         return kHead + lines(n, "    op['k#'] = #\n") + lines(n, "    if rest: pass\n") + "    return y\n";
       }},
      {"names and branches in a loop", 50,
       [](int n) {
         return kHead + "    for z in op:\n" + lines(n, "        a# = z\n") + lines(n, "        if rest: b# = a#\n") +
                "    return y\n";
       }},
      {"tests of parts", 50, in_function("    if op['k#'] is None: y = 1\n")},
      {"types of parts", 50, in_function("    if isinstance(op['k#'], torch.Tensor): y = 1\n")},
      {"tests with a name", 50, in_function("    t# = a0 is None\n    if t#: y = 1\n")},
      {"and in or in and", 10,
       [](int n) {
         std::string test = "a0 is None";
         for (int i = 0; i < n; ++i) test = "(" + test + (i % 2 == 0 ? " or " : " and ") + "x is None)";
         return kHead + "    if " + test + ": y = 1\n    return x.item()\n";
       }},
      {"one of many", 50, in_expression("1 if ", "a0 is None or ", "x else 2")},
      {"with", 100, in_function("    with torch.no_grad():\n        y = x.item()\n")},
      {"match", 50,
       [](int n) { return kHead + "    match op:\n" + lines(n, "        case #: y = x.item()\n") + "    return y\n"; }},
      {"synchronize", 100, in_function("    torch.cuda.synchronize()\n")},
      {"prints", 100, in_function("    print(f'{x} {x.shape} {#}')\n")},
      {"sum", 100, in_expression("x", " + x", "")},
      {"calls in a chain", 50, in_expression("x", ".relu()", "")},
      {"subscripts in a chain", 50, in_expression("x", "[0]", "")},
      {"and", 100, in_expression("x", " and x", "")},
      {"comparisons", 100, in_expression("x", " < x", "")},
      {"a list of tensors", 100, in_expression("[", "x, ", "]")},
      {"a list of numbers", 200, in_expression("torch.tensor([", "#, ", "], device='cuda')")},
      {"a dictionary", 100, in_expression("{", "'k#': x, ", "}")},
      {"fields of a formatted string", 100, in_expression("f'", "{x}", "'")},
      {"arguments", 50, in_expression("f(", "x, ", ")")},
      {"open brackets", 100, in_expression("", "(", "")},
      {"open formatted strings", 100, in_expression("", "f\"{", "")},
      {"lines with errors", 50, in_function("    x = = #\n")},
      {"comments", 200, at_top("# noqa: SF301\n")},
      {"silenced findings", 100, in_function("    y = x.item()  # syncfree: ignore[SF301]\n")},
  };
  return generators;
}

const std::vector<Generator>& python_definitions() {
  static const std::string call = "f1(torch.zeros(1).cuda())\n";
  static const std::vector<Generator> generators = {
      {"functions", 50, at_top("def f#(x):\n    y = x.cuda()\n    return y.item()\n")},
      {"a chain of calls", 50, at_top("def f#(x): return f$(x)\n", call)},
      {"a chain of calls upwards", 50, at_top("def f#(x): return f^(x)\n", call, "def f0(x): return x.item()\n")},
      {"one function, many callers", 50, at_top("def f#(x): return g(x.cuda())\n", "", "def g(x): return x.item()\n")},
      {"classes", 50, at_top("class C#:\n    def m(self, x): return x.cuda().item()\n")},
      {"a line of subclasses", 30,
       at_top("class C#(C^): pass\n", "", "class C0:\n    def m(self, x): return x.item()\n")},
      {"overrides", 50,
       at_top("class C#(B):\n    def m(self, x): return x.cuda().item()\n", "",
              "class B:\n    def run(self, x): return self.m(x)\n    def m(self, x): return x\n")},
      {"computations that are moved", 50, in_function("    a# = 2 * torch.arange(3); b# = a#.to(x.device)\n")},
      {"one tensor that is moved", 50, in_function("    t = torch.arange(#); t = t.unsqueeze(0).to(x.device)\n")},
      {"copies behind reads", 50,
       in_function("    for i in rest:\n        op = x.item(); rest.step(); x.backward()\n", "    return x\n")},
      {"training steps", 50,
       in_function("    l = x.sum(); y = l.item(); l.backward(); rest.step()\n", "    return y\n")},
      {"timed loops", 100,
       in_function("    t = time.perf_counter()\n    for i in rest:\n        torch.cuda.synchronize()\n"
                   "    t = time.perf_counter() - t\n")},
      {"clocks", 100, in_function("    t# = time.perf_counter(); x = x @ x; u# = time.perf_counter() - t#\n")},
      {"clocks that are kept", 100,
       [](int n) {
         return kHead + lines(n, "    t# = time.perf_counter(); x = x @ x\n") + "    end = time.perf_counter()\n" +
                lines(n, "    op(end - t#)\n");
       }},
      {"copies in the background", 50,
       in_function("    c = torch.empty(3).pin_memory() if op else a0\n    x.copy_(c, non_blocking=True)\n")},
      {"copies out in branches", 50,
       in_function("    if op: y = x.to('cpu', non_blocking=True); z = y.tolist()\n    else: z = y\n")},
      {"tuples of tuples", 10, in_function("    a# = (a^, a^)\n")},
      {"tuples joined", 10, in_function("    x = (x, x) + (x,)\n")},
      {"lambdas", 20, at_top("f# = lambda x: f^(f^(x))\n", "f1(torch.zeros(1).cuda())\n", "f0 = lambda x: x.item()\n")},
      {"decorated functions", 50,
       at_top("@d\ndef g#(x): return x.item()\ng#(torch.zeros(1).cuda())\n", "",
              "def d(f):\n    def w(*a, **k): return f(*a, **k)\n    return w\n")},
      {"comparisons of reads", 100, in_expression("x.item()", " < x.item()", "")},
      {"decorators", 20,
       at_top("@d\n", "def g(x): return x.item()\ng(torch.zeros(1).cuda())\n",
              "def d(f):\n    def w(*a, **k): return f(*a, **k)\n    return w\n")},
      {"tables that a module keeps", 50,
       [](int n) {
         return "import torch\nclass M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
                lines(n, "        self.a# = torch.arange(#) * 2\n") + "    def forward(self, x):\n" +
                lines(n, "        x = x + self.a#.to(x.device).sum()\n") + "        return x\n";
       }},
      {"a method that gives its object back", 50,
       [](int n) {
         return "import torch\nclass M(torch.nn.Module):\n    def load(self, p):\n" +
                lines(n, "        self.a# = p\n") + "        return self\ndef f(m: M, p):\n" +
                lines(n, "    m.load(p).to('cuda')\n");
       }},
      {"modules that are moved", 50,
       [](int n) {
         std::string parameters;
         for (int i = 1; i <= n; ++i) parameters += ", m" + std::to_string(i) + ": torch.nn.Module";
         return "import torch\ndef f(x" + parameters + "):\n" + lines(n, "    m#.to('cuda')\n");
       }},
      {"flags that are seldom set", 50,
       [](int n) {
         return "import torch\ndef f(x, shows=False):\n    y = x.cuda()\n    if shows: print(y.sum().item())\n"
                "def run(loader, opt):\n    for step, x in enumerate(loader):\n        opt.step()\n" +
                lines(n, "        f(x, step % 10# == 0)\n");
       }},
      {"attributes", 50,
       [](int n) {
         return "import torch\nclass A:\n    def __init__(self, x):\n        self.a0 = x.cuda()\n" +
                lines(n, "    def m#(self): self.a# = self.a^.relu()\n    def n#(self): return self.a#.item()\n");
       }},
  };
  return generators;
}

const std::vector<Generator>& cxx_generators() {
  static const std::vector<Generator> generators = {
      {"reads", 100, in_cxx("  auto y# = x.item<int>();\n")},
      {"else if", 50, in_cxx("  else if (a0 == #) x.item<int>();\n", "  if (a0) return;\n")},
      {"synchronize", 100, in_cxx("  cudaDeviceSynchronize();\n")},
      {"statements", 100, in_cxx("  auto a# = x.relu();\n")},
      {"sums", 100, in_cxx(" + x", "  auto y = x", ";\n")},
      {"lambdas", 20, in_cxx("  auto g# = [&]() { return x.item<int>(); };\n")},
      {"loops", 50, in_cxx("  for (int i = 0; i < 3; ++i) x.item<int>();\n")},
      {"calls in a chain", 50, in_cxx(".relu()", "  auto y = x", ";\n")},
      {"flags", 50, in_cxx("  if (!init_#) x.item<int>();\n")},
      {"tests of one flag", 50, in_cxx("  if (!init_) x.item<int>();\n")},
      {"sums in a loop", 50, in_cxx("  s += x.item<int>();\n", "  int s = 0; for (int i = 0; i < 9; ++i) {\n", "}\n")},
      {"macros", 50, in_cxx("  CHECK(x.item<int>() == #);\n")},
      {"open brackets", 100, in_cxx("(", "  auto y = ")},
      {"macros behind conditions", 50,
       in_cxx("#ifdef M^\n#define M#\n#endif\n#ifdef M#\n  cudaDeviceSynchronize();\n#endif\n")},
      {"a condition on many macros", 50, in_cxx("#if defined(A#) && (B# || C#)\n  cudaDeviceSynchronize();\n#endif\n")},
      {"copies and waits", 50,
       in_cxx("  cudaMemcpyAsync(h, d, 4, cudaMemcpyHostToDevice, s);\n  cudaStreamSynchronize(s);\n")},
      {"launches before a wait", 50, in_cxx("  k<<<1, 1>>>(d);\n", "", "  cudaStreamSynchronize(s);\n")},
      {"tables of functions", 50,
       [](int n) {
         return "struct T { void (*run)(int n); };\n" +
                lines(n,
                      "static void f#(int n) { cudaDeviceSynchronize(); }\nstatic const T t# = {f#};\n"
                      "void g#(T* t) { t->run(1); }\n");
       }},
      {"functions", 50, [](int n) { return lines(n, "int f#(at::Tensor x) { return x.item<int>(); }\n"); }},
      {"classes", 50, [](int n) { return lines(n, "struct C# { int f(at::Tensor x) { return x.item<int>(); } };\n"); }},
  };
  return generators;
}

class Growth : public testing::Test {
 protected:
  std::uint64_t work_of(const std::string& name, const std::string& text) {
    CheckRequest request;
    request.paths = {folder_.write(name, text)};
    request.settings = default_settings(folder_.path());
    Progress progress;
    const std::uint64_t before = work::total();
    check(request, progress);
    return work::total() - before;
  }

  void expect_growth(const std::string& name, std::span<const Generator> generators, double most = 2.3) {
    for (const Generator& generator : generators) {
      std::uint64_t before = 0;
      for (int n = generator.first; n <= kLargest * generator.first; n *= 2) {
        const std::uint64_t now = work_of(name, generator.text(n));
        ASSERT_GT(now, static_cast<std::uint64_t>(n) / 2) << generator.name << " is not counted";
        if (before != 0) {
          EXPECT_LE(static_cast<double>(now), most * static_cast<double>(before))
              << generator.name << ": " << n / 2 << " take " << before << ", " << n << " take " << now;
        }
        before = now;
      }
    }
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(Growth, OfPythonsStatementsIsLinear) { expect_growth("a.py", python_statements()); }

TEST_F(Growth, OfPythonsDefinitionsIsLinear) { expect_growth("a.py", python_definitions()); }

TEST_F(Growth, OfCxxIsLinear) { expect_growth("a.cu", cxx_generators()); }

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver

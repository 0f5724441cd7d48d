// What ends the graph of torch.compile and is no wait: each line that is marked, and no other.
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

// Tried with dynamo of torch 2.11 on the CPU.
constexpr std::string_view kCode = R"(import contextlib
import copy
import enum
import random
import numpy as np
import scipy.special
import torch
from torch import Tensor

class Color(enum.Enum):
    RED = "red"

class Pair:
    def __init__(self, x: Tensor):
        self.x = x
    def __matmul__(self, other):
        return self.x @ other.x
    def __add__(self, other):
        return self.x + other.x
    def __invert__(self):
        return -self.x

def parts(x: Tensor, z: Tensor):
    z.real, z.imag = x, x  # ends
    z.imag *= -1  # ends
    x.data = x * 2
    return z.real + z.imag

def gradients(x: Tensor):
    y = x * 2
    y.requires_grad = False  # ends
    torch.zeros(3, requires_grad=True)  # ends
    torch.zeros_like(x, requires_grad=False)
    torch.tensor(0.0, requires_grad=True)  # ends
    return y.requires_grad, torch.tensor(0.0)

def none(x: Tensor):
    if x == None:  # ends
        return x
    if x != None and x is not None:
        x = x + 1
    return x == 0

def operators(x: Tensor):
    pair = Pair(x)
    y = pair @ pair  # ends
    z = ~pair  # ends
    return y + z + (pair + pair) + x @ x

def members(x: Tensor, name: str):
    for color in Color:  # ends
        x = x + 1
    found = [color.value for color in Color]  # ends
    return x if name in found else x * 2

def chosen(x: Tensor):
    first = torch.arange(4)
    mask = first > 2
    sizes = [1, 2, 3]
    size = sizes[x.argmax()]  # ends
    y = first[mask]  # ends
    first[mask] = 0
    y = y + first[first.max()]  # ends
    return y[0], y[1:2], sizes[0], size

def arrays(x: Tensor, n: int):
    sizes = np.array(x.shape)
    if (sizes % 2 > 0).any():  # ends
        x = x + 1
    if np.prod(x.shape) > 2:  # ends
        x = x + 1
    if np.log(n) > 1:  # ends
        x = x + 1
    if np.finfo(np.float32).eps > 0:
        x = x + 1
    if sizes is not None and n > 2:
        x = x + 1
    x = x.view(int(np.prod(x.shape)))  # ends
    x = x * int(np.ceil(n / 2))
    kind = sizes.dtype  # ends
    mean = np.nanmean(sizes)  # ends
    table = scipy.special.erf(np.hanning(4))  # ends
    return x, kind, sizes.shape, mean, table

def numbers(x: Tensor, n: int, a: float):
    size = np.clip(n, 1, 4)
    x = x[:np.clip(n, 1, 4)]  # ends
    y = np.ones(8)
    y[:np.minimum(n, 4)] = 0  # ends
    for _ in range(np.maximum(n, 2)):  # ends
        x = x + 1
    x = x.repeat(int(np.maximum(n, 4)), 1)  # ends
    x = x * int(np.maximum(a, 4.0)) * int(np.sqrt(n))
    x = x.repeat(np.clip(n, 1, 4), 1) * np.bitwise_and(n, 2) + np.arctanh(a)
    x = x.view(-1, np.prod([n, 2]))  # ends
    x = x + torch.zeros((np.sum([1, 2]), 2)).sum()  # ends
    x = x + torch.full((2, 3), np.max(y)).sum()
    x = x + x.new_full((2,), np.max(y)).sum()  # ends
    if size > 2:  # ends
        x = x + 1
    dims = np.ndim(y)  # ends
    where = np.nonzero(y)  # ends
    return x / np.prod(x.shape), np.divmod(n, 2), dims, where

def factors(x: Tensor):
    x.add_(2, x)  # ends
    torch.Tensor.add_(x, x)
    x.addcmul_(2, x, x)  # ends
    x.addcdiv_(2, x, x + 3)  # ends
    x.add_(x, alpha=2).addcmul_(x, x, value=2)
    return x.add(2, x)

def contexts(x: Tensor):
    with torch.autograd.detect_anomaly():  # ends
        x = x + 1
    with torch.autograd.graph.save_on_cpu():  # ends
        x = x + 1
    with torch.backends.cudnn.flags(enabled=False):  # ends
        x = x + 1
    with contextlib.redirect_stdout(None):  # ends
        x = x + 1
    with contextlib.suppress(KeyError), contextlib.nullcontext(), contextlib.ExitStack():
        x = x + 1
    return x

def states(x: Tensor, net: torch.nn.Linear):
    torch.get_num_threads()  # ends
    x.is_pinned()  # ends
    net.to(x.device)  # ends
    net.train()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # ends
    optimizer.zero_grad()  # ends
    torch.autograd.functional.jacobian(torch.sin, x)  # ends
    x = torch.autograd.Variable(x)  # ends
    x = x * random.uniform(0, 1) + random.randint(0, 2)
    return copy.deepcopy(x)  # ends
)";

TEST(UntracedCode, IsToldWhereItStands) {
  const Workplace place;
  place.write("code.py", kCode);
  std::string words = "check --goal compile --output-format concise";
  std::set<int> expected;
  int line = 1;
  for (std::size_t begin = 0; begin < kCode.size(); ++line) {
    const std::size_t end = kCode.find('\n', begin);
    const std::string_view text = kCode.substr(begin, end - begin);
    if (text.ends_with("# ends")) expected.insert(line);
    if (text.starts_with("def ")) words += " code.py:" + std::string(text.substr(4, text.find('(') - 4));
    begin = end + 1;
  }
  const Outcome outcome = place.run(words);
  for (int each = 1; each < line; ++each) {
    const bool is_told = ("\n" + outcome.out).contains("\ncode.py:" + std::to_string(each) + ":");
    EXPECT_EQ(is_told, expected.contains(each)) << "line " << each << "\n" << outcome.out;
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli

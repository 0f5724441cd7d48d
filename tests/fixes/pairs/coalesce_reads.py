#### below each other
import torch


def step():
    v = torch.ones(3, device="cuda")
    a, b, c = v[0], v[1], v[2]
    box = a.item()
    cls = b.item()
    obj = c.item()
    return box, cls, obj
#### => unsafe
import torch


def step():
    v = torch.ones(3, device="cuda")
    a, b, c = v[0], v[1], v[2]
    box, cls, obj = torch.stack([a, b, c]).tolist()
    return box, cls, obj
#### comments and odd spacing stay
import torch as th


def step(x: th.Tensor):
    x = x.cuda()
    low  =  x.min().item()   # the smallest
    # and the other end
    high = x.max( ) . item( )
    return low, high
#### => unsafe
import torch as th


def step(x: th.Tensor):
    x = x.cuda()
    x_min_value, x_max_value = th.stack([x.min(), x.max( )]).tolist()
    low  =  x_min_value   # the smallest
    # and the other end
    high = x_max_value
    return low, high
#### in one formatted string, twice the same, and conversions that keep their kind
import torch


def step():
    v = torch.ones(3, device="cuda").long()
    print(f"{v[0].item():d} of {v[1].item()}")
    return float(v[0]) + int(v[1])
#### => unsafe
import torch


def step():
    v = torch.ones(3, device="cuda").long()
    v_0_value, v_1_value = torch.stack([v[0], v[1]]).tolist()
    print(f"{v_0_value:d} of {v_1_value}")
    return float(v_0_value) + v_1_value
#### a rank that is not known, over several lines
import torch


def step(grid: torch.Tensor, merge):
    sizes = (
        grid[0].item() // merge,  # rows
        grid[1].item() \
        // merge,
        (grid[2]).item() // merge,
    )
    return sizes
#### => unsafe
import torch


def step(grid: torch.Tensor, merge):
    grid_0_value, grid_1_value, grid_2_value = torch.cat([grid[0].reshape(1), grid[1].reshape(1), grid[2].reshape(1)]).tolist()
    sizes = (
        grid_0_value // merge,  # rows
        grid_1_value \
        // merge,
        grid_2_value // merge,
    )
    return sizes
#### a name that is taken, in a decorated method, behind a condition
import torch
from functools import wraps


class Meter:
    @wraps(print)
    def step(self, low_value=None):
        low, high = torch.ones((), device="cuda"), torch.ones((), device="cuda")
        if low.item() > high.item():
            return low_value
#### => unsafe
import torch
from functools import wraps


class Meter:
    @wraps(print)
    def step(self, low_value=None):
        low, high = torch.ones((), device="cuda"), torch.ones((), device="cuda")
        low_value_2, high_value = torch.stack([low, high]).tolist()
        if low_value_2 > high_value:
            return low_value
#### the second is made, changed or handed to others in between, or may not be read at all; whole numbers and fractions
import torch


def made_in_between():
    x = torch.ones(3, device="cuda")
    total = x.sum().item()
    y = x * 2
    return total + y.max().item()


def changed_in_between(lock):
    x = torch.ones(3, device="cuda")
    low = x.min().item()
    x.add_(1)
    return low + x.max().item()


def handed_on(other):
    x = torch.ones(3, device="cuda")
    low = x.min().item()
    other(x)
    return low + x.max().item()


def perhaps(x: torch.Tensor, wanted):
    x = x.cuda()
    return x.min().item() + x.max().item() if wanted else None


def mixed():
    x = torch.ones(3, device="cuda")
    return x.sum().item(), x.argmax().item()


def on_one_line(x: torch.Tensor):
    x = x.cuda(); return x.min().item() + x.max().item()
#### => nothing
#### a fraction beside a whole number
import torch


def step(x: torch.Tensor):
    value, index = x.flatten().max(0)
    return value.item(), index.item()
#### => nothing
#### what only seems to be a tensor may be a number
import torch


def step(n, other: torch.Tensor):
    n = n.squeeze(0)
    k = int(n)
    return other.sum() * k + int(n)
#### => unsafe
import torch


def step(n, other: torch.Tensor):
    n = n.squeeze(0)
    n_value = torch.as_tensor(n).item()
    k = int(n_value)
    return other.sum() * k + int(n_value)
#### fractions, by what else is computed of them or done with them
import torch
import torch.nn.functional as F


def step(net, x: torch.Tensor, y: torch.Tensor, log):
    values = net(x)
    loss = F.mse_loss(values, y)
    loss.backward()
    log("loss", loss.item())
    log("largest", torch.max(values).item())
    log("average", torch.mean(values).item())
#### => unsafe
import torch
import torch.nn.functional as F


def step(net, x: torch.Tensor, y: torch.Tensor, log):
    values = net(x)
    loss = F.mse_loss(values, y)
    loss.backward()
    loss_value, torch_max_values_value, torch_mean_values_value = torch.stack([loss, torch.max(values), torch.mean(values)]).tolist()
    log("loss", loss_value)
    log("largest", torch_max_values_value)
    log("average", torch_mean_values_value)

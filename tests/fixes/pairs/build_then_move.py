#### to the device of another
import torch


def step(x: torch.Tensor):
    n = x.shape[0]
    return x + torch.arange(n).to(x.device)
#### => safe
import torch


def step(x: torch.Tensor):
    n = x.shape[0]
    return x + torch.arange(n, device=x.device)
#### with a last argument on a line of its own
import torch


def step(x: torch.Tensor):
    mask = torch.zeros(
        x.shape[0],  # rows
        x.shape[1],
        dtype=torch.bool,
    ).to(x.device)
    return x.masked_fill(mask, 0.0)
#### => safe
import torch


def step(x: torch.Tensor):
    mask = torch.zeros(
        x.shape[0],  # rows
        x.shape[1],
        dtype=torch.bool,
        device=x.device,
    )
    return x.masked_fill(mask, 0.0)
#### a chain of views in several lines
import torch


def step(x: torch.Tensor):
    position = (
        torch.arange(x.shape[1])
        .unsqueeze(0)  # a row
        .to(x.device)
    )
    return x + position
#### => safe
import torch


def step(x: torch.Tensor):
    position = (
        torch.arange(x.shape[1], device=x.device)
        .unsqueeze(0)  # a row
    )
    return x + position
#### as another tensor is
import torch


def step(x: torch.Tensor):
    return x + torch.ones(3).to(x) + torch.zeros(3).type_as(x)
#### => safe
import torch


def step(x: torch.Tensor):
    return x + torch.ones(3, dtype=x.dtype, device=x.device) + torch.zeros(3, dtype=x.dtype, device=x.device)
#### cuda and a dtype
import torch


def step(x: torch.Tensor):
    return x + torch.eye(4).cuda() + torch.ones(4).to(device="cuda:1", dtype=torch.half)
#### => safe
import torch


def step(x: torch.Tensor):
    return x + torch.eye(4, device="cuda") + torch.ones(4, dtype=torch.half, device="cuda:1")
#### a row of it
import torch


def step(x: torch.Tensor):
    return x + torch.zeros(4)[None, :].to(x.device, non_blocking=True) * torch.ones(4)[None].to(x.device)
#### => safe
import torch


def step(x: torch.Tensor):
    return x + torch.zeros(4)[None, :].to(x.device, non_blocking=True) * torch.ones(4, device=x.device)[None]
#### random numbers of another generator
import torch


def step(x: torch.Tensor):
    return x + torch.randn(4).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x + torch.randn(4, device=x.device)
#### a comment on a line of its own, and code behind the move
import torch


def step(x: torch.Tensor):
    return (
        torch.ones(4)
        # there at last
        .to(x.device) + x
    )
#### => safe
import torch


def step(x: torch.Tensor):
    return (
        torch.ones(4, device=x.device)
        # there at last
         + x
    )
#### a comment would be lost
import torch


def step(x: torch.Tensor):
    return x + torch.ones(4).to(
        x.device  # there
    )
#### => nothing
#### a generator of the CPU
import torch


def step(x: torch.Tensor, g):
    return x + torch.randn(4, generator=g).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, g):
    return x + torch.randn(4, generator=g).to(x.device, non_blocking=True)
#### a quotation mark in an f-string
import torch


def step(x: torch.Tensor):
    return f"{torch.ones(4).cuda().shape}"
#### => nothing
#### a layer
import torch
from torch import nn


def make(device):
    return nn.Linear(4, 4, bias=False).to("cuda")
#### => unsafe
import torch
from torch import nn


def make(device):
    return nn.Linear(4, 4, bias=False, device="cuda")
#### through functions, from one element type to another, to a GPU by its number
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda()
    a = torch.tril(torch.ones(n, n)).to(x.device)
    b = torch.triu(torch.ones((n, n), dtype=torch.bool), diagonal=1).view(1, n, n).cuda()
    c = torch.zeros(2, dtype=torch.int).to(x.device, dtype=x.dtype)
    return a, b, c, torch.zeros(3).cuda(0)
#### => safe
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda()
    a = torch.tril(torch.ones(n, n, device=x.device))
    b = torch.triu(torch.ones((n, n), dtype=torch.bool, device="cuda"), diagonal=1).view(1, n, n)
    c = torch.zeros(2, dtype=x.dtype, device=x.device)
    return a, b, c, torch.zeros(3, device=0)
#### spread over a dimension, the elements were copied
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda()
    return torch.arange(n).unsqueeze(0).expand(3, -1).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda()
    return torch.arange(n, device=x.device).unsqueeze(0).expand(3, -1)
#### indices are whole numbers, and the move converts them
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return torch.tril_indices(3, 3).to(x), torch.zeros(1, 3).fill_(2).type_as(x)
#### => safe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return torch.tril_indices(3, 3, device=x.device).to(x), torch.zeros(1, 3, device=x.device).fill_(2).type_as(x)
#### None is another device for a constructor
import torch


def step(gpu):
    return torch.zeros(3).cuda(gpu)
#### => unsafe
import torch


def step(gpu):
    return torch.zeros(3).cuda(gpu, non_blocking=True)
#### a module of one's own
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(3))


def step(x: torch.Tensor):
    net = Net().to(x.device)
    other = Net()
    other.to(x.device)
    return net(other(x))
#### => suggestion
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(3))


def step(x: torch.Tensor):
    with torch.device(x.device):
        net = Net().to(x.device)
    with torch.device(x.device):
        other = Net()
    other.to(x.device)
    return net(other(x))
#### built on a line before, and in another way
import torch


def step(x: torch.Tensor, n: int):
    position = torch.arange(n)
    position = position.view(1, 1, -1).expand(3, 4, -1).to(x.device)
    frequency = torch.arange(0, n, 2, dtype=torch.int64).to(device=x.device, dtype=torch.float) / n
    drawn = torch.multinomial(torch.ones(n), 3).to(x.device)
    return position, frequency, drawn
#### => suggestion
import torch


def step(x: torch.Tensor, n: int):
    position = torch.arange(n, device=x.device)
    position = position.view(1, 1, -1).expand(3, 4, -1).clone()
    frequency = torch.arange(0, n, 2, dtype=torch.int64, device=x.device).to(dtype=torch.float) / n
    drawn = torch.multinomial(torch.ones(n, device=x.device), 3)
    return position, frequency, drawn
#### used on the host before it is moved
import torch


def step(check, device):
    x = torch.zeros((5, 3)).float()
    check(x, device="cpu")
    x = x.to("cuda")
    return x
#### => unsafe
import torch


def step(check, device):
    x = torch.zeros((5, 3)).float()
    check(x, device="cpu")
    x = x.to("cuda", non_blocking=True)
    return x
#### a module with calls behind its constructor
import torch


def fuse(conv: torch.nn.Conv2d):
    return torch.nn.Conv2d(3, 4, 3).requires_grad_(False).to(conv.weight.device)
#### => unsafe
import torch


def fuse(conv: torch.nn.Conv2d):
    return torch.nn.Conv2d(3, 4, 3, device=conv.weight.device).requires_grad_(False)
#### what only wraps a module leaves it where it is
import torch


def wrapped(model: torch.nn.Module):
    model = torch.nn.DataParallel(model).cuda()
    return model
#### => nothing
#### of another's shape
import torch


def step(x: torch.Tensor, n: int):
    return x + torch.arange(n).expand_as(x).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, n: int):
    return x + torch.arange(n, device=x.device).expand_as(x)
#### by one name, in several steps
import torch


def step(x: torch.Tensor, n: int):
    offsets = torch.arange(n)
    offsets = offsets.unsqueeze(0)
    offsets = offsets.to(x.device)
    return x + offsets
#### => suggestion
import torch


def step(x: torch.Tensor, n: int):
    offsets = torch.arange(n, device=x.device)
    offsets = offsets.unsqueeze(0)
    return x + offsets
#### by one name, which something looks at on the way
import torch


def looked_at_before(x: torch.Tensor, n: int, host: list):
    offsets = torch.arange(n)
    host.append(offsets)
    offsets = offsets.unsqueeze(0)
    return x + offsets.to(x.device)
#### => unsafe
import torch


def looked_at_before(x: torch.Tensor, n: int, host: list):
    offsets = torch.arange(n)
    host.append(offsets)
    offsets = offsets.unsqueeze(0)
    return x + (offsets.pin_memory() if x.is_cuda else offsets).to(x.device, non_blocking=True)
#### computed of several constructors, over several lines
import torch

def grid(x):
    rows = torch.linspace(-4, 4, 9)
    columns = torch.linspace(-4, 4, 9)
    return torch.stack(torch.meshgrid(rows, columns), dim=-1).to(x.device)

grid(torch.zeros(3, device="cuda"))
#### => suggestion
import torch

def grid(x):
    rows = torch.linspace(-4, 4, 9, device=x.device)
    columns = torch.linspace(-4, 4, 9, device=x.device)
    return torch.stack(torch.meshgrid(rows, columns), dim=-1)

grid(torch.zeros(3, device="cuda"))
#### computed, and moved under the same name
import math
import torch

def frequencies(x, half):
    steps = torch.exp(-math.log(10000) * torch.arange(half) / half)
    steps = steps.to(device=x.device)
    return x * steps

frequencies(torch.zeros(3, device="cuda"), 3)
#### => suggestion
import math
import torch

def frequencies(x, half):
    steps = torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)
    return x * steps

frequencies(torch.zeros(3, device="cuda"), 3)
#### computed, and converted by the move
import torch

def others(x):
    return (1 - torch.eye(4)).to(x)

others(torch.zeros(3, device="cuda"))
#### => suggestion
import torch

def others(x):
    return (1 - torch.eye(4, device=x.device)).to(x)

others(torch.zeros(3, device="cuda"))
#### the device has no name yet where the constructor stands
import torch

def order(n):
    first = 2 * torch.arange(n)
    x = torch.zeros(n, device="cuda")
    return first.to(x.device)

order(3)
#### => unsafe
import torch

def order(n):
    first = 2 * torch.arange(n)
    x = torch.zeros(n, device="cuda")
    return first.pin_memory().to(x.device, non_blocking=True)

order(3)
#### computed of what somebody else reads, too
import torch

def order(n):
    first = torch.arange(n)
    twice = 2 * first
    return twice.to("cuda"), first.sum()

order(3)
#### => unsafe
import torch

def order(n):
    first = torch.arange(n)
    twice = 2 * first
    return twice.pin_memory().to("cuda", non_blocking=True), first.sum()

order(3)
#### stored into on the host
import torch

def order(n):
    first = torch.zeros(n) + 1
    first[0] = 5
    return first.to("cuda")

order(3)
#### => unsafe
import torch

def order(n):
    first = torch.zeros(n) + 1
    first[0] = 5
    return first.pin_memory().to("cuda", non_blocking=True)

order(3)
#### several tensors of which one alone would go to the GPU
import torch

def grid(x, columns):
    rows = torch.linspace(-4, 4, 9)
    return torch.cartesian_prod(rows, columns).to(x.device)

grid(torch.zeros(3, device="cuda"), torch.zeros(3))
#### => nothing

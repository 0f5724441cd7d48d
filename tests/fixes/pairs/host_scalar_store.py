#### one element
import torch


def step(n: int):
    h = torch.zeros(n, device="cuda")
    h[0] = 1  # the first
    h[n // 2] = float("-inf")
    return h
#### => safe
import torch


def step(n: int):
    h = torch.zeros(n, device="cuda")
    h[0].fill_(1)  # the first
    h[n // 2].fill_(float("-inf"))
    return h
#### through an index
import torch


def step(idx):
    keep = torch.zeros(10, device="cuda", dtype=torch.bool)
    idx = torch.arange(3, device="cuda")
    keep[idx] = True
    return keep
#### => safe
import torch


def step(idx):
    keep = torch.zeros(10, device="cuda", dtype=torch.bool)
    idx = torch.arange(3, device="cuda")
    keep[idx] = keep.new_full((), True)
    return keep
#### a fraction into whole numbers, and a number too large for half precision
import torch


def step():
    h = torch.zeros(4, device="cuda", dtype=torch.long)
    h[0] = 0.5
    half = torch.zeros(4, device="cuda", dtype=torch.half)
    half[3] = 1e9
    return h, half
#### => unsafe
import torch


def step():
    h = torch.zeros(4, device="cuda", dtype=torch.long)
    h[0].fill_(0.5)
    half = torch.zeros(4, device="cuda", dtype=torch.half)
    half[3].fill_(1e9)
    return h, half
#### several targets, and a value that does something
import torch


def step(queue):
    h = torch.zeros(4, device="cuda")
    h[0] = h[1] = 0
    h[2] = len(queue.pop())
    return h
#### => nothing
#### in two places, and what may be a number
import torch


def step(n: int, value):
    x = torch.zeros(4, device="cuda")
    x[0] = x[n] = 1
    x[1] = value if n > 2 else 3
    return x
#### => suggestion
import torch


def step(n: int, value):
    x = torch.zeros(4, device="cuda")
    x[0].fill_(1)
    x[n].fill_(1)
    x[1] = value if n > 2 else 3
    return x
#### a mask of the host
import torch


def step(x: torch.Tensor):
    mask = torch.zeros(4, dtype=torch.bool)
    x[~mask] = float("-inf")
    return x
#### => suggestion
import torch


def step(x: torch.Tensor):
    mask = torch.zeros(4, dtype=torch.bool)
    x[(~mask).to(x.device, non_blocking=True)] = float("-inf")
    return x

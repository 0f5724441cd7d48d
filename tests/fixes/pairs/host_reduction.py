#### a bound
import torch


def step(a: torch.Tensor):
    n = (a > 0).sum()
    return a.sum() / max(1, n) + min( a.float().sum(), 0.5 )
#### => unsafe
import torch


def step(a: torch.Tensor):
    n = (a > 0).sum()
    return a.sum() / n.clamp(min=1) + a.float().sum().clamp(max=0.5)
#### two tensors, and a row of them
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return max(a.max() - a.min(), b.max() - b.min()), any(a.flatten() > 0)
#### => unsafe
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.maximum(a.max() - a.min(), b.max() - b.min()), (a.flatten() > 0).any()
#### a fractional bound of whole numbers, a key, three values
import torch


def step(a: torch.Tensor):
    n = (a > 0).sum()
    return max(n, 0.5), max(a.sum(), a.mean(), key=abs), max(a.sum(), a.mean(), 1)
#### => nothing
#### a tensor that may be of fractions, and truth of whatever shape
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return max(x.sum(), 0.5), all(x == 0)
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return x.sum().clamp(min=0.5), (x == 0).all()
#### a branch would wait all the same
import torch


def step(x: torch.Tensor):
    x = x.flatten().cuda()
    if any(x > 0):
        return x
    return -x
#### => nothing
#### of a list
import torch


def step(x: torch.Tensor):
    sums = [row.sum() for row in x]
    return max(sums)
#### => nothing
#### two bounds
import torch


def step(x: torch.Tensor):
    x = x.cuda().float()
    return max(0.0, min(x.sum(), 3.0)) * x
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda().float()
    return x.sum().clamp(max=3.0).clamp(min=0.0) * x
#### a number is needed there
import torch


def step(x: torch.Tensor, names: list):
    x = x.cuda().float()
    return int(max(x.sum(), 3.0)), names[min(x.long().sum(), 3)]
#### => nothing
#### a bool that is promised
import torch


def all_of_them(x: torch.Tensor) -> bool:
    return all(x > 0)
#### => nothing
#### a bound that tests ask for before a slice does
import torch


def shift(x: torch.Tensor, first: torch.Tensor, second: torch.Tensor):
    start = max(first, 0)
    stop = min(second, 0) + x.shape[-1]
    if start < stop and stop > 0:
        x[..., start:stop] = 0
    return x
#### => nothing

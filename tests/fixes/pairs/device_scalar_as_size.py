#### one bound on each side
import torch


def step(x: torch.Tensor):
    return x.clamp(0, x.max())
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x.clamp(min=0).clamp(max=x.max())
#### filled
import torch


def step(x: torch.Tensor):
    s = x.mean()
    return torch.full((3, 4), s, device=x.device, dtype=x.dtype)
#### => unsafe
import torch


def step(x: torch.Tensor):
    s = x.mean()
    return torch.empty((3, 4), device=x.device, dtype=x.dtype).fill_(s)
#### sizes that are read back
import torch


def step(x: torch.Tensor):
    n = x.sum().long()
    return torch.arange(n, device=x.device) + x.view(-1, n)
#### => nothing
#### as functions
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    s = x.max()
    return torch.clamp(x, 0, s), torch.clip(x, max=s, min=-1)
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    s = x.max()
    return x.clamp(min=0).clamp(max=s), x.clamp(min=-1).clamp(max=s)
#### a bound that may be None
import torch


def step(x: torch.Tensor, low):
    x = x.cuda()
    return x.clamp(low, x.max()), x.clamp(min=0.0, max=None)
#### => nothing
#### several numbers, in lists and behind stars
import torch


def step(x: torch.Tensor, lengths: list[torch.Tensor]):
    n = x.sum().long()
    h, w = x.shape[0] // n, n
    dims = (h, w)
    y = torch.nn.functional.pad(x, (0, 0, 0, w % 2, 0, 1))
    z = x.view(3, 4, h, w) + x.view(3, *dims) + x.view(3, 4 * h, w)
    return torch.split(x, lengths), y, z, torch.ones((3, n), device=x.device)
#### => nothing
#### filled by keyword
import torch


def step(x: torch.Tensor):
    return torch.full((3, 4), fill_value=x.max(), dtype=x.dtype, device=x.device)
#### => suggestion
import torch


def step(x: torch.Tensor):
    return torch.empty((3, 4), dtype=x.dtype, device=x.device).fill_(x.max())
#### a scale
import torch


def step(p: torch.Tensor, update: torch.Tensor, square: torch.Tensor):
    p = p.cuda()
    lr = update.cuda().mean()
    p.add_(update, alpha=-lr)
    p.addcdiv_(update, square, value=lr)
    return p.sub(update, alpha=lr)
#### => suggestion
import torch


def step(p: torch.Tensor, update: torch.Tensor, square: torch.Tensor):
    p = p.cuda()
    lr = update.cuda().mean()
    p.add_(update * (-lr))
    p.add_(update / square * lr)
    return p.sub(update * lr)
#### one size in several places is copied once
import torch


def step(x: torch.Tensor):
    count = (x > 0).sum()
    grid = torch.arange(count, device=x.device)
    if x.ndim > 1:
        return torch.zeros(count + 1, device=x.device), grid
    return grid
#### => suggestion
import torch


def step(x: torch.Tensor):
    count = (x > 0).sum()
    count_host = count.cpu()
    grid = torch.arange(count_host, device=x.device)
    if x.ndim > 1:
        return torch.zeros(count_host + 1, device=x.device), grid
    return grid
#### another size in between, and one in each branch
import torch


def step(x: torch.Tensor, wide: bool):
    count = (x > 0).sum()
    grid = torch.arange(count, device=x.device)
    count = count + (x < 0).sum()
    other = torch.arange(count, device=x.device)
    least = x.min().long()
    if wide:
        more = torch.zeros(least, device=x.device)
    else:
        more = torch.ones(least, device=x.device)
    return grid, other, more
#### => not shown

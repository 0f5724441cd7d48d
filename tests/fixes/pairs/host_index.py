#### two positions in the middle
import torch


def step(x: torch.Tensor):
    return x[:, :, [0, 2]].clamp(min=0)
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x[:, :, 0:3:2].clamp(min=0)
#### from the end
import torch


def step(x: torch.Tensor):
    return x[..., [-2], :] + x[ :, [ -1 ] ]  # last
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x[..., -2:-1, :] + x[ :, -1: ]  # last
#### stored to
import torch


def step(x: torch.Tensor):
    x[:, (1, 2)] = 0.0
    return x
#### => safe
import torch


def step(x: torch.Tensor):
    x[:, 1:3] = 0.0
    return x
#### irregular, turned round, and beside another index
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    return x[:, [0, 2, 3]] + x[:, [2, 0]] + x[0, [1, 2]] + x[:, [-1, 0]]
#### => nothing
#### a range beside an index that is on the GPU
import torch


def step(probs: torch.Tensor, target: torch.Tensor):
    target = target.long()
    return probs[torch.arange(target.numel()), target]
#### => safe
import torch


def step(probs: torch.Tensor, target: torch.Tensor):
    target = target.long()
    return probs[torch.arange(target.numel(), device=probs.device), target]
#### what is read is stored into the same tensor: the list makes a copy
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    x[0:1], x[1:2] = x[[1]], x[[0]]
    x[1:3] = x[[0, 1]]
    x[0:2] += x[[1, 2]]
    return x[([0, 1],)], x[([0, 1])], x[(slice(None), [0, 1])]
#### => nothing
#### several parts of the host
import torch


def step(x: torch.Tensor, chosen: torch.LongTensor, n: int):
    return x[range(n), chosen] + x[[2, 0, 1], :]
#### => suggestion
import torch


def step(x: torch.Tensor, chosen: torch.LongTensor, n: int):
    return x[torch.arange(n, device=x.device), chosen] + x[torch.tensor([2, 0, 1]).to(x.device, non_blocking=True), :]
#### positions in an array
import numpy as np
import torch


def step(x: torch.Tensor, chosen: torch.LongTensor):
    return x[np.arange(x.shape[0]), chosen]
#### => suggestion
import numpy as np
import torch


def step(x: torch.Tensor, chosen: torch.LongTensor):
    return x[torch.arange(x.shape[0], device=x.device), chosen]
#### an index that an attribute holds may have been moved
import torch


class Picks:
    def __init__(self, chosen: list[int]):
        self.chosen = torch.tensor(chosen)

    def __call__(self, x: torch.Tensor):
        return x[self.chosen]
#### => suggestion
import torch


class Picks:
    def __init__(self, chosen: list[int]):
        self.chosen = torch.tensor(chosen)

    def __call__(self, x: torch.Tensor):
        return x[(self.chosen.pin_memory() if self.chosen.is_cpu and torch.cuda.is_available() else self.chosen).to(x.device, non_blocking=self.chosen.is_cpu)]
#### a list on one way, and unknown on another
import torch


def positions(group, flag):
    if flag:
        return [i for i in range(len(group))]
    return group.positions()


def step(x: torch.Tensor, group, flag):
    x = torch.ones(8, device="cuda")
    chosen = positions(group, flag)
    return x[chosen]
#### => suggestion
import torch


def positions(group, flag):
    if flag:
        return [i for i in range(len(group))]
    return group.positions()


def step(x: torch.Tensor, group, flag):
    x = torch.ones(8, device="cuda")
    chosen = positions(group, flag)
    return x[torch.tensor(chosen, pin_memory=x.is_cuda).to(x.device, non_blocking=True) if isinstance(chosen, list) else chosen]
#### positions, of which there may be none
import torch


def step(x: torch.Tensor, n: int):
    kept = [i for i in range(n) if i != 1]
    return x[:, kept]
#### => suggestion
import torch


def step(x: torch.Tensor, n: int):
    kept = [i for i in range(n) if i != 1]
    return x[:, torch.tensor(kept, dtype=torch.long, pin_memory=x.is_cuda).to(x.device, non_blocking=True)]
#### beside a position that the GPU alone knows
import torch


def step(x: torch.Tensor, best: torch.Tensor):
    return x[torch.arange(x.shape[0]), best.sum().long()]
#### => nothing

#### a row
import torch


def step(x: torch.Tensor):
    best = x.sum(1).argmax()
    return x[best] + x[:, best].mean()
#### => unsafe
import torch


def step(x: torch.Tensor):
    best = x.sum(1).argmax()
    return x[best.view(1)].squeeze(0) + x[:, best.view(1)].squeeze(1).mean()
#### beside another index, and as a bound
import torch


def step(x: torch.Tensor):
    best = x.sum(1).argmax()
    return x[0, best] + x[:best].sum()
#### => nothing

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
#### positions in a tuple
import torch


def step(x: torch.Tensor):
    best = x.sum(1).argmax()
    return x[tuple(best.unsqueeze(0))]
#### => nothing
#### the target of an update stays a view
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    best = x.sum(1).argmax()
    x[best] *= 2
    x[:, best] += y
    return x
#### => nothing
#### one bound on both sides
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    return x[:count], x[count:]
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    count_host = count.cpu()
    return x[:count_host], x[count_host:]
#### a number of the host in the place of an index of several elements
import torch


def step(x: torch.Tensor, rows: torch.Tensor):
    picked = rows.flatten()
    return x[picked], x[picked]
#### => not shown

#### two sums
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.tensor([a.sum(),
                         b.sum()], device=a.device)
#### => unsafe
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.stack([a.sum(),
                         b.sum()])
#### a number among them
import torch


def step(a: torch.Tensor):
    return torch.tensor([a.sum(), 1.0], device=a.device)
#### => nothing

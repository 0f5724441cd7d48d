#### equal, close, among them
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.equal(a, b), torch.allclose(a, b, atol=1e-3), 3 in a
#### => suggestion
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.eq(a, b).all(), torch.isclose(a, b, atol=1e-3).all(), torch.eq(a, 3).any()
#### not in
import torch


def step(x: torch.Tensor):
    if 0 not in x:
        return x
#### => suggestion
import torch


def step(x: torch.Tensor):
    if torch.eq(x, 0).any().logical_not():
        return x

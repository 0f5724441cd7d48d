#### equal, close, among them
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.equal(a, b), torch.allclose(a, b, atol=1e-3), 3 in a
#### => nothing
#### not in
import torch


def step(x: torch.Tensor):
    if 0 not in x:
        return x
#### => nothing

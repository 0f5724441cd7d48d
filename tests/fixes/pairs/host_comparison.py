#### equal, close, among them
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.equal(a, b), torch.allclose(a, b, atol=1e-3), 3 in a
#### => suggestion
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.eq(a, b).all(), torch.isclose(a, b, atol=1e-3).all(), torch.eq(a, 3).any()

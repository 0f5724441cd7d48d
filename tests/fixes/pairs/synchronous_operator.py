#### factors and solutions
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.linalg.cholesky(a) @ torch.linalg.inv( a ), torch.linalg.solve(a, b)
#### => unsafe
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.linalg.cholesky_ex(a).L @ torch.linalg.inv_ex( a ).inverse, torch.linalg.solve_ex(a, b).result

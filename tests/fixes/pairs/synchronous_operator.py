#### factors and solutions
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.linalg.cholesky(a) @ torch.linalg.inv( a ), torch.linalg.solve(a, b)
#### => unsafe
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.linalg.cholesky_ex(a).L @ torch.linalg.inv_ex( a ).inverse, torch.linalg.solve_ex(a, b).result
#### the inverse by its other names, and two results of three
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    lu, pivots = torch.linalg.lu_factor(x)
    return torch.inverse(x), (x + 1).inverse() @ lu, pivots
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    lu, pivots = torch.linalg.lu_factor_ex(x)[:2]
    return torch.linalg.inv_ex(x).inverse, torch.linalg.inv_ex(x + 1).inverse @ lu, pivots
#### somebody waits for the error
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    try:
        return torch.linalg.cholesky(x)
    except RuntimeError:
        return x
#### => suggestion
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    try:
        return torch.linalg.cholesky_ex(x).L
    except RuntimeError:
        return x

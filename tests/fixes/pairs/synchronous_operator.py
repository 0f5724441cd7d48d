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
#### => nothing
#### moments under a mask
import torch


def step(x: torch.Tensor, mask: torch.BoolTensor):
    mean = torch.masked.mean(x, mask=mask, dim=(2, 3), keepdim=True)
    var = torch.masked.var(x, mask=mask, dim=(2, 3), keepdim=True, unbiased=False)
    return mean, var
#### => suggestion
import torch


def step(x: torch.Tensor, mask: torch.BoolTensor):
    mean = torch.div(torch.where(mask, x, 0).sum(dim=(2, 3), keepdim=True), mask.expand_as(x).sum(dim=(2, 3), keepdim=True))
    x_centred = torch.where(mask, x - torch.div(torch.where(mask, x, 0).sum(dim=(2, 3), keepdim=True), mask.expand_as(x).sum(dim=(2, 3), keepdim=True)), 0)
    var = torch.div(x_centred.square().sum(dim=(2, 3), keepdim=True), mask.expand_as(x).sum(dim=(2, 3), keepdim=True))
    return mean, var
#### covariance
import torch


def step(x: torch.Tensor):
    cov = torch.cov(x.t())
    return cov
#### => suggestion
import torch


def step(x: torch.Tensor):
    x_t_centred = x.t() - x.t().mean(1, keepdim=True)
    cov = torch.matmul(x_t_centred, x_t_centred.mT).div(x_t_centred.shape[1] - 1)
    return cov
#### triangular systems
import torch


def step(b: torch.Tensor, factor: torch.Tensor):
    x = torch.cholesky_solve(b.unsqueeze(-1), factor)
    return b.cholesky_solve(factor, upper=True), x
#### => suggestion
import torch


def step(b: torch.Tensor, factor: torch.Tensor):
    x = torch.linalg.solve_triangular(factor.mH, torch.linalg.solve_triangular(factor, b.unsqueeze(-1), upper=False), upper=True)
    return torch.linalg.solve_triangular(factor, torch.linalg.solve_triangular(factor.mH, b, upper=False), upper=True), x
#### a factor that is computed, or which way round nobody knows
import torch


def step(b: torch.Tensor, x: torch.Tensor, upper: bool):
    return torch.cholesky_solve(b, x @ x.mT), torch.cholesky_solve(b, x, upper=upper)
#### => not shown

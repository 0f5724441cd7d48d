import torch


# fix: unsafe
# run: x=float[4,4] | x=double[3,4,4] | x=float[0,4,4]
def factors(x: torch.Tensor):
    a = x @ x.mT + torch.eye(4, device=x.device, dtype=x.dtype)
    return torch.linalg.cholesky_ex(a).L


# fix: unsafe
# run: x=float[4,4] | x=double[3,4,4] | x=float[0,4,4]
def an_inverse(x: torch.Tensor):
    a = x @ x.mT + torch.eye(4, device=x.device, dtype=x.dtype)
    return torch.linalg.inv_ex(a).inverse


# fix: unsafe
# run: x=float[4,4] | x=double[3,4,4] | x=float[0,4,4]
def a_solution(x: torch.Tensor):
    a = x @ x.mT + torch.eye(4, device=x.device, dtype=x.dtype)
    return torch.linalg.solve_ex(a, x).result


# fix: unsafe
# run: x=float[4,4] | x=double[3,4,4] | x=float[0,4,4]
def an_inverse_by_its_other_names(x: torch.Tensor):
    a = x @ x.mT + torch.eye(4, device=x.device, dtype=x.dtype)
    return torch.linalg.inv_ex(a).inverse, torch.linalg.inv_ex(a).inverse


# fix: unsafe
# run: x=float[4,4] | x=double[3,4,4]
def two_factors(x: torch.Tensor):
    a = x @ x.mT + torch.eye(4, device=x.device, dtype=x.dtype)
    factors, pivots = torch.linalg.lu_factor_ex(a)[:2]
    return factors, pivots

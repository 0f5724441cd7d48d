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

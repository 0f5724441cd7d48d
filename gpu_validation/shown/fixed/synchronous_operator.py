import torch


# fix: suggestion
# run: x=double[3,4,4] b=double[3,4,2] | x=double[2,3,5,5] b=double[2,3,5,1] | x=double[3,4,4] b=double[1,4,2] | x=float[3,4,4] b=float[3,4,2] | x=double[0,4,4] b=double[0,4,2] | x=nan[3,4,4] b=float[3,4,2]
# may differ: rounding strides
def two_systems(x: torch.Tensor, b: torch.Tensor):
    eye = torch.eye(x.shape[-1], device=x.device, dtype=x.dtype)
    factor = x.tril(-1) + eye + eye
    return torch.linalg.solve_triangular(factor.mH, torch.linalg.solve_triangular(factor, b, upper=False), upper=True)


# fix: suggestion
# run: x=double[3,4,4] b=double[3,4,2] | x=double[2,3,5,5] b=double[2,3,5,1] | x=double[3,4,4] b=double[1,4,2] | x=double[0,4,4] b=double[0,4,2]
# may differ: rounding strides
def two_systems_of_an_upper_factor(x: torch.Tensor, b: torch.Tensor):
    eye = torch.eye(x.shape[-1], device=x.device, dtype=x.dtype)
    factor = x.triu(1) + eye + eye
    return torch.linalg.solve_triangular(factor, torch.linalg.solve_triangular(factor.mH, b, upper=False), upper=True)

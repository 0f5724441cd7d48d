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


# fix: suggestion
# run: x=float[4,3] | x=double[5,2] | x=strided[4,3] | x=nan[4,3]
# may differ: rounding strides
def a_mean_under_a_mask(x: torch.Tensor):
    mask = x > -9
    mean = torch.div(torch.where(mask, x, 0).sum(dim=1), mask.expand_as(x).sum(dim=1))
    return mean


# fix: suggestion
# run: x=float[4,3] | x=double[5,7] | x=strided[4,3]
# may differ: rounding strides
def a_covariance(x: torch.Tensor):
    x_centred = x - x.mean(1, keepdim=True)
    covariance = torch.matmul(x_centred, x_centred.mT).div(x_centred.shape[1] - 1)
    return covariance

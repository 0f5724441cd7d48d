import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4] | x=strided[4,3]
# may differ: gradient
def sums(x: torch.Tensor):
    return torch.stack([x.sum(), x.mean()])


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4] | x=strided[4,3]
# may differ: gradient
def of_another_type(x: torch.Tensor):
    return torch.stack([x.sum(), x.mean()]).to(torch.float64)

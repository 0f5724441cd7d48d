import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def between_a_number_and_a_tensor(x: torch.Tensor):
    s = x.detach().max()
    return x.clamp(min=0).clamp(max=s)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def filled(x: torch.Tensor):
    s = x.detach().mean()
    return torch.empty((3, 4), device=x.device, dtype=x.dtype).fill_(s)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def as_a_function(x: torch.Tensor):
    s = x.detach().max()
    return x.clamp(min=0).clamp(max=s), x.clamp(min=-1).clamp(max=s)

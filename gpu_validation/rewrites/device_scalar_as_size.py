import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def between_a_number_and_a_tensor(x: torch.Tensor):
    s = x.detach().max()
    return x.clamp(0, s)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def filled(x: torch.Tensor):
    s = x.detach().mean()
    return torch.full((3, 4), s, device=x.device, dtype=x.dtype)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3] | x=nan[4,3]
def as_a_function(x: torch.Tensor):
    s = x.detach().max()
    return torch.clamp(x, 0, s), torch.clip(x, max=s, min=-1)

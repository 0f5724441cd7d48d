import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[0,3] | x=strided[4,3]
# may differ: device
# not for: nan inf
def to_whole_numbers(x: torch.Tensor):
    return x.type(torch.long)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[0,3] | x=strided[4,3]
# may differ: device
def by_name(x: torch.Tensor):
    return x.type(torch.double)

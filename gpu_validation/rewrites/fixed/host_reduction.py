import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def at_least_one(x: torch.Tensor):
    return (x > 0).sum().clamp(min=1)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3]
# may differ: kind
def at_most(x: torch.Tensor):
    return x.float().sum().clamp(max=0.5)


# fix: unsafe
# run: x=float[4,3] y=float[5] | x=half[4,3] y=half[5] | x=strided[4,3] y=float[2]
# may differ: aliasing
def the_larger(x: torch.Tensor, y: torch.Tensor):
    return torch.maximum(x.sum(), y.sum())


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def any_of_them(x: torch.Tensor):
    return (x.flatten() > 1).any()


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def all_of_them(x: torch.Tensor):
    return (x.flatten() > -1).all()


# fix: unsafe
# run: x=float[4] | x=half[4] | x=int[4] | x=float[0]
# may differ: kind
def any_of_whatever_shape(x: torch.Tensor):
    return (x > 1).any(), (x > -1).all()


# fix: unsafe
# run: x=float[4] | x=float[4,3] | x=half[4] | x=double[2]
# may differ: kind
# not for: nan inf
def between_two_bounds(x: torch.Tensor):
    return x.float().sum().clamp(max=3.0).clamp(min=0.0) * x, x.float().sum().clamp(max=3.0).clamp(min=1)

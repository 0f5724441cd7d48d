import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def at_least_one(x: torch.Tensor):
    return max(1, (x > 0).sum())


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=strided[4,3]
# may differ: kind
def at_most(x: torch.Tensor):
    return min(x.float().sum(), 0.5)


# fix: unsafe
# run: x=float[4,3] y=float[5] | x=half[4,3] y=half[5] | x=strided[4,3] y=float[2]
# may differ: aliasing
def the_larger(x: torch.Tensor, y: torch.Tensor):
    return max(x.sum(), y.sum())


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def any_of_them(x: torch.Tensor):
    return any(x.flatten() > 1)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# may differ: kind
def all_of_them(x: torch.Tensor):
    return all(x.flatten() > -1)


# fix: unsafe
# run: x=float[4] | x=half[4] | x=int[4] | x=float[0]
# may differ: kind
def any_of_whatever_shape(x: torch.Tensor):
    return any(x > 1), all(x > -1)


# fix: unsafe
# run: x=float[4] | x=float[4,3] | x=half[4] | x=double[2]
# may differ: kind
# not for: nan inf
def between_two_bounds(x: torch.Tensor):
    return max(0.0, min(x.float().sum(), 3.0)) * x, max(min(x.float().sum(), 3.0), 1)

import torch


# fix: unsafe
# run: x=float[4,3] n=float[] | x=half[4,3] n=half[] | x=strided[4,3] n=float[] | x=float[0,3] n=float[]
# may differ: strides aliasing
# not for: nan inf
def one_value_or_the_other(x: torch.Tensor, n: torch.Tensor):
    return torch.where(n > 0, x * n, x)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=float[0,3]
def one_assignment_or_the_other(x: torch.Tensor):
    total = x.sum()
    total = torch.where(total > 1, total / 2, total * 2)
    return total


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# not for: nan inf
def an_assertion(x: torch.Tensor):
    torch._assert_async((x < 1000).all(), "too large")
    return x * 2


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=int[4,3] | x=float[0,3]
# may differ: aliasing
def a_number_as_the_condition(x: torch.Tensor):
    n = x.sum()
    return torch.where(n.bool(), n, n * 2)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=float[0,3]
# not for: nan inf
def an_assertion_of_what_is_not(x: torch.Tensor):
    torch._assert_async(torch.logical_not(torch.isnan(x).any()), "not a number")
    return x * 2

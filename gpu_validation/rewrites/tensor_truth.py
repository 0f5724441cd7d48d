import torch


# fix: unsafe
# run: x=float[4,3] n=float[] | x=half[4,3] n=half[] | x=strided[4,3] n=float[] | x=float[0,3] n=float[]
# may differ: strides aliasing
# not for: nan inf
def one_value_or_the_other(x: torch.Tensor, n: torch.Tensor):
    return x * n if n > 0 else x


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=float[0,3]
def one_assignment_or_the_other(x: torch.Tensor):
    total = x.sum()
    if total > 1:
        total = total / 2
    else:
        total = total * 2
    return total


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3]
# not for: nan inf
def an_assertion(x: torch.Tensor):
    assert (x < 1000).all(), "too large"
    return x * 2


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=int[4,3] | x=float[0,3]
# may differ: aliasing
def a_number_as_the_condition(x: torch.Tensor):
    n = x.sum()
    return n if n else n * 2


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=float[0,3]
# not for: nan inf
def an_assertion_of_what_is_not(x: torch.Tensor):
    assert not torch.isnan(x).any(), "not a number"
    return x * 2

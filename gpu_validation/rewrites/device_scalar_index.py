import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=strided[4,3]
# may differ: strides aliasing
def a_row(x: torch.Tensor):
    best = x.sum(1).argmax()
    return x[best]


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=nan[4,3] | x=strided[4,3]
# may differ: strides aliasing
def a_column(x: torch.Tensor):
    best = x.sum(0).argmax()
    return x[:, best]


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_row_stored(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n)
    best = x.sum(1).argmax()
    row = x.mean(0)
    x[best] = row
    return x

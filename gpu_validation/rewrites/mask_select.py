import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3] | x=float[] | x=strided[4,3]
# may differ: rounding
def a_sum(x: torch.Tensor):
    return x[x > 0].sum()


# fix: unsafe
# run: x=float[4,3] | x=half[40,3] | x=strided[4,3] | x=float[0,3]
# may differ: rounding
def an_average(x: torch.Tensor):
    return x[x != 0].mean()


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_stored(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n)
    mask = x > 0
    s = x.min()
    x[mask] = s
    return x


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_filled(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n).half()
    s = x.min()
    return x.masked_fill(x > 0, s)


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_filled_in_place(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n).t()
    s = x.min()
    x.masked_fill_(x > 0, s)
    return x


# fix: unsafe
# run: x=float[4,3] | x=strided[4,3] | x=nan[4,3]
# may differ: rounding
def a_mask_with_a_name(x: torch.Tensor):
    known = ~torch.isnan(x)
    return x[known].mean(), x[torch.isfinite(x)].sum()

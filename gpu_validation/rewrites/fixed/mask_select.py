import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=float[0,3] | x=float[] | x=strided[4,3]
# may differ: rounding
def a_sum(x: torch.Tensor):
    return torch.where(x > 0, x, 0).sum()


# fix: unsafe
# run: x=float[4,3] | x=half[40,3] | x=strided[4,3] | x=float[0,3]
# may differ: rounding
def an_average(x: torch.Tensor):
    return torch.div(torch.where(x != 0, x, 0).sum(), (x != 0).sum())


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_stored(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n)
    mask = x > 0
    s = x.min()
    x.copy_(torch.where(mask, s, x))
    return x


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_filled(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n).half()
    s = x.min()
    return torch.where(x > 0, s, x)


# fix: unsafe
# run: n=5 | n=1 | n=64
def a_scalar_filled_in_place(n: int):
    x = torch.linspace(-1, 1, n * n, device="cuda").reshape(n, n).t()
    s = x.min()
    x.copy_(torch.where(x > 0, s, x))
    return x


# fix: unsafe
# run: x=float[4,3] | x=strided[4,3] | x=nan[4,3]
# may differ: rounding
def a_mask_with_a_name(x: torch.Tensor):
    known = ~torch.isnan(x)
    return torch.div(torch.where(known, x, 0).sum(), known.sum()), torch.where(torch.isfinite(x), x, 0).sum()

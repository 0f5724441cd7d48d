import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=double[0]
def one_size_in_two_places(x: torch.Tensor):
    count = (x > 0).sum()
    grid = torch.arange(count, device=x.device)
    return torch.zeros(count + 1, device=x.device), grid


# fix: suggestion
# proves: fewer waits
# run: x=float[24] | x=half[24] | x=nan[48]
def parts_of_one_tensor(x: torch.Tensor):
    s = torch.full((2,), 2, device=x.device)
    first = x[:4].view(s[0], s[1])
    return first, x.view(s[1], s[0], -1)


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=double[5] y=double[5] | x=nan[40] y=float[40] | x=float[0,3] y=float[0,3]
# may differ: rounding
def a_factor_of_the_GPU(x: torch.Tensor, y: torch.Tensor):
    factor = y.detach().abs().sum() + 1
    return x.add(y, alpha=factor)


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[9] y=half[5] | x=nan[40] y=nan[7] | x=float[0] y=double[1]
def two_sizes(x: torch.Tensor, y: torch.Tensor):
    low = (x > 0).sum()
    high = (y > 0).sum()
    first = torch.arange(low, device=x.device)
    second = torch.zeros(high, device=x.device)
    return first, second


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=double[7] | x=nan[40] | x=float[0]
def filled_from_a_tensor(x: torch.Tensor):
    s = x.detach().sum()
    return torch.full((3,), fill_value=s, dtype=x.dtype, device=x.device)


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[5] y=half[2,3] | x=nan[40] y=nan[7] | x=float[0,3] y=int[6]
def a_size_and_a_mask(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    mask = x > 0
    grid = torch.arange(count, device=x.device)
    rows = x[mask]
    return grid, rows

import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7] | x=strided[9,2] y=float[3]
def one_bound_on_both_sides(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    return x[:count], x[count:]


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7] | x=strided[9,2] y=float[3]
def two_bounds(x: torch.Tensor, y: torch.Tensor):
    low = (y > 0).sum()
    high = (y < 0).sum()
    first = x[:low]
    second = x[:high]
    return first, second


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] box=index[4] | x=half[9,9] box=index[4] | x=nan[40,2] box=index[4]
def a_box(x: torch.Tensor, box: torch.Tensor):
    part = x[box[1] : box[3], box[0] : box[2]] * 2
    z = x.detach().clone()
    z[box[1] : box[3], box[0] : box[2]] = part.detach()
    return z


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[6] | x=half[9] y=half[6] | x=nan[40] y=nan[6]
def bounds_and_a_mask(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    count = mask.sum()
    first = x[:count]
    rows = y[mask]
    return first, rows

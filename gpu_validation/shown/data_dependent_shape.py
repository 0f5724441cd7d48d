import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4] y=float[4] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[1] y=float[1]
def positions_twice(x: torch.Tensor, y: torch.Tensor):
    low = y < 2
    result = x * 1
    result[low.nonzero().squeeze(1)] = y[low.nonzero().squeeze(1)]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[0,3]
def counted_and_selected(x: torch.Tensor):
    positive = x > 0
    rows = positive.nonzero(as_tuple=True)[0]
    return positive.sum().item(), rows, x[positive]

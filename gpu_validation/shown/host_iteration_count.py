import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7]
def rounds_and_rows(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    total = x.sum() * 0
    for i in range(count):
        total = total + i
    return total, x[:count]

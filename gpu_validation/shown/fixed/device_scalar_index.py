import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7] | x=strided[9,2] y=float[3]
def one_bound_on_both_sides(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    count_host = count.cpu()
    return x[:count_host], x[count_host:]


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7] | x=strided[9,2] y=float[3]
def two_bounds(x: torch.Tensor, y: torch.Tensor):
    low = (y > 0).sum()
    high = (y < 0).sum()
    low_host = low.to("cpu", non_blocking=low.is_cuda)
    high_host = high.to("cpu", non_blocking=low.is_cuda)
    if low.is_cuda:
        torch.cuda.current_stream(low.device).synchronize()
    first = x[:low_host]
    second = x[:high_host]
    return first, second

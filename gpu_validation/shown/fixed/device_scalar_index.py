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


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] box=index[4] | x=half[9,9] box=index[4] | x=nan[40,2] box=index[4]
def a_box(x: torch.Tensor, box: torch.Tensor):
    box_0_host, box_1_host, box_2_host, box_3_host = torch.stack((box[0], box[1], box[2], box[3])).cpu()
    part = x[box_1_host : box_3_host, box_0_host : box_2_host] * 2
    z = x.detach().clone()
    z[box_1_host : box_3_host, box_0_host : box_2_host] = part.detach()
    return z


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[6] | x=half[9] y=half[6] | x=nan[40] y=nan[6]
def bounds_and_a_mask(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    count = mask.sum()
    count_host = count.to("cpu", non_blocking=count.is_cuda)
    mask_count = mask.count_nonzero().to("cpu", non_blocking=count.is_cuda)
    if count.is_cuda:
        torch.cuda.current_stream(count.device).synchronize()
    first = x[:count_host]
    rows = y[torch.nonzero_static(mask, size=int(mask_count)).unbind(1)]
    return first, rows

import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[4,3] y=half[4,3] | x=float[0,3] y=float[0,3] | x=nan[4,3] y=float[2]
# not for: nan inf
def one_of_two(x: torch.Tensor, y: torch.Tensor):
    torch._assert_async(torch.logical_not(torch.logical_or((x > 99).any(), (y < -99).any())), "out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] checked=True | x=float[4,3] checked=False | x=float[0,3] checked=True
# not for: nan inf
def only_if_asked_for(x: torch.Tensor, checked: bool):
    if checked:
        torch._assert_async(torch.logical_not((x.abs() > 99).any()), "out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] | x=half[4] | x=double[4]
# not for: nan inf
def both_of_two(x: torch.Tensor):
    torch._assert_async(torch.logical_and(x.min() > -99, x.max() < 99))
    return x + 1


# fix: suggestion
# run: x=float[4,3] limit=99 | x=half[4] limit=50
# not for: nan inf
def with_a_message_that_is_put_together(x: torch.Tensor, limit: int):
    torch._assert_async(x.max() < limit)
    return x + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=float[4,1] | x=nan[7] | x=float[1]
def each_of_them(x: torch.Tensor):
    y = x * 1
    x_list = x.flatten().tolist()
    for i in range(len(x) - 1):
        if x_list[i + 1] > 0:
            y = y + 1
    return y


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3]
def a_guard_and_what_it_guards(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    result = y * 1
    positive_places = torch.where(positive)
    if len(positive_places[0]) > 0:
        result[positive_places] = x[positive_places] * 2
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=double[2,2] | x=int[7]
def two_truths_at_once(x: torch.Tensor):
    low, high = x.min(), x.max()
    if torch.logical_and(low > -3, high < 3):
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] asked=True | x=half[5] asked=True | x=nan[40] asked=True | x=float[4,3] asked=False
def beside_a_test_of_the_host(x: torch.Tensor, asked: bool):
    low, high = x.min(), x.max()
    if asked and (torch.logical_or(low < -100, torch.logical_not(high < 1))):
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[12] | x=half[5] y=half[9] | x=nan[40] y=nan[40] | x=double[0] y=double[3]
def a_count_that_is_tested_first(x: torch.Tensor, y: torch.Tensor):
    count = (x > 0).sum()
    count_host = count.cpu()
    if count_host == 0:
        return y
    return y[:count_host]


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def the_ratio_of_two_norms(x: torch.Tensor, y: torch.Tensor):
    a = torch.norm(x)
    b = torch.norm(y)
    return torch.where(torch.logical_and(a > 0, b > 0), a / b, 1.0)


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def a_sum_or_nothing(x: torch.Tensor, y: torch.Tensor):
    loss = x * y
    loss = torch.where(y.sum() > 0, loss.sum() * 2, loss.sum() * 0)
    return loss


# fix: suggestion
# proves: fewer waits
# run: x=float[4] y=float[5] | x=half[5] y=half[2] | x=nan[40] y=nan[7] | x=int[3] y=double[1]
def a_number_and_a_copy(x: torch.Tensor, y: torch.Tensor):
    steps = y[1:] - y[:-1]
    x_0_0_host = (x[0] == 0).to("cpu", non_blocking=x.is_cuda)
    steps_detach_host = steps.detach().to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    counts = [] if x_0_0_host else [0]
    counts.extend(steps_detach_host.tolist())
    return counts


# fix: suggestion
# proves: fewer waits
# run: x=int[3] y=int[3] | x=int[4] y=int[1] | x=int[0] y=int[2]
def pairs_of_positions(x: torch.Tensor, y: torch.Tensor):
    found = []
    for start in x:
        for end in y:
            end_host = end.cpu()
            start_host = start.cpu()
            if start_host <= 2:
                continue
            if end_host <= 3:
                continue
            if start_host > end_host:
                continue
            found.append((start, end))
    return found


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] e=index[4,2] | x=half[5,2] e=index[5,2] | x=nan[40,3] e=index[40,2] | x=float[1,3] e=index[1,2]
# may differ: rounding
def rows_of_each_choice(x: torch.Tensor, e: torch.Tensor):
    result = torch.zeros_like(x)
    mask = torch.nn.functional.one_hot(e, num_classes=4)
    mask = mask.permute(2, 1, 0)
    mask_counts = mask.sum(dim=(-1, -2)).cpu()
    hits = torch.greater(mask_counts, 0).nonzero()
    for hit in hits:
        hit = hit[0]
        if hit == 3:
            continue
        place, row = torch.nonzero_static(mask[hit], size=int(mask_counts[hit])).unbind(1)
        result.index_add_(0, row, x[row] * (place[:, None] + 1).to(x.dtype))
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,2] y=nan[40] | x=double[1,3] y=float[1]
def a_mask_and_a_number(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    mask_count = mask.count_nonzero().to("cpu", non_blocking=mask.is_cuda)
    y_detach_sum_1_host = (y.detach().sum() < 1).to("cpu", non_blocking=mask.is_cuda)
    if mask.is_cuda:
        torch.cuda.current_stream(mask.device).synchronize()
    rows = x[torch.nonzero_static(mask, size=int(mask_count)).unbind(1)]
    if y_detach_sum_1_host:
        rows = rows * 2
    return rows

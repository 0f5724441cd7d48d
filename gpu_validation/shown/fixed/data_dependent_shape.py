import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4] y=float[4] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[1] y=float[1]
def positions_twice(x: torch.Tensor, y: torch.Tensor):
    low = y < 2
    result = x * 1
    low_places = torch.where(low)
    result[torch.stack(low_places, 1).squeeze(1)] = y[torch.stack(low_places, 1).squeeze(1)]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[0,3]
def counted_and_selected(x: torch.Tensor):
    positive = x > 0
    positive_places = torch.where(positive)
    rows = positive_places[0]
    return len(positive_places[0]), rows, x[positive_places]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[5] y=half[2,3] | x=nan[40] y=nan[7] | x=float[0,3] y=int[6]
def positions_of_two(x: torch.Tensor, y: torch.Tensor):
    x_0_count = (x > 0).count_nonzero().to("cpu", non_blocking=x.is_cuda)
    y_1_count = (y > 1).count_nonzero().to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    first = torch.nonzero_static(x > 0, size=int(x_0_count))
    second = torch.nonzero_static(y > 1, size=int(y_1_count)).unbind(1)
    return first, second[0]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] n=int[4] | x=half[5] n=int[5] | x=nan[7,2] n=int[7] | x=float[0,3] n=int[0]
def repeated_twice(x: torch.Tensor, n: torch.Tensor):
    n = n.flatten()
    wide = n + 1
    n_count = n.sum().to("cpu", non_blocking=n.is_cuda)
    wide_count = wide.sum().to("cpu", non_blocking=n.is_cuda)
    if n.is_cuda:
        torch.cuda.current_stream(n.device).synchronize()
    first = torch.repeat_interleave(x, n, dim=0, output_size=int(n_count))
    second = x.repeat_interleave(wide, 0, output_size=int(wide_count))
    return first, second


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
# run: x=index[40] | x=index[4,3] | x=index[1] | x=index[0]
def counts_of_few_values(x: torch.Tensor):
    return torch.nn.functional.one_hot(x.reshape(-1).long(), 3).sum(0)


# fix: suggestion
# run: x=index[40] | x=int[4,3] | x=int[1] | x=int[0]
def ranks_of_values(x: torch.LongTensor):
    x_sorted = x.flatten().sort().values
    x_rank = torch.cumsum(torch.diff(x_sorted, prepend=x_sorted[:1]) != 0, 0)
    return x_rank[torch.searchsorted(x_sorted, x)]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5,2] | x=nan[7,4] | x=float[1,3]
def positions_of_each_row(x: torch.Tensor):
    positive = x.detach() > 0
    last = torch.zeros(x.shape[0], dtype=torch.long, device=x.device)
    positive_counts = positive.flatten(1).count_nonzero(1).cpu()
    for i in range(x.shape[0]):
        found = torch.nonzero_static(positive[i], size=int(positive_counts[i]))
        last[i] = found[-1, 0] if found.numel() > 0 else 0
    return last


# fix: suggestion
# run: x=index[6] | x=index[1] | x=float[7] | x=int[9]
def how_many_there_are(x: torch.Tensor):
    return torch.diff(x.flatten().sort().values).count_nonzero().add(1) * x


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[0,3] | x=bool[7]
# may differ: rounding
def how_many_there_are(x: torch.Tensor):
    number = torch.count_nonzero(x)
    return x.sum() / number


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[7]
def how_many_are_positive(x: torch.Tensor):
    return (x * 1.0).mean() * torch.count_nonzero(x > 0)

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


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[5] y=half[2,3] | x=nan[40] y=nan[7] | x=float[0,3] y=int[6]
def positions_of_two(x: torch.Tensor, y: torch.Tensor):
    first = (x > 0).nonzero()
    second = torch.where(y > 1)
    return first, second[0]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] n=int[4] | x=half[5] n=int[5] | x=nan[7,2] n=int[7] | x=float[0,3] n=int[0]
def repeated_twice(x: torch.Tensor, n: torch.Tensor):
    n = n.flatten()
    wide = n + 1
    first = torch.repeat_interleave(x, n, dim=0)
    second = x.repeat_interleave(wide, 0)
    return first, second


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] e=index[4,2] | x=half[5,2] e=index[5,2] | x=nan[40,3] e=index[40,2] | x=float[1,3] e=index[1,2]
# may differ: rounding
def rows_of_each_choice(x: torch.Tensor, e: torch.Tensor):
    result = torch.zeros_like(x)
    mask = torch.nn.functional.one_hot(e, num_classes=4)
    mask = mask.permute(2, 1, 0)
    hits = torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()
    for hit in hits:
        hit = hit[0]
        if hit == 3:
            continue
        place, row = torch.where(mask[hit])
        result.index_add_(0, row, x[row] * (place[:, None] + 1).to(x.dtype))
    return result


# fix: suggestion
# run: x=index[40] | x=index[4,3] | x=index[1] | x=index[0]
def counts_of_few_values(x: torch.Tensor):
    return torch.bincount(x.reshape(-1), minlength=3)


# fix: suggestion
# run: x=index[40] | x=int[4,3] | x=int[1] | x=int[0]
def ranks_of_values(x: torch.LongTensor):
    return torch.unique(x, return_inverse=True)[1]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5,2] | x=nan[7,4] | x=float[1,3]
def positions_of_each_row(x: torch.Tensor):
    positive = x.detach() > 0
    last = torch.zeros(x.shape[0], dtype=torch.long, device=x.device)
    for i in range(x.shape[0]):
        found = torch.nonzero(positive[i], as_tuple=False)
        last[i] = found[-1, 0] if found.numel() > 0 else 0
    return last


# fix: suggestion
# run: x=index[6] | x=index[1] | x=float[7] | x=int[9]
def how_many_there_are(x: torch.Tensor):
    return torch.unique(x).numel() * x


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[0,3] | x=bool[7]
# may differ: rounding
def how_many_there_are(x: torch.Tensor):
    number = x.nonzero().size(0)
    return x.sum() / number


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[7]
def how_many_are_positive(x: torch.Tensor):
    return (x * 1.0).mean() * len(torch.nonzero(x > 0))

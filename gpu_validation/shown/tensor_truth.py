import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[4,3] y=half[4,3] | x=float[0,3] y=float[0,3] | x=nan[4,3] y=float[2]
# not for: nan inf
def one_of_two(x: torch.Tensor, y: torch.Tensor):
    if (x > 99).any() or (y < -99).any():
        raise ValueError("out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] checked=True | x=float[4,3] checked=False | x=float[0,3] checked=True
# not for: nan inf
def only_if_asked_for(x: torch.Tensor, checked: bool):
    if checked and (x.abs() > 99).any():
        raise ValueError("out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] | x=half[4] | x=double[4]
# not for: nan inf
def both_of_two(x: torch.Tensor):
    assert x.min() > -99 and x.max() < 99
    return x + 1


# fix: suggestion
# run: x=float[4,3] limit=99 | x=half[4] limit=50
# not for: nan inf
def with_a_message_that_is_put_together(x: torch.Tensor, limit: int):
    assert x.max() < limit, f"larger than {limit}"
    return x + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=float[4,1] | x=nan[7] | x=float[1]
def each_of_them(x: torch.Tensor):
    y = x * 1
    for i in range(len(x) - 1):
        if x[i + 1] > 0:
            y = y + 1
    return y


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3]
def a_guard_and_what_it_guards(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    result = y * 1
    if positive.any():
        result[positive] = x[positive] * 2
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=double[2,2] | x=int[7]
def two_truths_at_once(x: torch.Tensor):
    low, high = x.min(), x.max()
    if low > -3 and high < 3:
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] asked=True | x=half[5] asked=True | x=nan[40] asked=True | x=float[4,3] asked=False
def beside_a_test_of_the_host(x: torch.Tensor, asked: bool):
    low, high = x.min(), x.max()
    if asked and (low < -100 or not high < 1):
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[12] | x=half[5] y=half[9] | x=nan[40] y=nan[40] | x=double[0] y=double[3]
def a_count_that_is_tested_first(x: torch.Tensor, y: torch.Tensor):
    count = (x > 0).sum()
    if count == 0:
        return y
    return y[:count]


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def the_ratio_of_two_norms(x: torch.Tensor, y: torch.Tensor):
    a = torch.norm(x)
    b = torch.norm(y)
    return torch.where(a > 0 and b > 0, a / b, 1.0)


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=double[0] y=double[0] | x=float[] y=float[]
def a_sum_or_nothing(x: torch.Tensor, y: torch.Tensor):
    loss = x * y
    if y.sum() > 0:
        loss = loss.sum() * 2
    else:
        loss = loss.sum() * 0
    return loss


# fix: suggestion
# proves: fewer waits
# run: x=float[4] y=float[5] | x=half[5] y=half[2] | x=nan[40] y=nan[7] | x=int[3] y=double[1]
def a_number_and_a_copy(x: torch.Tensor, y: torch.Tensor):
    steps = y[1:] - y[:-1]
    counts = [] if x[0] == 0 else [0]
    counts.extend(steps.detach().cpu().tolist())
    return counts


# fix: suggestion
# proves: fewer waits
# run: x=int[3] y=int[3] | x=int[4] y=int[1] | x=int[0] y=int[2]
def pairs_of_positions(x: torch.Tensor, y: torch.Tensor):
    found = []
    for start in x:
        for end in y:
            if start <= 2:
                continue
            if end <= 3:
                continue
            if start > end:
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
    hits = torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()
    for hit in hits:
        hit = hit[0]
        if hit == 3:
            continue
        place, row = torch.where(mask[hit])
        result.index_add_(0, row, x[row] * (place[:, None] + 1).to(x.dtype))
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,2] y=nan[40] | x=double[1,3] y=float[1]
def a_mask_and_a_number(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    rows = x[mask]
    if y.detach().sum() < 1:
        rows = rows * 2
    return rows

import math

import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=double[4,1] | x=float[1]
def each_of_them(x: torch.Tensor):
    y = x.detach() * 0
    for i in range(x.shape[0]):
        y = y + int(x[i])
    return y


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=double[4,1] | x=float[1]
def by_item(x: torch.Tensor):
    largest = 0.0
    for i in range(x.shape[0]):
        largest = max(largest, x[i].item())
    return largest


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=half[3] | x=nan[40,2] y=float[7] | x=int[6,2] y=double[1] | x=strided[4,3] y=float[0]
def a_number_and_a_list(x: torch.Tensor, y: torch.Tensor):
    first = int((x > 0).sum())
    rest = y.tolist()
    return first, rest


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[2,3] | x=double[40] | x=float[]
def one_number_in_two_places(x: torch.Tensor):
    largest = x.abs().sum()
    return int(255 * largest), float(1 - largest)


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=double[4,1] | x=float[1] | x=float[0]
# may differ: rounding kind
def added_up(x: torch.Tensor):
    total = 0.0
    for row in x:
        total += row.detach().sum().item()
    return total


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=double[4,1] | x=float[1] | x=nan[7]
# may differ: rounding
def collected(x: torch.Tensor):
    found = []
    for row in x:
        found.append(row.detach().sum().item())
    return found


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=half[3] | x=nan[40,2] y=float[7] | x=strided[4,3] y=float[1] | x=float[0,3] y=double[0]
def a_number_and_a_mask(x: torch.Tensor, y: torch.Tensor):
    mask = x > 0
    total = y.detach().sum().item()
    rows = x[mask]
    return total, rows


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=int[4,3] | x=nan[4,3] | x=inf[5,2] | x=float[1,3] | x=float[0,3]
# may differ: rounding kind
def added_up_in_its_type(x):
    total = 0
    for row in x:
        total += row.detach().sum().item()
    return total


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=int[6] | x=nan[4,3] | x=float[0] | x=double[]
def kept_for_a_sum(x: torch.Tensor):
    correct = torch.zeros((), dtype=torch.long, device=x.device)
    correct = correct + (x > 0).sum().item()
    return correct


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=double[0,2] | x=nan[40] | x=float[]
# may differ: rounding
def a_root_that_is_multiplied(x: torch.Tensor):
    norm = math.sqrt(x.detach().square().sum())
    return x * norm


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[0,3]
# may differ: strides
def counted_and_chosen(x: torch.Tensor):
    positive = x > 0
    count = positive.sum().item()
    rows = positive.nonzero()
    return count, rows


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[5] | x=nan[7] | x=double[4]
def one_and_a_difference(x: torch.Tensor):
    found = []
    if x[0] > 0:
        found.append(1)
    step = (x[1] - x[0]).item()
    return found, step


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[5] | x=nan[7] | x=double[4]
def a_difference_and_one(x: torch.Tensor):
    step = (x[1] - x[0]).item()
    print(step)
    return step, x[0].item()


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=nan[7] | x=double[1]
def numbers_of_a_comprehension(x: torch.Tensor):
    return [one.item() for one in x.flatten()]


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=nan[7] | x=double[1]
def numbers_of_a_loop(x: torch.Tensor):
    found = []
    for one in x.flatten():
        found.append(one.item() + 1)
    return found

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


# fix: suggestion
# proves: fewer waits
# run: x=int[4] y=int[2] | x=int[1] y=int[3] | x=int[0] y=int[2]
def a_list_and_a_count(x: torch.Tensor, y: torch.Tensor):
    few = (y < 3).sum()
    many = (y > 3).sum()
    numbers = x.tolist()
    found = []
    for i in range(few + many):
        found.append(i + len(numbers))
    return found

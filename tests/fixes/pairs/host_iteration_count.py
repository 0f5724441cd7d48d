#### counts
import torch


def step(x: torch.LongTensor):
    n = x.max()
    for i in range(1, n + 1):
        x = x + i
    return [1] * n
#### => nothing
#### a count and a bound
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    total = x.sum() * 0
    for i in range(count):
        total = total + i
    return total, x[:count]
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    total = x.sum() * 0
    count_host = count.cpu()
    for i in range(count_host):
        total = total + i
    return total, x[:count_host]

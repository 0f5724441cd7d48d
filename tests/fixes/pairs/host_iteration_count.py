#### counts
import torch


def step(x: torch.LongTensor):
    n = x.max()
    for i in range(1, n + 1):
        x = x + i
    return [1] * n
#### => nothing

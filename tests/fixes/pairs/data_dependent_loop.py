#### counters
import torch


def step(sizes: torch.LongTensor, total: torch.LongTensor, rows: list):
    done, i = sizes.sum() * 0, 0
    while i < len(rows) and done < total.sum():
        done, i = done + sizes[i], i + 1
    return done
#### => nothing
#### convergence
import torch


def step(x: torch.Tensor):
    while not torch.all(x < 1):
        x = x / 2
    return x
#### => nothing

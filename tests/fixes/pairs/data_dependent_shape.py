#### repeats that are written there
import torch


def step(x: torch.Tensor):
    return x.repeat_interleave(torch.tensor([2, 3, 1]).pin_memory().to(x.device, non_blocking=True), dim=0)  # six rows
#### => safe
import torch


def step(x: torch.Tensor):
    return x.repeat_interleave(torch.tensor([2, 3, 1]).pin_memory().to(x.device, non_blocking=True), dim=0, output_size=6)  # six rows
#### repeats that are a list elsewhere, over several lines
import torch


def step(x: torch.Tensor, lengths):
    x = x.cuda()
    repeats = torch.tensor(lengths).pin_memory().to(x.device, non_blocking=True)
    return torch.repeat_interleave(
        x,  # rows
        repeats,
        dim=0,
    )
#### => unsafe
import torch


def step(x: torch.Tensor, lengths):
    x = x.cuda()
    repeats = torch.tensor(lengths).pin_memory().to(x.device, non_blocking=True)
    return torch.repeat_interleave(
        x,  # rows
        repeats,
        dim=0,
        output_size=sum(lengths),
    )
#### classes by position, and by a parameter
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.LongTensor, num_classes: int):
    best = logits.argmax(dim=-1)
    return F.one_hot(best), F.one_hot(torch.argmax(logits, 1)), F.one_hot( labels )
#### => unsafe
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.LongTensor, num_classes: int):
    best = logits.argmax(dim=-1)
    return F.one_hot(best, num_classes=logits.shape[-1]), F.one_hot(torch.argmax(logits, 1), num_classes=logits.shape[1]), F.one_hot( labels, num_classes=num_classes )
#### nobody knows it on the host
import torch
import torch.nn.functional as F


def step(x: torch.Tensor, repeats: torch.Tensor):
    return x.repeat_interleave(repeats, dim=0)
#### => nothing
#### as many classes as there are, said in so many words
import torch
import torch.nn.functional as F


def step(x: torch.Tensor):
    x = x.cuda()
    return F.one_hot(x.argmax(dim=1), num_classes=-1)
#### => unsafe
import torch
import torch.nn.functional as F


def step(x: torch.Tensor):
    x = x.cuda()
    return F.one_hot(x.argmax(dim=1), num_classes=x.shape[1])
#### distinct values that are counted
import torch


def step(x: torch.Tensor):
    classes = len(torch.unique(x))
    return classes, x.unique().shape[0], torch.unique_consecutive(x.sum(1)).numel() == 1
#### => nothing
#### distinct values, their inverse and their counts
import torch


def step(x: torch.Tensor):
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    return values[inverse], counts
#### => nothing
#### the inverse of something longer
import torch


def step(x: torch.LongTensor):
    _, inverse = torch.unique(-x.abs(), sorted=True, return_inverse=True)
    groups = torch.unique(x, return_inverse=True)[1]
    return inverse + groups
#### => suggestion
import torch


def step(x: torch.LongTensor):
    x_abs_all = -x.abs()
    x_abs_sorted = x_abs_all.flatten().sort().values
    x_abs_rank = torch.cumsum(torch.diff(x_abs_sorted, prepend=x_abs_sorted[:1]) != 0, 0)
    inverse = x_abs_rank[torch.searchsorted(x_abs_sorted, x_abs_all)]
    x_sorted = x.flatten().sort().values
    x_rank = torch.cumsum(torch.diff(x_sorted, prepend=x_sorted[:1]) != 0, 0)
    groups = x_rank[torch.searchsorted(x_sorted, x)]
    return inverse + groups
#### values that are gone through, and others
import torch


def step(labels: torch.LongTensor):
    for label in torch.unique(labels):
        yield labels == label
    present = labels.unique()
    yield present, torch.cat([labels, labels]).unique().cpu().tolist()
#### => nothing
#### by rows
import torch


def step(x: torch.Tensor):
    return torch.unique(x, dim=0)
#### => nothing
#### counted into bins
import torch


def step(experts: torch.LongTensor, num_experts: int):
    return torch.bincount(experts, minlength=num_experts), torch.bincount(experts.reshape(-1), minlength=num_experts)
#### => suggestion
import torch


def step(experts: torch.LongTensor, num_experts: int):
    return experts.new_zeros(num_experts, dtype=torch.long).scatter_add_(0, experts.long(), torch.ones_like(experts, dtype=torch.long)), torch.nn.functional.one_hot(experts.reshape(-1).long(), num_experts).sum(0)
#### positions
import torch


def step(mask: torch.BoolTensor):
    rows, columns = torch.nonzero(mask, as_tuple=True)
    flat = torch.nonzero(mask.flatten(), as_tuple=False)
    return rows, columns, flat, torch.where(mask), torch.argwhere(mask)
#### => nothing
#### positions that are asked for twice
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    low = y > 0
    x[low.nonzero().squeeze()] = y[low.nonzero().squeeze()]
    return x, torch.nonzero(low, as_tuple=True)
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    low = y > 0
    low_places = torch.where(low)
    x[torch.stack(low_places, 1).squeeze()] = y[torch.stack(low_places, 1).squeeze()]
    return x, low_places
#### positions of two masks, and repeats
import torch


def step(x: torch.Tensor, y: torch.Tensor, n: torch.Tensor):
    first = (x > 0).nonzero()
    second = torch.where(y > 1)
    third = torch.repeat_interleave(y, n.flatten(), dim=0)
    return first, second, third
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor, n: torch.Tensor):
    x_0_count = (x > 0).count_nonzero().to("cpu", non_blocking=x.is_cuda)
    y_1_count = (y > 1).count_nonzero().to("cpu", non_blocking=x.is_cuda)
    n_flatten_count = n.flatten().sum().to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    first = torch.nonzero_static(x > 0, size=int(x_0_count))
    second = torch.nonzero_static(y > 1, size=int(y_1_count)).unbind(1)
    third = torch.repeat_interleave(y, n.flatten(), dim=0, output_size=int(n_flatten_count))
    return first, second, third
#### the inverse where NaN may be among the values
import torch


def step(x: torch.Tensor):
    return torch.unique(x, return_inverse=True)[1]
#### => not shown
#### how many there are, and nothing else
import torch

def step(x: torch.Tensor):
    n = x.nonzero().size(0)
    return x.sum() / n, x.mean() * len(torch.nonzero(x > 0))

step(torch.zeros(3, device="cuda"))
#### => suggestion
import torch

def step(x: torch.Tensor):
    n = torch.count_nonzero(x)
    return x.sum() / n, x.mean() * torch.count_nonzero(x > 0)

step(torch.zeros(3, device="cuda"))

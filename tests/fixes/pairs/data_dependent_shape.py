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
#### => suggestion
import torch
import torch.nn.functional as F


def step(x: torch.Tensor, repeats: torch.Tensor):
    return x.repeat_interleave(repeats, dim=0, output_size=output_size)
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

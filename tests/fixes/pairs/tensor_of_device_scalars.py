#### two sums
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.tensor([a.sum(),
                         b.sum()], device=a.device)
#### => unsafe
import torch


def step(a: torch.Tensor, b: torch.Tensor):
    return torch.stack([a.sum(),
                         b.sum()])
#### a number among them
import torch


def step(a: torch.Tensor):
    return torch.tensor([a.sum(), 1.0], device=a.device)
#### => nothing
#### with an element type
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    a = torch.tensor([x.sum(), x.max()], dtype=torch.float64, device=x.device)
    return a, torch.LongTensor([x.sum(), x.max()])
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    a = torch.stack([x.sum(), x.max()]).to(torch.float64)
    return a, torch.stack([x.sum(), x.max()]).to(torch.long)
#### whole numbers become floating ones
import torch


def step(mask: torch.Tensor):
    mask = mask.cuda()
    return torch.Tensor([mask.sum(0).max(), mask.sum(1).max()])
#### => unsafe
import torch


def step(mask: torch.Tensor):
    mask = mask.cuda()
    return torch.stack([mask.sum(0).max(), mask.sum(1).max()]).to(torch.float)
#### numbers for one caller
import torch


def together(values, device):
    return torch.tensor(list(values), device=device)


def step(x: torch.Tensor):
    return together([1, 2, 3], x.device), together([x.sum(), x.max()], x.device)
#### => not shown

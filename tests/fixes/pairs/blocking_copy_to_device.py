#### what a file gave
import torch


def step(path, x: torch.Tensor):
    return torch.load(path, map_location="cpu").float().to(x.device)
#### => nothing
#### a tensor of the host
import torch


def step(x: torch.Tensor):
    weights = (torch.ones(3) + torch.rand(3)).mean(0)
    return x * weights.to(x.device) * (weights + 1).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    weights = (torch.ones(3) + torch.rand(3)).mean(0)
    return x * weights.pin_memory().to(x.device, non_blocking=True) * (weights + 1).pin_memory().to(x.device, non_blocking=True)
#### a conversion would come first, into memory that is not pinned
import torch


def step(x: torch.Tensor):
    x = x * 2
    c = torch.rand(4) + torch.rand(4)
    return c.to("cuda", torch.float64), c.to(x), c.to(dtype=torch.half, device=x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x * 2
    c = torch.rand(4) + torch.rand(4)
    return c.pin_memory().to("cuda", non_blocking=True).to(dtype=torch.float64), c.pin_memory().to(x.device, non_blocking=True).to(dtype=x.dtype), c.pin_memory().to(x.device, non_blocking=True).to(dtype=torch.half)
#### copied into, and a number beside tensors
import torch


def step(x: torch.Tensor):
    x.copy_(torch.rand(3))
    return torch.where(x > 0, torch.tensor(3.0), x)
#### => suggestion
import torch


def step(x: torch.Tensor):
    x.copy_(torch.rand(3).pin_memory(), non_blocking=True)
    return torch.where(x > 0, 3.0, x)
#### a number of whatever element type
import torch


def step(x: torch.Tensor, loss):
    return x + torch.tensor(loss.ignore_index).type_as(x)
#### => suggestion
import torch


def step(x: torch.Tensor, loss):
    return x + x.new_full((), loss.ignore_index)

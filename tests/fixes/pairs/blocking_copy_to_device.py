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
#### the conversion comes first, into memory that is not pinned
import torch


def step(x: torch.Tensor):
    c = torch.rand(4) + torch.rand(4)
    return c.to("cuda", torch.float64)
#### => suggestion
import torch


def step(x: torch.Tensor):
    c = torch.rand(4) + torch.rand(4)
    return c.pin_memory().to("cuda", torch.float64, non_blocking=True)

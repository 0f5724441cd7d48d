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

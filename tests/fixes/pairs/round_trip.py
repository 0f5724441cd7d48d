#### over the host and back
import torch


def step(x: torch.Tensor):
    return x.cuda().cpu().to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x.cuda().to(x.device)

#### functions of the host
import math

import torch


def step(x: torch.Tensor):
    return math.sqrt(x.sum()) + x.mean().item()
#### => suggestion
import math

import torch


def step(x: torch.Tensor):
    return torch.sqrt(x.sum()) + x.mean().detach()

#### of the element type
import torch


def step(x: torch.Tensor):
    scale = torch.ones(3)
    return x.type_as(scale)
#### => nothing

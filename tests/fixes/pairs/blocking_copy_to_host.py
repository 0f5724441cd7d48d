#### of the element type
import torch


def step(x: torch.Tensor):
    scale = torch.ones(3)
    return x.type_as(scale)
#### => nothing
#### below each other, and in one expression
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    a = x.cpu()
    b = (y + 1).to("cpu")
    return a, b
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    x_host = x.to("cpu", non_blocking=x.is_cuda)
    y_1_host = (y + 1).to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    a = x_host
    b = y_1_host
    return a, b
#### of what is made of the first copy, of a changed tensor, or with another type
import torch


def step(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    a = x.cpu()
    y = y + float(a.mean())
    b = y.cpu()
    z.add_(y)
    c = z.to("cpu", torch.float64)
    return a, b, c
#### => not shown

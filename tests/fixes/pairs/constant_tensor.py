#### a float, with a comment and odd spacing
import torch


def step(x: torch.Tensor):
    half = torch.tensor( 0.5 ,device = x.device )  # half of it
    return x * half
#### => safe
import torch


def step(x: torch.Tensor):
    half = torch.full( (), 0.5 ,device = x.device )  # half of it
    return x * half
#### an integer keeps its type
import torch


def step(x: torch.Tensor):
    return x + torch.tensor(1, device="cuda")
#### => safe
import torch


def step(x: torch.Tensor):
    return x + torch.full((), 1, device="cuda")
#### a list of one number
import torch


def step(x: torch.Tensor):
    return torch.tensor([-1.5], device=x.device, dtype=torch.float32)
#### => safe
import torch


def step(x: torch.Tensor):
    return torch.full((1,), -1.5, device=x.device, dtype=torch.float32)
#### moved after it is made, in several lines
import torch


def step(x: torch.Tensor):
    return x * (
        torch.tensor(
            float("inf"),  # no limit yet
        )
        .to(x.device)
    )
#### => safe
import torch


def step(x: torch.Tensor):
    return x * (
        torch.full(
            (),
            float("inf"),  # no limit yet
            device=x.device,
        )
    )
#### by the tensor it is for
import torch


def step(x: torch.Tensor):
    if x.is_floating_point():
        return x - x.new_tensor(2)
#### => safe
import torch


def step(x: torch.Tensor):
    if x.is_floating_point():
        return x - x.new_full((), 2)
#### in a conditional expression in a call in brackets
import torch


def step(x: torch.Tensor, flags):
    return [x, (torch.tensor(0.0, device=x.device) if flags else torch.tensor(1.0, device=x.device))][flags["a"]]
#### => safe
import torch


def step(x: torch.Tensor, flags):
    return [x, (torch.full((), 0.0, device=x.device) if flags else torch.full((), 1.0, device=x.device))][flags["a"]]
#### torch by another name, after a backslash
import torch as th


def step(x: th.Tensor):
    y = \
        th.tensor(0., device=x.device)
    return x + y
#### => safe
import torch as th


def step(x: th.Tensor):
    y = \
        th.full((), 0., device=x.device)
    return x + y
#### the function is imported by itself
from torch import Tensor, tensor


def step(x: Tensor):
    return tensor(0.0, device=x.device)
#### => safe
import torch
from torch import Tensor, tensor


def step(x: Tensor):
    return torch.full((), 0.0, device=x.device)
#### a number that a caller brings may be one of NumPy
import torch


def step(x: torch.Tensor, scale: float):
    return x * torch.tensor(scale, device=x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, scale: float):
    return x * torch.full((), scale, device=x.device)
#### too large for half precision, where tensor makes it infinite and full refuses
import torch


def step(x: torch.Tensor):
    return x + torch.tensor(-1e9, device=x.device, dtype=x.dtype)
#### => unsafe
import torch


def step(x: torch.Tensor):
    return x + torch.full((), -1e9, device=x.device, dtype=x.dtype)
#### the limit of the same type fits
import torch


def step(x: torch.Tensor):
    return torch.tensor(torch.finfo(x.dtype).min, device=x.device, dtype=x.dtype)
#### => safe
import torch


def step(x: torch.Tensor):
    return torch.full((), torch.finfo(x.dtype).min, device=x.device, dtype=x.dtype)
#### it keeps that it wants a gradient
import torch


def step(x: torch.Tensor):
    return torch.tensor(1.0, device=x.device, requires_grad=True)
#### => safe
import torch


def step(x: torch.Tensor):
    return torch.full((), 1.0, device=x.device, requires_grad=True)
#### in a decorator's function and in a lambda
import torch


@torch.no_grad()
def step(x: torch.Tensor):
    return (lambda: torch.tensor(0, device=x.device))()
#### => safe
import torch


@torch.no_grad()
def step(x: torch.Tensor):
    return (lambda: torch.full((), 0, device=x.device))()
#### in an f-string
import torch


def step(x: torch.Tensor):
    return f"{torch.tensor(0.5, device=x.device).shape}"
#### => safe
import torch


def step(x: torch.Tensor):
    return f"{torch.full((), 0.5, device=x.device).shape}"
#### like a tensor of unknown type, and over several lines
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return x.new_tensor(0.5) + torch.tensor(
        1.0,  # one
        device=x.device,
    )
#### => safe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    return x.new_full((), 0.5) + torch.full(
        (),
        1.0,  # one
        device=x.device,
    )
#### a number that takes its own name as a tensor
import torch


def draw(shape, loc=0.0, least=0.0, device="cuda"):
    least = torch.as_tensor(least, device=device, dtype=torch.float64)
    return least.log().sub(loc)
#### => safe
import torch


def draw(shape, loc=0.0, least=0.0, device="cuda"):
    least = torch.full((), least, device=device, dtype=torch.float64)
    return least.log().sub(loc)

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
#### of a module's buffers
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("low", torch.zeros(3))
        self.register_buffer("high", torch.ones(3))

    def forward(self, x: torch.Tensor):
        low = self.low.view(-1).cpu()
        high = self.high.cpu()
        return low, high, x
#### => suggestion
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("low", torch.zeros(3))
        self.register_buffer("high", torch.ones(3))

    def forward(self, x: torch.Tensor):
        low_view_1_host = self.low.view(-1).to("cpu", non_blocking=self.low.is_cuda)
        high_host = self.high.to("cpu", non_blocking=self.low.is_cuda)
        if self.low.is_cuda:
            torch.cuda.current_stream(self.low.device).synchronize()
        low = low_view_1_host
        high = high_host
        return low, high, x
#### of what moves first, from nobody knows where
import torch


class Best(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.low = torch.tensor(float("inf"))
        self.high = torch.tensor(float("-inf"))

    def forward(self, x: torch.Tensor):
        low = (self.low.to(x.device) - x).cpu()
        high = (self.high.to(x.device) - x).cpu()
        return low, high
#### => not shown

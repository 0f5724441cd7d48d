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
    return x * weights.to(x.device, non_blocking=True) * (weights + 1).to(x.device, non_blocking=True)
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
    return c.pin_memory().to("cuda", non_blocking=True).to(dtype=torch.float64), (c.pin_memory() if x.is_cuda else c).to(x.device, non_blocking=True).to(dtype=x.dtype), (c.pin_memory() if x.is_cuda else c).to(x.device, non_blocking=True).to(dtype=torch.half)
#### copied into, and a number beside tensors
import torch


def step(x: torch.Tensor):
    x.copy_(torch.rand(3))
    return torch.where(x > 0, torch.tensor(3.0), x)
#### => suggestion
import torch


def step(x: torch.Tensor):
    x.copy_(torch.rand(3), non_blocking=True)
    return torch.where(x > 0, 3.0, x)
#### a number of whatever element type
import torch


def step(x: torch.Tensor, loss):
    return x + torch.tensor(loss.ignore_index).type_as(x)
#### => suggestion
import torch


def step(x: torch.Tensor, loss):
    return x + x.new_full((), loss.ignore_index)
#### from a loader that the file shows
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters())
    loader = DataLoader(dataset, batch_size=4)
    for image, target in loader:
        image = image.to(device)
        loss = model(image, target)
        loss.backward()
        optimizer.step()
#### => unsafe
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters())
    loader = DataLoader(dataset, batch_size=4, pin_memory=True)
    for image, target in loader:
        image = image.to(device, non_blocking=True)
        loss = model(image, target)
        loss.backward()
        optimizer.step()
#### where it is, only the caller knows
import torch


class Attack:
    def __init__(self, model, device):
        self.model = model
        self.device = device

    def forward(self, images, labels):
        images = images.clone().detach().to(self.device)
        return self.model(images)
#### => nothing
#### large, with a GPU and without one
import torch


def guarded(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.rand(4096, 4096)
    if torch.cuda.is_available():
        return large.to(x.device)
    return large


def anywhere(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.rand(4096, 4096)
    return large.to(x.device) + large[0].to("cuda")
#### => unsafe
import torch


def guarded(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.rand(4096, 4096)
    if torch.cuda.is_available():
        return large.pin_memory().to(x.device, non_blocking=True)
    return large


def anywhere(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.rand(4096, 4096)
    return (large.pin_memory() if x.is_cuda else large).to(x.device, non_blocking=True) + large[0].pin_memory().to("cuda", non_blocking=True)
#### what may have been moved before
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.ones(4096, 4096) + torch.rand(4096, 4096)

    def forward(self, x, limits):
        return x * self.weights.to(x.device) + limits.to(x.device)
#### => nothing

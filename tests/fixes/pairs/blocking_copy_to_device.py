#### what a file gave
import torch


def step(path, x: torch.Tensor):
    return torch.load(path, map_location="cpu").float().to(x.device)
#### => nothing
#### a tensor of the host
import torch


def step(x: torch.Tensor):
    weights = (torch.ones(3) + torch.tensor(2.0)).mean(0)
    return x * weights.to(x.device) * (weights + 1).to(x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    weights = (torch.ones(3) + torch.tensor(2.0)).mean(0)
    return x * weights.to(x.device, non_blocking=True) * (weights + 1).to(x.device, non_blocking=True)
#### a conversion would come first, into memory that is not pinned
import torch


def step(x: torch.Tensor):
    x = x * 2
    c = torch.rand(4) + torch.tensor(2.0)
    return c.to("cuda", torch.float64), c.to(x), c.to(dtype=torch.half, device=x.device)
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x * 2
    c = torch.rand(4) + torch.tensor(2.0)
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
#### => suggestion
import torch


class Attack:
    def __init__(self, model, device):
        self.model = model
        self.device = device

    def forward(self, images, labels):
        images = (images.pin_memory() if images.is_cpu and torch.cuda.is_available() else images).to(self.device, non_blocking=images.is_cpu).clone().detach()
        return self.model(images)
#### large, with a GPU and without one
import torch


def guarded(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.tensor(2.0)
    if torch.cuda.is_available():
        return large.to(x.device)
    return large


def anywhere(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.tensor(2.0)
    return large.to(x.device) + large[0].to("cuda")
#### => unsafe
import torch


def guarded(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.tensor(2.0)
    if torch.cuda.is_available():
        return large.pin_memory().to(x.device, non_blocking=True)
    return large


def anywhere(x: torch.Tensor):
    large = torch.ones(4096, 4096) + torch.tensor(2.0)
    return (large.pin_memory() if x.is_cuda else large).to(x.device, non_blocking=True) + large[0].pin_memory().to("cuda", non_blocking=True)
#### what may have been moved before
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.ones(4096, 4096) + torch.tensor(2.0)

    def forward(self, x, limits):
        return x * self.weights.to(x.device) + limits.to(x.device)
#### => suggestion
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weights", torch.ones(4096, 4096) + torch.tensor(2.0), persistent=False)

    def forward(self, x, limits):
        return x * self.weights.to(x.device) + limits.to(x.device)
#### what is on the host goes through pinned memory, wherever it was
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.tensor([0.1, 0.2])

    def forward(self, x: torch.Tensor, labels: torch.Tensor):
        labels = labels.clone().detach().view(-1).to("cuda")
        x = x.cuda()
        return (x - self.mean.to(x.device)) * labels
#### => suggestion
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.1, 0.2]), persistent=False)

    def forward(self, x: torch.Tensor, labels: torch.Tensor):
        labels = (labels.pin_memory() if labels.is_cpu and torch.cuda.is_available() else labels).to("cuda", non_blocking=labels.is_cpu).clone().detach().view(-1)
        x = (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).cuda(non_blocking=x.is_cpu)
        return (x - self.mean.to(x.device)) * labels
#### a conversion comes last, behind what came before the copy
import torch


def step(x: torch.Tensor):
    return x.t().double().to("cuda", torch.float32)
#### => suggestion
import torch


def step(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu).t().double().to(dtype=torch.float32)
#### what is computed gets a name first, where it is evaluated first
import torch


def stacked(x: torch.Tensor):
    return torch.stack([x, x]).to("cuda") + 1


def behind_something(x: torch.Tensor, draw):
    return draw() + torch.stack([x, x]).to("cuda")
#### => suggestion
import torch


def stacked(x: torch.Tensor):
    torch_stack_x_x_there = torch.stack([x, x])
    return (torch_stack_x_x_there.pin_memory() if torch_stack_x_x_there.is_cpu and torch.cuda.is_available() else torch_stack_x_x_there).to("cuda", non_blocking=torch_stack_x_x_there.is_cpu) + 1


def behind_something(x: torch.Tensor, draw):
    return draw() + torch.stack([x, x]).to("cuda")
#### a long expression gets a name of its own
import torch


def stacked(images: torch.Tensor, more_images: torch.Tensor):
    return torch.stack([images, more_images, images, more_images]).to("cuda")
#### => suggestion
import torch


def stacked(images: torch.Tensor, more_images: torch.Tensor):
    tensor_there = torch.stack([images, more_images, images, more_images])
    return (tensor_there.pin_memory() if tensor_there.is_cpu and torch.cuda.is_available() else tensor_there).to("cuda", non_blocking=tensor_there.is_cpu)
#### an element that is computed is named once
import torch


def step(limits: torch.Tensor, i: int):
    limits = limits.cpu()
    return limits[[i, i + 1]].to("cuda", torch.float64)
#### => suggestion
import torch


def step(limits: torch.Tensor, i: int):
    limits = limits.cpu()
    limits_i_i_1_there = limits[[i, i + 1]]
    return (limits_i_i_1_there.pin_memory() if limits_i_i_1_there.is_cpu and torch.cuda.is_available() else limits_i_i_1_there).to("cuda", non_blocking=limits_i_i_1_there.is_cpu).to(dtype=torch.float64)
#### what is expanded is moved before: pinned memory cannot have its layout
import torch


def step(x: torch.Tensor, other: torch.Tensor):
    x = x.cpu() + 1
    return x.expand_as(other).to(other.device)
#### => suggestion
import torch


def step(x: torch.Tensor, other: torch.Tensor):
    x = x.cpu() + 1
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to(other.device, non_blocking=x.is_cpu).expand_as(other)
#### gaps between elements are closed first
import torch


def columns(x: torch.Tensor, n: int):
    x = x[:, :n].unsqueeze(0)
    return x.to("cuda")


def every_other_row(x: torch.Tensor):
    return x[::2].to("cuda")


def narrowed(x: torch.Tensor, n: int):
    part = x.narrow(1, 0, n)
    return part.to("cuda")


def rows(x: torch.Tensor, n: int):
    x = x[:n].permute(1, 0)
    return x.to("cuda")


def closed(x: torch.Tensor, n: int):
    x = x[:, :n]
    x = x.contiguous()
    return x.to("cuda")


def picked(x: torch.Tensor, places: list[int]):
    x = x[:, places]
    return x.to("cuda")
#### => suggestion
import torch


def columns(x: torch.Tensor, n: int):
    x = x[:, :n].unsqueeze(0)
    return (x.contiguous().pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu)


def every_other_row(x: torch.Tensor):
    x_2_there = x[::2]
    return (x_2_there.contiguous().pin_memory() if x_2_there.is_cpu and torch.cuda.is_available() else x_2_there).to("cuda", non_blocking=x_2_there.is_cpu)


def narrowed(x: torch.Tensor, n: int):
    part = x.narrow(1, 0, n)
    return (part.contiguous().pin_memory() if part.is_cpu and torch.cuda.is_available() else part).to("cuda", non_blocking=part.is_cpu)


def rows(x: torch.Tensor, n: int):
    x = x[:n].permute(1, 0)
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu)


def closed(x: torch.Tensor, n: int):
    x = x[:, :n]
    x = x.contiguous()
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu)


def picked(x: torch.Tensor, places: list[int]):
    x = x[:, places]
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu)
#### what is named on the way from the loader
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    optimizer = torch.optim.SGD(model.parameters())
    for epoch in range(4):
        loader = DataLoader(dataset, batch_size=4)
        for i, batch in enumerate(loader, 1):
            image, target = batch["image"], batch["target"]
            image = image.to(device)
            loss = model(image, epoch)
            loss.backward()
            optimizer.step()
#### => unsafe
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    optimizer = torch.optim.SGD(model.parameters())
    for epoch in range(4):
        loader = DataLoader(dataset, batch_size=4, pin_memory=True)
        for i, batch in enumerate(loader, 1):
            image, target = batch["image"], batch["target"]
            image = image.to(device, non_blocking=True)
            loss = model(image, epoch)
            loss.backward()
            optimizer.step()
#### what is computed from a batch is not what the loader pins
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    optimizer = torch.optim.SGD(model.parameters())
    loader = DataLoader(dataset, batch_size=4)
    for image, target in loader:
        image = image * 2
        loss = model(image.to(device))
        loss.backward()
        optimizer.step()
#### => unsafe
import torch
from torch.utils.data import DataLoader


def train(model, dataset, device):
    optimizer = torch.optim.SGD(model.parameters())
    loader = DataLoader(dataset, batch_size=4)
    for image, target in loader:
        image = image * 2
        loss = model((image.pin_memory() if torch.cuda.is_available() else image).to(device, non_blocking=True))
        loss.backward()
        optimizer.step()
#### a constant that a module keeps as a plain attribute
import torch
from torch import nn

class Scaled(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table

    def forward(self, x):
        return x * self.table.to(x.device)

Scaled(torch.rand(3) + torch.tensor(2.0)).cuda()(torch.zeros(3, device="cuda"))
#### => suggestion
import torch
from torch import nn

class Scaled(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.register_buffer("table", table, persistent=False)

    def forward(self, x):
        return x * self.table.to(x.device)

Scaled(torch.rand(3) + torch.tensor(2.0)).cuda()(torch.zeros(3, device="cuda"))

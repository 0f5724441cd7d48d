#### sizes
import torch


def step(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, device=x.device, dtype=torch.long), torch.as_tensor([1, 2], device=x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, dtype=torch.long, pin_memory=x.is_cuda).to(x.device, non_blocking=True), torch.as_tensor([1, 2]).to(x.device, non_blocking=True)
#### over several lines, and in two steps
import torch


def step(x: torch.Tensor, data: list[int]):
    x = x.cuda()
    a = torch.tensor(
        [1, 2, 3],  # three
        dtype=torch.float,
        device=x.device,
    )
    return a, torch.tensor(data).to(x.device), torch.LongTensor(data).cuda(), x.new_tensor([1.0, 2.0])
#### => unsafe
import torch


def step(x: torch.Tensor, data: list[int]):
    x = x.cuda()
    a = torch.tensor(
        [1, 2, 3],  # three
        dtype=torch.float,
    ).to(x.device, non_blocking=True)
    return a, torch.tensor(data).pin_memory().to(x.device, non_blocking=True), torch.LongTensor(data).pin_memory().cuda(non_blocking=True), torch.tensor([1.0, 2.0], dtype=x.dtype).to(x.device, non_blocking=True)
#### in two ways
import torch


def build(data, device):
    return torch.tensor(data, device=device)


def step(x: torch.Tensor, y: float):
    return build([1.0, 2.0], x.device) + build([y, y], x.device)
#### => unsafe
import torch


def build(data, device):
    return torch.tensor(data).to(device, non_blocking=True)


def step(x: torch.Tensor, y: float):
    return build([1.0, 2.0], x.device) + build([y, y], x.device)
#### an array of NumPy cannot be pinned where a tensor is made of it
import numpy as np
import torch


def step(x: torch.Tensor, rows: list[float]):
    return x + torch.tensor(np.asarray(rows), device=x.device)
#### => nothing
#### an array, which cannot be pinned where a tensor is made of it, behind what does nothing
import numpy as np
import torch


def step(x: torch.Tensor, rows: list[float]):
    return torch.nn.Parameter(x.abs(), False), x + torch.tensor(np.asarray(rows), dtype=x.dtype, device=x.device)


def next_step(x: torch.Tensor, rows: list[float]):
    return torch.index_select(x, 0, torch.as_tensor(np.asarray(rows), device=x.device))
#### => suggestion
import numpy as np
import torch


def step(x: torch.Tensor, rows: list[float]):
    return torch.nn.Parameter(x.abs(), False), x + torch.tensor(np.asarray(rows), dtype=x.dtype, device=x.device)


def next_step(x: torch.Tensor, rows: list[float]):
    tensor_there = torch.as_tensor(np.asarray(rows))
    return torch.index_select(x, 0, (tensor_there.pin_memory() if tensor_there.is_cpu and torch.cuda.is_available() else tensor_there).to(x.device, non_blocking=tensor_there.is_cpu))
#### what TorchScript takes
import torch


def step(x: torch.Tensor, sizes: list[int], y: torch.Tensor):
    if torch.jit.is_scripting():
        return x
    device = y.device
    return torch.tensor(sizes, device=x.device), torch.tensor(sizes, dtype=torch.long, device=device), x[sizes]
#### => unsafe
import torch


def step(x: torch.Tensor, sizes: list[int], y: torch.Tensor):
    if torch.jit.is_scripting():
        return x
    device = y.device
    return (torch.tensor(sizes).pin_memory() if x.is_cuda else torch.tensor(sizes)).to(x.device, non_blocking=True), (torch.tensor(sizes, dtype=torch.long).pin_memory() if y.is_cuda else torch.tensor(sizes, dtype=torch.long)).to(device, non_blocking=True), x[sizes]
#### numbers for one caller, tensors of the GPU for another
import torch


def kept(values, device):
    return torch.tensor(list(values), device=device)


def step(x: torch.Tensor):
    return kept([1, 2, 3], x.device), kept([x.sum(), x.max()], x.device)
#### => nothing
#### at the level of a module, which nobody calls
import torch

device = torch.device("cuda")
weights = torch.tensor([[0.5] * 64] * 4096, device=device)
assert weights.isfinite().all()
#### => unsafe
import torch

device = torch.device("cuda")
weights = torch.tensor([[0.5] * 64] * 4096, pin_memory=torch.cuda.is_available()).to(device, non_blocking=True)
torch._assert_async(weights.isfinite().all())

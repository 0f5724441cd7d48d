#### a list
import torch


def step():
    parts = [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]
    host = [y.to("cpu") for y in parts]  # both
    return host
#### => suggestion
import torch


def step():
    parts = [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]
    host = [y.to("cpu", non_blocking=True) for y in parts]  # both
    torch.cuda.current_stream().synchronize()
    return host
#### given back, under keys, as arrays, over several lines
import torch


def step():
    parts = {"a": torch.ones(4, device="cuda"), "b": torch.zeros(4, device="cuda")}
    return {
        name: part.cpu().numpy()
        for name, part in parts.items()
    }
#### => nothing
#### appended in a loop
import torch


def step():
    out = []
    for y in [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]:
        out.append(y.cpu())
    return out
#### => suggestion
import torch


def step():
    out = []
    for y in [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]:
        out.append(y.to("cpu", non_blocking=True))
    torch.cuda.current_stream().synchronize()
    return out
#### looked at as the list is made, or by what it is handed to
import torch


def step():
    parts = [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]
    rows = [y.cpu().tolist() for y in parts]
    return rows, sum([y.cpu() for y in parts])
#### => nothing
#### handed on at once
import torch


def step(xs: list[torch.Tensor], processor):
    return processor(images=[x.cpu() for x in xs], padding=True)
#### => nothing

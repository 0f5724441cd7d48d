#### functions of the host
import math

import torch


def step(x: torch.Tensor):
    return math.sqrt(x.sum()) + x.mean().item()
#### => nothing
#### what computes with it takes a tensor
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    scale = x.abs().max().item()
    return x / scale
#### => suggestion
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    scale = x.abs().max().detach()
    return x / scale
#### the memory is written before the last use
import torch


def slope(f: torch.nn.Module, x: torch.Tensor):
    x = x.cuda()
    old = x[2].item()
    x[2, ...] = old + 0.5
    after = f(x)
    x[2, ...] = old
    return after - f(x)
#### => suggestion
import torch


def slope(f: torch.nn.Module, x: torch.Tensor):
    x = x.cuda()
    old = x[2].detach().clone()
    x[2, ...] = old + 0.5
    after = f(x)
    x[2, ...] = old
    return after - f(x)
#### numbers stay numbers
import torch


def step(x: torch.Tensor, names: list):
    x = x.cuda()
    n = x.long().max().item()
    print(f"{x.mean().item():.2f}", names[int(x.sum())])
    if x.min().item() > 0:
        return n
    return float(x.mean()) * 2
#### => nothing
#### added up in a loop
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = 0.0
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept += torch.nn.functional.softplus(out).mean().item()
    return kept
#### => suggestion
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = 0.0
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept += torch.nn.functional.softplus(out).mean().detach().double()
    kept = float(kept)
    return kept
#### whole numbers added up in a loop
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = 0
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept += (out.argmax(1) == 3).sum().item()
    return kept
#### => suggestion
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = 0
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept += (out.argmax(1) == 3).sum().detach()
    kept = int(kept)
    return kept
#### collected in a loop
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = []
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept.append(out.mean().item())
    return kept
#### => suggestion
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    kept = []
    for i in range(9):
        out = model(torch.ones(4, 8, device="cuda"))
        kept.append(out.mean().detach())
    kept = torch.stack(kept).flatten().tolist() if kept else []
    return kept
#### what the loop looks at is read in it
import torch


def evaluate(model: torch.nn.Module):
    model = model.cuda()
    total = 0.0
    for i in range(9):
        total += model(torch.ones(4, 8, device="cuda")).float().sum().item()
        if total > 5:
            return total
    return total
#### => nothing
#### added up from a whole number, of whatever the elements are
import torch


def evaluate(losses: torch.Tensor):
    losses = losses.cuda()
    total = 0
    for i in range(9):
        total += losses[i].sum().item()
    return total
#### => suggestion
import torch


def evaluate(losses: torch.Tensor):
    losses = losses.cuda()
    total = 0
    for i in range(9):
        total += losses[i].sum().detach()
    total = torch.as_tensor(total).item()
    return total
#### a number that decides
import torch


def step(loss: torch.Tensor, a: torch.Tensor):
    loss, a = loss.cuda().sum(), a.cuda().flatten()
    if loss.item() > 0.5:
        scaled = a * 2
    else:
        scaled = a
    if loss.item() > 3:
        print("large")
    return scaled
#### => suggestion
import torch


def step(loss: torch.Tensor, a: torch.Tensor):
    loss, a = loss.cuda().sum(), a.cuda().flatten()
    scaled = torch.where(loss > 0.5, a * 2, a)
    if loss.item() > 3:
        print("large")
    return scaled
#### each element of a loop is read before it
import torch


def step(x: torch.Tensor, counts: torch.Tensor):
    out = []
    for i in range(len(counts)):
        out.append(x[: int(counts[i])])
    return out
#### => suggestion
import torch


def step(x: torch.Tensor, counts: torch.Tensor):
    out = []
    counts_list = counts.flatten().tolist()
    for i in range(len(counts)):
        out.append(x[: int(counts_list[i])])
    return out
#### a number and a list are queued together
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    first = int((x > 0).sum())
    rest = y.tolist()
    return first, rest
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    x_0_sum_host = (x > 0).sum().to("cpu", non_blocking=x.is_cuda)
    y_host = y.to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    first = int(x_0_sum_host)
    rest = y_host.tolist()
    return first, rest
#### the second depends on the first, or something may happen in between
import torch


def step(x: torch.Tensor, y: torch.Tensor, model):
    first = int((x > 0).sum())
    rest = y[:first].tolist()
    model.step(x)
    last = x.tolist()
    return first, rest, last
#### => not shown
#### behind a test that may leave
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    first = int((x > 0).sum())
    if first > len(y):
        return first, None
    return first, y.tolist()
#### => not shown
#### the elements of a tensor, one by one
import torch


def step(x: torch.Tensor):
    found = []
    for one in x.flatten():
        found.append(one.item() + 1)
    return found, [one.item() for one in x.flatten()]
#### => suggestion
import torch


def step(x: torch.Tensor):
    found = []
    for one in x.flatten().tolist():
        found.append(one + 1)
    return found, [one for one in x.flatten().tolist()]

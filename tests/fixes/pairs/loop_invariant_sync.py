#### a number in arithmetic, with a comment
import torch


def step(layers, x):
    scale = torch.full((), 2.0, device="cuda")
    for layer in layers:  # each
        x = layer(x) * ( scale.item() )  # the factor
    return x
#### => unsafe
import torch


def step(layers, x):
    scale = torch.full((), 2.0, device="cuda")
    scale_value = scale.item()
    for layer in layers:  # each
        x = layer(x) * ( scale_value )  # the factor
    return x
#### an assignment of its own goes as it is, out of both loops
import torch


def step(rows, columns):
    scale = torch.full((), 2.0, device="cuda")
    total = 0.0
    for row in rows:
        for column in columns:
            # the factor
            factor = scale.item()
            total += row[column] * factor
    return total
#### => unsafe
import torch


def step(rows, columns):
    scale = torch.full((), 2.0, device="cuda")
    total = 0.0
    # the factor
    factor = scale.item()
    for row in rows:
        for column in columns:
            total += row[column] * factor
    return total
#### the truth of it, and sizes in a comprehension over several lines
import torch


def step(q, k, v, lengths: torch.Tensor):
    flag = torch.full((), True, device="cuda")
    parts = [
        torch.split(tensor, lengths.tolist(), dim=2) for tensor in (q, k, v)
    ]
    while len(parts) < 9:
        if flag:
            parts.append(q)
        else:
            parts.append(v)
    return parts
#### => unsafe
import torch


def step(q, k, v, lengths: torch.Tensor):
    flag = torch.full((), True, device="cuda")
    lengths_list = lengths.tolist()
    parts = [
        torch.split(tensor, lengths_list, dim=2) for tensor in (q, k, v)
    ]
    flag_is_true = bool(flag)
    while len(parts) < 9:
        if flag_is_true:
            parts.append(q)
        else:
            parts.append(v)
    return parts
#### a tensor that each iteration only reads
import torch


def step(rows, take):
    mask = torch.arange(3, device="cuda") > 0
    total = 0
    for row in rows:
        places = mask.nonzero()
        total += take(row, places)
    return total
#### => suggestion
import torch


def step(rows, take):
    mask = torch.arange(3, device="cuda") > 0
    total = 0
    mask_nonzero_value = mask.nonzero()
    for row in rows:
        places = mask_nonzero_value
        total += take(row, places)
    return total
#### a tensor that each iteration keeps, or writes
import torch
import torch.distributed as dist


def step(rows, take, device):
    mask = torch.arange(3, device="cuda") > 0
    out, more, kept = [], {}, None
    for row in rows:
        out.append(mask.nonzero())
    for row in rows:
        places = mask.nonzero()
        places += row
        take(places)
    for row in rows:
        chosen = mask.nonzero()
        more.update({row: chosen})
    for row in rows:
        last = mask.nonzero()
        kept = last
    for row in rows:
        dist.all_reduce(mask.nonzero())
    both = [mask.nonzero() for row in rows]
    dist.all_gather(both, mask)
    return out, more, kept
#### => nothing
#### in a branch, behind an `and`, after a way out, in a `with`
import torch


def step(rows, scale: torch.Tensor, wanted):
    scale = scale.cuda()
    total = 0.0
    for row in rows:
        if row is not None:
            total += row * scale.item()
    for row in rows:
        total += wanted and scale.item()
    for row in rows:
        with torch.inference_mode():
            total += scale.item()
    for row in rows:
        if row is None:
            continue
        total += scale.item()
    return total
#### => nothing
#### under another name the loop writes the tensor
import torch


def bump(t):
    t.add_(1)


def step(x: torch.Tensor, n: int):
    x = x.cuda()
    total, same = x.sum(), x.mean()
    other = same
    bag = [total]
    view = x.view(-1)
    out = 0.0
    for i in range(n):
        out += i * total.item()
        for one in bag:
            one.mul_(2)
    for i in range(n):
        out += i * same.item()
        other += 1
    for i in range(n):
        out += i * x.sum().item()
        view.zero_()
    for i in range(n):
        out += i * x.sum().item()
        bump(view)
    return out
#### => nothing
#### a name that has a value before the loop keeps it where the loop does not run
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda().sum()
    factor = 1.0
    for i in range(n):
        factor = x.item()
    return factor
#### => unsafe
import torch


def step(x: torch.Tensor, n: int):
    x = x.cuda().sum()
    factor = 1.0
    x_value = x.item()
    for i in range(n):
        factor = x_value
    return factor
#### a parameter that the optimiser changes
import torch


def train(batches, w: torch.Tensor):
    w = w.cuda().clone().requires_grad_()
    optimizer = torch.optim.SGD([w], lr=0.1)
    norms = []
    for x in batches:
        norms.append(w.norm().item())
        optimizer.zero_grad()
        (x @ w).mean().backward()
        optimizer.step()
    return norms
#### => nothing
#### another sample each time
import torch


def step(x: torch.Tensor, low: torch.Tensor, high: torch.Tensor):
    prior = torch.distributions.Uniform(low.cuda(), high.cuda(), validate_args=False)
    for _ in range(9):
        x = x + prior.sample((4,)).cpu()
    return x
#### => nothing

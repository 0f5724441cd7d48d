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
#### a tensor that each iteration gets anew
import torch


def step(rows):
    mask = torch.arange(3, device="cuda") > 0
    out = []
    for row in rows:
        out.append(mask.nonzero())
    return out
#### => suggestion
import torch


def step(rows):
    mask = torch.arange(3, device="cuda") > 0
    out = []
    mask_nonzero_value = mask.nonzero()
    for row in rows:
        out.append(mask_nonzero_value)
    return out
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

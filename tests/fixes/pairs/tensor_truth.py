#### a value
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    return x / n if n > 0 else x
#### => unsafe
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    return torch.where(n > 0, x / n, x)
#### an assignment on both ways
import torch


def step(x: torch.Tensor):
    total = x.sum()
    if total > 1:
        total = total / 2
    else:
        total = total * 2
    return total
#### => unsafe
import torch


def step(x: torch.Tensor):
    total = x.sum()
    total = torch.where(total > 1, total / 2, total * 2)
    return total
#### an assertion
import torch


def step(x: torch.Tensor):
    assert torch.isfinite(x).all(), "not finite"  # checked
    return x
#### => unsafe
import torch


def step(x: torch.Tensor):
    torch._assert_async(torch.isfinite(x).all(), "not finite")  # checked
    return x
#### something happens on one way, a comment stands in between, numbers come out
import torch


def step(x: torch.Tensor, log):
    total = x.sum()
    if total > 1:
        total = log(total)
    else:
        total = total * 2
    if total > 3:
        total = total / 2  # halved
    else:
        total = total * 2
    return total, 1 if total > 0 else 0
#### => nothing
#### a check that raises, a negation, a way out
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    if n > 3:
        raise ValueError("too many")
    if not x.isfinite().all():
        x = x * 0
    if n < 0:
        return x
    return x + 1
#### => suggestion
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    torch._assert_async(torch.logical_not(n > 3), "too many")
    if not x.isfinite().all():
        x = x * 0
    if n < 0:
        return x
    return x + 1
#### a number as the condition, and a check for what must not be
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    n = x.sum()
    assert not torch.isnan(x).any(), "not a number"  # first of all
    return n if n else n * 2
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    n = x.sum()
    torch._assert_async(torch.logical_not(torch.isnan(x).any()), "not a number")  # first of all
    return torch.where(n.bool(), n, n * 2)
#### a bool
import torch


def step(x: torch.Tensor):
    return bool((x > 0).all())
#### => nothing
#### a check that something holds, and branches of other shapes
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    if not (x > 0).all():
        raise ValueError("not positive")
    if x.sum() > 1:
        x = torch.cat([x, x])
    return x
#### => suggestion
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    torch._assert_async((x > 0).all(), "not positive")
    if x.sum() > 1:
        x = torch.cat([x, x])
    return x
#### sets are compared on the host
import torch


def step(order: torch.Tensor, keys):
    order = order.cuda()
    if not set(order) == keys:
        raise ValueError("other keys")
#### => nothing

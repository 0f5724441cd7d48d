#### a value
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    return x * n if n > 0 else x
#### => unsafe
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    return torch.where(n > 0, x * n, x)
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
#### a quotient, whose gradient is NaN where zero divides
import torch


def step(x: torch.Tensor, n: torch.Tensor):
    return x / n if n > 0 else x
#### => nothing
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
#### an error that one of two asks for, and the host too
import torch


def step(x: torch.Tensor, checked: bool):
    if (x > 1).any() or not (x >= 0).all():
        raise ValueError("not in range")
    if checked and torch.isnan(x).any():
        raise ValueError(f"NaN among {x.shape}")
    return x
#### => suggestion
import torch


def step(x: torch.Tensor, checked: bool):
    torch._assert_async(torch.logical_not(torch.logical_or((x > 1).any(), torch.logical_not((x >= 0).all()))), "not in range")
    if checked:
        torch._assert_async(torch.logical_not(torch.isnan(x).any()))
    return x
#### two things asserted, and a message that is put together
import torch


def step(x: torch.Tensor, largest: float):
    assert (x > 0).all() and (x < 2).all(), "not in range"
    assert x.max() < largest, f"larger than {largest}"
    return x
#### => suggestion
import torch


def step(x: torch.Tensor, largest: float):
    torch._assert_async(torch.logical_and((x > 0).all(), (x < 2).all()), "not in range")
    torch._assert_async(x.max() < largest)
    return x
#### an error that is caught stays where it is
import torch


def step(x: torch.Tensor):
    try:
        if (x > 1).any() or (x < 0).any():
            raise ValueError("not in range")
    except ValueError:
        return x.clamp(0, 1)
    return x
#### => nothing
#### each element of a loop is read before it
import torch


def step(x: torch.Tensor, sigmas: torch.Tensor):
    for i in range(len(sigmas) - 1):
        if sigmas[i + 1] == 0:
            x = x * 2
        x = x - sigmas[i]
    return x
#### => suggestion
import torch


def step(x: torch.Tensor, sigmas: torch.Tensor):
    sigmas_list = sigmas.flatten().tolist()
    for i in range(len(sigmas) - 1):
        if sigmas_list[i + 1] == 0:
            x = x * 2
        x = x - sigmas[i]
    return x
#### not where the elements change, where all of it is handed on, or beside a fraction
import torch


def step(x: torch.Tensor, sigmas: torch.Tensor, model):
    for i in range(3):
        if sigmas[i] == 0:
            sigmas[i, ...] = 1
    for i in range(3):
        if x[i] > 0:
            model(x)
    y = x * 2
    for i in range(3):
        if y[i] > 0.1:
            x = x * 2
    return x
#### => nothing
#### a dictionary is compared on the host
import torch


def step(x: torch.Tensor, result):
    assert result[3] == {"a": [4, 5]}
    assert (x > 0).all() == {"a": 1}
    return x
#### => nothing
#### a guard, and what it guards, ask for the same places
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = x > 1
    if mask.any():
        y = y + x[mask].max()
    if not mask.any():
        y = y * 2
    return y
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = x > 1
    mask_places = torch.where(mask)
    if len(mask_places[0]) > 0:
        y = y + x[mask_places].max()
    if len(mask_places[0]) == 0:
        y = y * 2
    return y
#### two truths at once, also beside one of the host
import torch


def step(x: torch.Tensor, limit: float | None):
    low, high = x.min(), x.max()
    if low > 0 and high < 1:
        x = x * 2
    elif limit is not None and (low < -limit or not high < limit):
        x = x * 3
    return x
#### => suggestion
import torch


def step(x: torch.Tensor, limit: float | None):
    low, high = x.min(), x.max()
    if torch.logical_and(low > 0, high < 1):
        x = x * 2
    elif limit is not None and (torch.logical_or(low < -limit, torch.logical_not(high < limit))):
        x = x * 3
    return x
#### the mask's own answer goes on
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = x > 1
    low = x[mask].min()
    found = mask.any() and y
    return low, found
#### => not shown
#### what one test says lets another be asked, or the value itself is used
import torch


def step(x: torch.Tensor, change):
    y = x.mean()
    if y > 0 and change(y) > 0:
        x = x * 2
    if y > 1 and x[x > y].min() > 2:
        x = x * 3
    return x.sum(1) or y
#### => not shown
#### a count that is tested before it is a bound
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (x > 0).sum()
    if count == 0:
        return y
    return y[:count]
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    count = (x > 0).sum()
    count_host = count.cpu()
    if count_host == 0:
        return y
    return y[:count_host]
#### a number for some caller
import torch


def checked(count):
    if count < 2:
        raise ValueError("too few")
    return count * 2


def step(x: torch.Tensor):
    return checked(x.size(0)), checked(x.sum())
#### => not shown

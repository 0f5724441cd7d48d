#### a sum over what is positive
import torch


def step(x: torch.Tensor):
    return x[x > 0].sum() + torch.sum(x[~(x == 1)])
#### => unsafe
import torch


def step(x: torch.Tensor):
    return torch.where(x > 0, x, 0).sum() + torch.sum(torch.where(~(x == 1), x, 0))
#### an average
import torch


def step(x: torch.Tensor):
    return 2 * x[x != -1].mean()
#### => unsafe
import torch


def step(x: torch.Tensor):
    return 2 * torch.div(torch.where(x != -1, x, 0).sum(), (x != -1).sum())
#### a scalar of the GPU through a mask
import torch


def step():
    x = torch.randn(4, 3, device="cuda")
    mask = x > 0
    x[mask] = x.mean()
    s = x.max()
    return x.masked_fill(mask, s)
#### => unsafe
import torch


def step():
    x = torch.randn(4, 3, device="cuda")
    mask = x > 0
    x.copy_(torch.where(mask, x.mean(), x))
    s = x.max()
    return torch.where(mask, s, x)
#### a mask of fewer dimensions, and another reduction
import torch


def step():
    x = torch.randn(4, 3, device="cuda")
    rows = x.sum(1) > 0
    return x[rows].sum() + x[x > 0].max()
#### => nothing
#### a mask with a name, and one of what is a number
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    known = ~torch.isnan(x)
    return x[known].mean(), x[torch.isfinite(x)].sum()
#### => unsafe
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    known = ~torch.isnan(x)
    return torch.div(torch.where(known, x, 0).sum(), known.sum()), torch.where(torch.isfinite(x), x, 0).sum()
#### the tensor is another one than the mask was made of
import torch


def step(x: torch.Tensor):
    x = x.cuda()
    known = x > 0
    x = x[0]
    return x[known].sum()
#### => nothing
#### a mask among other parts
import torch


def step(x: torch.Tensor, rows: torch.BoolTensor, i: int):
    last = x[:, i, rows]
    return x[rows, :].max() + last, x[0, rows]
#### => nothing
#### as many values as the mask has true elements
import torch


def step(x: torch.Tensor, kept: torch.BoolTensor, i: int, values: torch.Tensor):
    x[:, i, kept] = values.to(x.device)
    x[kept, :] = values
#### => nothing
#### what the same mask selects
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    ok = y > 0
    x[ok] = 2 * y[ok]
    x[ok] /= y[ok]
    x[y > 0] = x[y > 0] - y[y > 0]
#### => nothing
#### values that are added
import torch


def step(x: torch.Tensor, ok: torch.BoolTensor, more: torch.Tensor):
    x[ok] += more
#### => nothing
#### one of several
import torch


def step(x: torch.Tensor, y: torch.Tensor, ok: torch.BoolTensor):
    x[ok], best = torch.max(y, 0)
    return best
#### => nothing
#### a value that is stretched along what the mask selects
import torch


def step(x: torch.Tensor, ok: torch.BoolTensor, color: torch.Tensor):
    x[:, ok] = color[:, None]
#### => nothing
#### an average under a mask whose shape nobody knows
import torch


def step(x: torch.Tensor, count: torch.Tensor):
    return torch.mean(x[count > 0])
#### => nothing
#### a number that is multiplied by
import torch


def step(x: torch.Tensor, ok: torch.BoolTensor):
    x[ok] *= -1
#### => nothing
#### stored through a mask of fewer dimensions, whatever they are
import torch


def step(best: torch.Tensor, new: torch.Tensor, cost: torch.Tensor, least: torch.Tensor):
    best, new = best.cuda(), new.cuda()
    better = cost.cuda() < least
    best[better] = new[better]
    least[~better] = torch.max(least[~better], cost[~better])
    return best, least
#### => suggestion
import torch


def step(best: torch.Tensor, new: torch.Tensor, cost: torch.Tensor, least: torch.Tensor):
    best, new = best.cuda(), new.cuda()
    better = cost.cuda() < least
    best.copy_(torch.where(better.reshape(better.shape + (1,) * (best.ndim - better.ndim)), new, best))
    least.copy_(torch.where((~better).reshape(better.shape + (1,) * (least.ndim - better.ndim)), torch.max(least, cost), least))
    return best, least
#### a quotient has a gradient where nothing is selected
import torch


def step(x: torch.Tensor, weight: torch.Tensor):
    x, weight = x.cuda(), weight.cuda()
    x[weight > 0] = x[weight > 0] / weight[weight > 0]
    return x
#### => nothing
#### something of the selection's own length
import torch


def step(x: torch.Tensor, scale):
    x = x.cuda()
    x[x > 0] = x[x > 0] * scale
    return x
#### => nothing
#### a quotient of what has a gradient is computed with ones elsewhere
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    out = torch.ones_like(x)
    known = y != 0
    out[known] = 1.0 - x[known] / y[known]
    return out
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    out = torch.ones_like(x)
    known = y != 0
    known_everywhere = known.reshape(known.shape + (1,) * (out.ndim - known.ndim))
    out.copy_(torch.where(known_everywhere, 1.0 - torch.where(known_everywhere, x, 1) / torch.where(known_everywhere, y, 1), out))
    return out
#### no ones where the difference of two would be a divisor
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    out = torch.ones_like(x)
    known = y != 0
    out[known] = 1.0 / (x[known] - y[known])
    out[known] = torch.log(x[known] - 1)
    return out
#### => nothing
#### divided in place, with and without a gradient
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    out = x * 2
    known = y != 0
    out[known] /= y[known]
    return out


@torch.no_grad()
def update(x: torch.Tensor, y: torch.Tensor):
    out = x * 2
    known = y != 0
    out[known] = out[known].sign() * torch.sqrt(y[known])
    return out
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    out = x * 2
    known = y != 0
    known_everywhere = known.reshape(known.shape + (1,) * (out.ndim - known.ndim))
    out.copy_(torch.where(known_everywhere, torch.where(known_everywhere, out, 1) / torch.where(known_everywhere, y, 1), out))
    return out


@torch.no_grad()
def update(x: torch.Tensor, y: torch.Tensor):
    out = x * 2
    known = y != 0
    out.copy_(torch.where(known.reshape(known.shape + (1,) * (out.ndim - known.ndim)), out.sign() * torch.sqrt(y), out))
    return out
#### several reads through one mask, however many dimensions it has
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.Tensor):
    known = labels >= 0
    logits, labels = logits[known], labels[known]
    return F.cross_entropy(logits, labels)
#### => suggestion
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.Tensor):
    known = labels >= 0
    known_places = torch.where(known)
    logits, labels = logits[known_places], labels[known_places]
    return F.cross_entropy(logits, labels)
#### of a row, beside other indices, and stored
import torch


def step(x: torch.Tensor):
    x = x.cuda().view(-1, 4)
    rows = x.sum(1) > 0
    y = x[rows, 0] - x[rows, -1]
    x[rows, 1] = y * 2
    return x
#### => suggestion
import torch


def step(x: torch.Tensor):
    x = x.cuda().view(-1, 4)
    rows = x.sum(1) > 0
    rows_places = torch.where(rows)[0]
    y = x[rows_places, 0] - x[rows_places, -1]
    x[rows_places, 1] = y * 2
    return x
#### beside another index, where nobody knows the dimensions
import torch


def step(x: torch.Tensor, best: torch.Tensor):
    chosen = x[0] > 0
    low = x[:, chosen].min()
    return x[chosen, best] - low, x[chosen, 1:]
#### => suggestion
import torch


def step(x: torch.Tensor, best: torch.Tensor):
    chosen = x[0] > 0
    chosen_places = torch.where(chosen)
    low = x[(slice(None), *chosen_places)].min()
    return x[(*chosen_places, best)] - low, x[chosen, 1:]
#### the mask is another one in between
import torch


def step(x: torch.Tensor, y: torch.Tensor, change):
    mask = x > 0
    low = x[mask].min()
    mask = mask & (y > 0)
    high = x[mask].max()
    change(mask)
    return low, high, y[mask].max()
#### => not shown
#### stored into the mask, into what it compares, or under another name
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = x > 0
    low = x[mask].min()
    mask[0, ...] = True
    high = x[mask].max()
    x[0] = y[0]
    a = y[x > 1].min()
    x[0] = y[0]
    b = y[x > 1].max()
    other = y > 0
    c = x[other].min()
    alias = other
    alias.logical_not_()
    d = x[other].max()
    return low, high, a, b, c, d
#### => not shown
#### each draws another mask
import torch


def step(x: torch.Tensor):
    low = x[torch.rand_like(x) > 0.5].min()
    high = x[torch.rand_like(x) > 0.5].max()
    return low, high
#### => not shown
#### in both branches, but never before them
import torch


def step(x: torch.Tensor, flag: bool):
    mask = x > 0
    if flag:
        return x[mask].min()
    else:
        return x[mask].max()
#### => not shown
#### what is stored has several meanings, of which one may be a number
import torch


def step(x: torch.Tensor, y: torch.Tensor, rows: torch.Tensor, known: bool):
    mask = x > 0
    low = x[mask].min()
    if known:
        fill = rows
    else:
        fill = rows * 2
    y[mask] = fill
    return low
#### => not shown
#### a number is stored without a wait as it is
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    low = x[mask].min()
    y[mask] = 0
    high = x[mask].max()
    return low, high, y
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    mask = y > 0
    mask_places = torch.where(mask)
    low = x[mask_places].min()
    y[mask] = 0
    high = x[mask_places].max()
    return low, high, y
#### a sum and an average where nobody knows the dimensions
import torch


def step(loss: torch.Tensor, mask: torch.Tensor):
    known = mask.bool()
    return loss[known].mean()
#### => suggestion
import torch


def step(loss: torch.Tensor, mask: torch.Tensor):
    known = mask.bool()
    known_everywhere = known.reshape(known.shape + (1,) * (loss.ndim - known.ndim))
    return torch.div(torch.where(known_everywhere, loss, 0).sum(), known_everywhere.expand_as(loss).sum())
#### two masks are counted together
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    small = y.flatten() < 1
    return x[positive] * 2, y[:, small] + 1
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    small = y.flatten() < 1
    positive_count = positive.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    small_count = small.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    if positive.is_cuda:
        torch.cuda.current_stream(positive.device).synchronize()
    return x[torch.nonzero_static(positive, size=int(positive_count)).unbind(1)] * 2, y[:, torch.nonzero_static(small, size=int(small_count)).squeeze(1)] + 1
#### a mask that is made of what the first selects, or that may lie elsewhere
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    positive = x[x > 0]
    small = positive < 1
    rows = torch.ones(4, dtype=torch.bool)
    return positive[small], y.cuda()[rows]
#### => not shown
#### a row of a mask in each round
import torch


def step(x: torch.Tensor, y: torch.Tensor, known: torch.Tensor):
    rows = []
    for i in range(len(x)):
        rows.append(x[i][known[i] == 1])
    return rows
#### => suggestion
import torch


def step(x: torch.Tensor, y: torch.Tensor, known: torch.Tensor):
    rows = []
    known_counts = (known == 1).flatten(1).count_nonzero(1).cpu()
    for i in range(len(x)):
        rows.append(x[i][torch.nonzero_static(known[i] == 1, size=int(known_counts[i])).unbind(1)])
    return rows
#### a row of a mask that changes
import torch


def step(x: torch.Tensor, y: torch.Tensor, known: torch.Tensor):
    rows = []
    for i in range(len(x)):
        rows.append(x[i][known[i] == 1])
        known = known.roll(1)
    return rows
#### => not shown
#### a mask that two calls take whole
import torch


def step(x: torch.Tensor, y: torch.Tensor, mask: torch.Tensor):
    a = torch.masked_select(x, mask)
    y = y + a.sum()
    b = torch.masked_select(y, mask)
    return a, b
#### => not shown
#### by its name a mask, and yet it may hold positions
import torch


def step(x: torch.Tensor, y: torch.Tensor, chosen_mask: torch.Tensor):
    return x[chosen_mask], y[chosen_mask]
#### => not shown
#### a mask of bytes, whose sum is no count
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    keep = y.byte()
    return x[keep].mean()
#### => not shown

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

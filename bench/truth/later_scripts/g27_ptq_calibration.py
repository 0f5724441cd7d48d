import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MinMaxObserver:
    def __init__(self, bits=8, symmetric=False, momentum=None):
        self.qmin, self.qmax = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if symmetric else (0, 2 ** bits - 1)
        self.symmetric, self.momentum = symmetric, momentum
        self.min_val, self.max_val = None, None

    def observe(self, x):
        x = x.detach()
        lo, hi = x.min(), x.max()
        if self.min_val is None:
            self.min_val, self.max_val = lo, hi
        elif self.momentum is None:
            self.min_val, self.max_val = torch.minimum(self.min_val, lo), torch.maximum(self.max_val, hi)
        else:
            self.min_val = self.min_val + self.momentum * (lo - self.min_val)
            self.max_val = self.max_val + self.momentum * (hi - self.max_val)

    def qparams(self):
        lo, hi = min(0.0, self.min_val.item()), max(0.0, self.max_val.item())
        if self.symmetric:
            return max(-lo, hi) / self.qmax, 0
        scale = max((hi - lo) / (self.qmax - self.qmin), 1e-8)
        return scale, int(round(self.qmin - lo / scale))


class FakeQuant(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, zero_point, qmin, qmax):
        q = torch.round(x / scale) + zero_point
        ctx.save_for_backward((q >= qmin) & (q <= qmax))
        return (q.clamp(qmin, qmax) - zero_point) * scale

    @staticmethod
    def backward(ctx, grad):
        mask, = ctx.saved_tensors
        return grad * mask, None, None, None, None


def quantize_per_channel(w, bits=4, group=None):
    shape = w.shape
    if group:
        w = w.reshape(-1, group)
    qmax = 2 ** (bits - 1) - 1
    scale = w.abs().amax(1, keepdim=True).clamp(min=1e-8) / qmax
    q = torch.clamp(torch.round(w / scale), -qmax - 1, qmax).to(torch.int8)
    return q.reshape(shape), scale


def search_clip(w, bits, grid=5):
    best, best_err = None, float("inf")
    for i in range(grid):
        p = 1 - i * 0.1
        scale = p * w.abs().max() / (2 ** (bits - 1) - 1)
        q = torch.fake_quantize_per_tensor_affine(w, scale, torch.zeros(1, dtype=torch.int32, device=w.device), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        err = (q - w).pow(2).sum()
        if err < best_err:
            best_err = err
            best = p
    return best, float(best_err)


class QuantLinear(nn.Module):
    def __init__(self, linear, observer):
        super().__init__()
        self.weight, self.bias = linear.weight, linear.bias
        self.observer = observer
        self.calibrating = True
        self.scale = None

    def forward(self, x):
        if self.calibrating:
            self.observer.observe(x)
            return F.linear(x, self.weight, self.bias)
        if self.scale is None:
            self.scale, self.zp = self.observer.qparams()
        xq = FakeQuant.apply(x, self.scale, self.zp, self.observer.qmin, self.observer.qmax)
        q, s = quantize_per_channel(self.weight.detach())
        return F.linear(xq, q.to(x.dtype) * s, self.bias)


def convert(model, **kwargs):
    for name, child in model.named_children():
        if isinstance(child, nn.Linear):
            setattr(model, name, QuantLinear(child, MinMaxObserver(**kwargs)))
        else:
            convert(child, **kwargs)
    return model


@torch.no_grad()
def calibrate(model, data, n_batches):
    for i, (x, _) in enumerate(data):
        if i == n_batches:
            break
        model(x.cuda())
    for m in model.modules():
        if isinstance(m, QuantLinear):
            m.calibrating = False


def report(model, ref, x):
    with torch.no_grad():
        a, b = model(x), ref(x)
    sqnr = 10 * torch.log10(b.pow(2).mean() / (a - b).pow(2).mean().clamp(min=1e-12))
    rows = [("sqnr", sqnr.item()), ("cos", F.cosine_similarity(a.flatten(), b.flatten(), dim=0).item())]
    for name, p in ref.named_parameters():
        if p.dim() > 1:
            clip, err = search_clip(p.data, 4)
            rows.append((name, clip, err))
    return rows


def ptq(model, data, n_batches=2, **kwargs):
    ref = copy.deepcopy(model).eval()
    q = convert(model.eval(), **kwargs)
    calibrate(q, data, n_batches)
    x = next(iter(data))[0].cuda()
    q(x).sum().backward()
    return report(q, ref, x)

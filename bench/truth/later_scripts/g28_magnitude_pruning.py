import math
from collections import OrderedDict

import torch
import torch.nn as nn


def prunable(model):
    return [(n, m) for n, m in model.named_modules() if isinstance(m, (nn.Linear, nn.Conv2d))]


def global_threshold(model, sparsity):
    scores = torch.cat([m.weight.data.abs().flatten() for _, m in prunable(model)])
    k = int(scores.numel() * sparsity)
    if k == 0:
        return scores.new_tensor(-1.0)
    return torch.kthvalue(scores, k).values


def magnitude_masks(model, sparsity):
    thr = global_threshold(model, sparsity)
    return OrderedDict((n, (m.weight.data.abs() > thr).float()) for n, m in prunable(model))


def n_m_mask(weight, n=2, m=4):
    groups = weight.detach().abs().reshape(-1, m)
    idx = torch.argsort(groups, dim=1)[:, : m - n]
    mask = torch.ones_like(groups)
    mask.scatter_(1, idx, 0)
    return mask.reshape(weight.shape)


def apply_masks(model, masks):
    modules = dict(model.named_modules())
    for name, mask in masks.items():
        modules[name].weight.data.mul_(mask)


def sparsity_report(model):
    total, zeros = 0, 0
    table = {}
    for name, m in prunable(model):
        w = m.weight
        nz = torch.count_nonzero(w).item()
        table[name] = 1 - nz / w.numel()
        total += w.numel()
        zeros += w.numel() - nz
    return zeros / total, table


def sparsity_at(step, start, end, initial=0.0, final=0.9):
    if step < start:
        return initial
    t = min(1.0, (step - start) / max(1, end - start))
    return final + (initial - final) * (1 - t) ** 3


def filter_importance(conv, norm=1):
    return conv.weight.data.flatten(1).norm(p=norm, dim=1)


def prune_filters(conv, bn, ratio):
    imp = filter_importance(conv)
    n_keep = max(1, math.ceil(conv.out_channels * (1 - ratio)))
    keep = imp.argsort(descending=True)[:n_keep].sort()[0]
    new = nn.Conv2d(conv.in_channels, n_keep, conv.kernel_size, padding=conv.padding).to(conv.weight.device)
    new.weight.data = conv.weight.data[keep].clone()
    new.bias.data = conv.bias.data[keep].clone()
    new_bn = nn.BatchNorm2d(n_keep).to(conv.weight.device)
    new_bn.running_mean.copy_(bn.running_mean[keep])
    new_bn.running_var.copy_(bn.running_var[keep])
    return new, new_bn, keep.tolist()


def snip(model, x, y, keep):
    loss = nn.functional.cross_entropy(model(x), y)
    params = [m.weight for _, m in prunable(model)]
    grads = torch.autograd.grad(loss, params)
    saliency = [(g * p).abs() for g, p in zip(grads, params)]
    flat = torch.cat([s.flatten() for s in saliency])
    flat.div_(flat.sum())
    thr = torch.topk(flat, int(len(flat) * keep), sorted=True)[0][-1]
    norm = flat.new_ones(())
    masks = OrderedDict((n, (s / norm >= thr).float()) for (n, _), s in zip(prunable(model), saliency))
    print("kept:", sum(m.sum() for m in masks.values()).item())
    return masks


def train(model, loader, optimizer, criterion, cfg):
    device = next(model.parameters()).device
    step = 0
    for _ in range(cfg["epochs"]):
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % cfg["every"] == 0:
                masks = magnitude_masks(model, sparsity_at(step, cfg["start"], cfg["end"]))
            apply_masks(model, masks)
            step += 1
        overall, table = sparsity_report(model)
        print(f"sparsity {overall:.2%}", {k: round(v, 2) for k, v in table.items()})
    return snip(model, x, y, 0.5)

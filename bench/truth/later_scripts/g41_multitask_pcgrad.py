import random

import torch
import torch.nn as nn


class UncertaintyWeights(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.log_var = nn.Parameter(torch.zeros(n))

    def forward(self, losses):
        losses = torch.stack(losses)
        return (torch.exp(-self.log_var) * losses + self.log_var).sum()


class DWA:
    """Dynamic weight average over the last two epochs."""

    def __init__(self, tasks, T=2.0):
        self.tasks, self.T = tasks, T
        self.history = {t: [] for t in tasks}

    def weights(self):
        if any(len(h) < 2 for h in self.history.values()):
            return {t: 1.0 for t in self.tasks}
        ratios = torch.tensor([self.history[t][-1] / self.history[t][-2] for t in self.tasks])
        w = len(self.tasks) * torch.softmax(ratios / self.T, 0)
        return dict(zip(self.tasks, w.tolist()))

    def push(self, means):
        for t, m in means.items():
            self.history[t].append(m)


def flat_grad(loss, params):
    grads = torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True)
    return torch.cat([(g if g is not None else torch.zeros_like(p)).flatten() for g, p in zip(grads, params)])


def pcgrad(grads):
    projected = [g.clone() for g in grads]
    for i, g_i in enumerate(projected):
        others = [j for j in range(len(grads)) if j != i]
        random.shuffle(others)
        for j in others:
            dot = torch.dot(g_i, grads[j])
            if dot < 0:
                g_i -= dot * grads[j] / (grads[j].norm() ** 2 + 1e-12)
    return torch.stack(projected).mean(0)


def cagrad(grads, c=0.4, steps=5):
    G = torch.stack(grads)
    GG = (G @ G.t()).cpu()
    g0 = G.mean(0)
    w = torch.zeros(len(grads), requires_grad=True)
    opt = torch.optim.SGD([w], lr=1.0)
    best, w_best = float("inf"), None
    coef = c * (GG.mean() + 1e-8).sqrt()
    for _ in range(steps):
        opt.zero_grad()
        ww = torch.softmax(w, 0)
        obj = ww @ GG.mean(1) + coef * (ww @ GG @ ww + 1e-4).sqrt()
        if obj.item() < best:
            best, w_best = obj.item(), ww.detach().clone()
        obj.backward()
        opt.step()
    gw = (w_best.to(G.device)[:, None] * G).sum(0)
    return g0 + c * g0.norm() / (gw.norm() + 1e-8) * gw


def write_back(params, flat):
    offset = 0
    for p in params:
        n = p.numel()
        p.grad = flat[offset : offset + n].view_as(p).clone()
        offset += n


def depth_metrics(pred, gt, min_depth=1e-3, max_depth=80):
    mask = torch.logical_and(gt > min_depth, gt < max_depth)
    gt, pred = gt[mask], pred[mask]
    pred = pred * (torch.median(gt) / torch.median(pred))
    pred[pred < min_depth] = min_depth
    thresh = torch.max(gt / pred, pred / gt)
    a1 = (thresh < 1.25).float().mean()
    rmse = ((gt - pred) ** 2).mean().sqrt()
    return {"abs_rel": torch.mean(torch.abs(gt - pred) / gt), "rmse": rmse, "a1": a1}


def train(backbone, heads, criteria, loader, optimizer, weigher, method, device, epochs):
    dwa = DWA(list(heads))
    params = list(backbone.parameters())
    for epoch in range(epochs):
        sums = dict.fromkeys(heads, 0.0)
        w = dwa.weights()
        for x, targets in loader:
            x = x.to(device)
            targets = {k: t.to(device) for k, t in targets.items()}
            z = backbone(x)
            losses = {k: w[k] * criteria[k](heads[k](z), targets[k]) for k in heads}
            optimizer.zero_grad()
            total = weigher(list(losses.values()))
            total.backward(retain_graph=True)
            grads = [flat_grad(l, params) for l in losses.values()]
            write_back(params, pcgrad(grads) if method == "pcgrad" else cagrad(grads))
            optimizer.step()
            for k, l in losses.items():
                sums[k] += l.item()
        dwa.push({k: s / len(loader) for k, s in sums.items()})
        print(epoch, {k: f"{v:.3f}" for k, v in sums.items()}, "sigma", weigher.log_var.exp().detach().cpu().numpy())
    m = depth_metrics(heads["depth"](z).detach().exp(), targets["depth"].exp())
    return {k: v.item() for k, v in m.items()}

import math
from copy import deepcopy

import torch


class ModelEMA:
    def __init__(self, model, decay=0.9999, tau=2000, updates=0):
        self.ema = deepcopy(model).eval()
        self.updates = updates
        self.decay = lambda x: decay * (1 - math.exp(-x / tau))
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        self.updates += 1
        d = self.decay(self.updates)
        msd = model.state_dict()
        for k, v in self.ema.state_dict().items():
            if v.dtype.is_floating_point:
                v *= d
                v += (1 - d) * msd[k].detach()

    def update_attr(self, model, exclude=("training",)):
        for k, v in model.__dict__.items():
            if k.startswith("_") or k in exclude:
                continue
            setattr(self.ema, k, v)


class ForeachEMA:
    def __init__(self, params, decay):
        self.params = list(params)
        self.shadow = [p.clone().detach() for p in self.params]
        self.decay = decay
        self.backup = []

    @torch.no_grad()
    def step(self):
        torch._foreach_mul_(self.shadow, self.decay)
        torch._foreach_add_(self.shadow, [p.detach() for p in self.params], alpha=1 - self.decay)

    def __enter__(self):
        self.backup = [p.detach().cpu().clone() for p in self.params]
        for s, p in zip(self.shadow, self.params):
            p.data.copy_(s.data)

    def __exit__(self, *exc):
        for b, p in zip(self.backup, self.params):
            p.data.copy_(b.data)
        self.backup = []


def cosine_scheduler(base, final, epochs, niter, warmup_epochs=0, start=0):
    warmup = [start + (base - start) * i / max(1, warmup_epochs * niter) for i in range(warmup_epochs * niter)]
    n = epochs * niter - len(warmup)
    return warmup + [final + 0.5 * (base - final) * (1 + math.cos(math.pi * i / n)) for i in range(n)]


def moving_average(net1, net2, alpha=1):
    for param1, param2 in zip(net1.parameters(), net2.parameters()):
        param1.data *= 1.0 - alpha
        param1.data += param2.data * alpha


def bn_update(loader, model):
    momenta = {}
    model.train()
    for m in model.modules():
        if isinstance(m, torch.nn.BatchNorm1d):
            m.running_mean = torch.zeros_like(m.running_mean)
            m.running_var = torch.ones_like(m.running_var)
            momenta[m] = m.momentum
    n = 0
    for x, _ in loader:
        x = x.cuda(non_blocking=True)
        b = x.size(0)
        for m in momenta:
            m.momentum = b / float(n + b)
        model(x)
        n += b
    for m, v in momenta.items():
        m.momentum = v


def train(student, teacher, loader, optimizer, args):
    iters = len(loader)
    lrs = cosine_scheduler(args["lr"], 1e-5, args["epochs"], iters, warmup_epochs=1)
    wds = cosine_scheduler(0.04, 0.4, args["epochs"], iters)
    ms = cosine_scheduler(0.99, 1, args["epochs"], iters)
    ema, fast = ModelEMA(student), ForeachEMA(student.parameters(), 0.9)
    swa, n_avg = deepcopy(student), 0
    for epoch in range(args["epochs"]):
        for it, (x, y) in enumerate(loader):
            g = epoch * iters + it
            for i, group in enumerate(optimizer.param_groups):
                group["lr"] = lrs[g]
                if i == 0:
                    group["weight_decay"] = wds[g]
            x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)
            out = student(x)
            with torch.no_grad():
                t = teacher(x)
            loss = torch.nn.functional.cross_entropy(out, y) + (out - t).pow(2).mean()
            if not math.isfinite(loss.item()):
                raise RuntimeError("loss is " + str(loss))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for pq, pk in zip(student.parameters(), teacher.parameters()):
                    pk.data.mul_(ms[g]).add_((1 - ms[g]) * pq.detach().data)
            ema.update(student)
            fast.step()
        moving_average(swa, student, 1.0 / (n_avg + 1))
        n_avg += 1
    ema.update_attr(student)
    bn_update(loader, swa)
    with fast:
        acc = [(student(x.cuda()).argmax(1).cpu() == y).float().mean() for x, y in loader]
    return sum(acc) / len(acc)

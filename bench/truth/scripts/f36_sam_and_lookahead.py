import torch


def grad_norm(params):
    return torch.norm(torch.stack([p.grad.norm(p=2) for p in params if p.grad is not None]), p=2)


def sam_step(model, loss_fn, x, y, base_opt, rho=0.05, adaptive=False):
    params = [p for p in model.parameters() if p.requires_grad]
    loss = loss_fn(model(x), y)
    loss.backward()
    scale = rho / (grad_norm(params) + 1e-12)
    eps = []
    with torch.no_grad():
        for p in params:
            if p.grad is None:
                eps.append(None)
                continue
            e = (p.abs() if adaptive else 1.0) * p.grad * scale
            p.add_(e)
            eps.append(e)
    base_opt.zero_grad()
    loss_fn(model(x), y).backward()
    with torch.no_grad():
        for p, e in zip(params, eps):
            if e is not None:
                p.sub_(e)
    base_opt.step()
    base_opt.zero_grad()
    return loss.detach(), scale


class Lookahead:
    def __init__(self, params, k=2, alpha=0.5):
        self.params, self.k, self.alpha = list(params), k, alpha
        self.slow = [p.detach().clone() for p in self.params]
        self.counter = 0

    def step(self):
        self.counter += 1
        if self.counter % self.k:
            return 0.0
        moved = 0.0
        for p, s in zip(self.params, self.slow):
            s += self.alpha * (p.detach() - s)
            moved += (p.detach() - s).abs().max().item()
            p.data.copy_(s)
        return moved


def fit(model, data, base_opt, loss_fn, device, max_norm=None, report=print):
    look = Lookahead(model.parameters())
    losses, moved = [], []
    for x, y in data:
        x = x.to(device, non_blocking=True)
        y = y.to(device, non_blocking=True)
        loss, scale = sam_step(model, loss_fn, x, y, base_opt)
        losses.append(loss)
        moved.append(look.step())
        if max_norm and scale > max_norm:
            report("large step", scale)
    curve = torch.stack(losses).cpu()
    if curve[-1] > curve[0]:
        report("the loss went up by", (curve[-1] - curve[0]).item())
    return curve.tolist(), max(moved)

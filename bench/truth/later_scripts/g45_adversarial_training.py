import torch
import torch.nn as nn
import torch.nn.functional as F


def clamp(X, lower, upper):
    return torch.max(torch.min(X, upper), lower)


def fgsm(model, x, y, eps):
    x = x.clone().detach().requires_grad_(True)
    loss = F.cross_entropy(model(x), y)
    grad = torch.autograd.grad(loss, x)[0]
    return (x + eps * grad.sign()).clamp(0, 1).detach()


def attack_pgd(model, X, y, epsilon, alpha, attack_iters, restarts, lower, upper):
    max_loss = torch.zeros(y.shape[0]).cuda()
    max_delta = torch.zeros_like(X).cuda()
    for _ in range(restarts):
        delta = torch.zeros_like(X).cuda()
        for i in range(len(epsilon)):
            delta[:, i, :, :].uniform_(-epsilon[i][0][0].item(), epsilon[i][0][0].item())
        delta.data = clamp(delta, lower - X, upper - X)
        delta.requires_grad = True
        for _ in range(attack_iters):
            output = model(X + delta)
            index = torch.where(output.max(1)[1] == y)[0]
            if len(index) == 0:
                break
            loss = F.cross_entropy(output, y)
            loss.backward()
            grad = delta.grad.detach()
            d = delta[index]
            g = grad[index]
            d = clamp(d + alpha * torch.sign(g), -epsilon, epsilon)
            d = clamp(d, lower - X[index], upper - X[index])
            delta.data[index] = d
            delta.grad.zero_()
        all_loss = F.cross_entropy(model(X + delta), y, reduction="none").detach()
        max_delta[all_loss >= max_loss] = delta.detach()[all_loss >= max_loss]
        max_loss = torch.max(max_loss, all_loss)
    return max_delta


def deepfool(model, x, classes, max_iter=5, overshoot=0.02):
    x = x.clone()
    label = model(x[None]).argmax().item()
    total = torch.zeros_like(x)
    k, it = label, 0
    while k == label and it < max_iter:
        xi = (x + total).detach().requires_grad_(True)
        f = model(xi[None])[0]
        grad0, = torch.autograd.grad(f[label], xi, retain_graph=True)
        best = float("inf")
        for c in range(classes):
            if c == label:
                continue
            w = torch.autograd.grad(f[c], xi, retain_graph=True)[0] - grad0
            pert = (f[c] - f[label]).abs() / w.norm().clamp(min=1e-9)
            if pert < best:
                best, w_best = pert, w
        total = total + (best + 1e-4) * w_best / w_best.norm()
        k = int(model((x + (1 + overshoot) * total)[None]).argmax())
        it += 1
    return total, it, k


def trades(model, x, y, optimizer, step_size=0.05, eps=0.1, steps=2, beta=1.0):
    kl = nn.KLDivLoss(reduction="sum")
    model.eval()
    adv = x.detach() + 0.001 * torch.randn(x.shape).cuda().detach()
    for _ in range(steps):
        adv.requires_grad_()
        with torch.enable_grad():
            loss = kl(F.log_softmax(model(adv), 1), F.softmax(model(x), 1))
        grad = torch.autograd.grad(loss, [adv])[0]
        adv = adv.detach() + step_size * torch.sign(grad.detach())
        adv = torch.clamp(torch.min(torch.max(adv, x - eps), x + eps), 0.0, 1.0)
    model.train()
    optimizer.zero_grad()
    logits = model(x)
    return F.cross_entropy(logits, y) + beta / x.size(0) * kl(F.log_softmax(model(adv), 1), F.softmax(logits, 1))


def robust_eval(model, loader, eps, attack):
    err, adv_err, n = 0.0, 0.0, 0
    norms = []
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        adv = attack(model, x, y, eps)
        with torch.no_grad():
            err += (model(x).data.max(1)[1] != y.data).float().sum()
            out = model(adv)
        adv_err += float((out.data.max(1)[1] != y.data).float().sum())
        norms += (adv - x).flatten(1).norm(p=float("inf"), dim=1).tolist()
        n += len(y)
    print("Natural error:", err / n, "robust error:", adv_err / n)
    return sum(norms) / n


def train(model, loader, opt, cfg):
    mu = torch.tensor(cfg["mean"]).view(3, 1, 1).cuda()
    std = torch.tensor(cfg["std"]).view(3, 1, 1).cuda()
    epsilon = (cfg["eps"] / 255.0) / std
    lower, upper = (0 - mu) / std, (1 - mu) / std
    for i, (x, y) in enumerate(loader):
        x, y = x.cuda(), y.cuda()
        if cfg["mode"] == "trades":
            loss = trades(model, x, y, opt)
        else:
            delta = attack_pgd(model, x, y, epsilon, 0.02, 3, 2, lower, upper)
            loss = F.cross_entropy(model(clamp(x + delta, lower, upper)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item(), deepfool(model, x[0], 3)

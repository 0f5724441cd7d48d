"""How a classifier stands attacks, how well it is calibrated, and how fast it is."""
import time
from statistics import median

import torch
from torch import nn
from torch.nn import functional as F


def fgsm(model, x, y, eps):
    x = x.clone().requires_grad_(True)
    F.cross_entropy(model(x), y).backward()
    return (x + eps * x.grad.sign()).clamp(0, 1).detach()


def pgd(model, x, y, eps, alpha, steps, early_stop=True):
    adv = (x + torch.empty_like(x).uniform_(-eps, eps)).clamp(0, 1)
    for _ in range(steps):
        adv.requires_grad_(True)
        logits = model(adv)
        if early_stop and (logits.argmax(1) != y).all():
            break
        grad, = torch.autograd.grad(F.cross_entropy(logits, y), adv)
        adv = adv.detach() + alpha * grad.sign()
        adv = torch.min(torch.max(adv, x - eps), x + eps).clamp(0, 1)
    return adv.detach()


def expected_calibration_error(conf, hit, n_bins=5):
    ece = torch.zeros(1, device=conf.device)
    edges = torch.linspace(0, 1, n_bins + 1)
    for lo, hi in zip(edges[:-1], edges[1:]):
        in_bin = conf.gt(lo.item()) & conf.le(hi.item())
        prop = in_bin.float().mean()
        if prop.item() > 0:
            ece += (conf[in_bin].mean() - hit[in_bin].float().mean()).abs() * prop
    return ece.item()


def mc_dropout(model, x, n=4):
    was = model.training
    model.train()
    with torch.no_grad():
        p = torch.stack([model(x).softmax(-1) for _ in range(n)])
    model.train(was)
    mean = p.mean(0)
    return mean, -(mean * mean.log()).sum(-1)


def latency(model, x, repeat=5):
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    times = []
    for _ in range(repeat):
        start.record()
        model(x)
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return median(times), max(times)


def main():
    device = "cuda:0"
    model = nn.Sequential(nn.Flatten(), nn.Linear(48, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 4)).to(device).eval()
    x = torch.rand(20, 3, 4, 4, device=device)
    y = torch.randint(4, (20,), device=device)
    began = time.time()
    report = {}
    for name, attack in {"clean": lambda a, b: a, "fgsm": lambda a, b: fgsm(model, a, b, 0.1),
                         "pgd": lambda a, b: pgd(model, a, b, 0.1, 0.03, 3)}.items():
        with torch.enable_grad():
            adv = attack(x, y)
        with torch.no_grad():
            report[name] = (model(adv).argmax(1) == y).float().mean().item()
    with torch.no_grad():
        conf, pred = model(x).softmax(1).max(1)
    report["ece"] = expected_calibration_error(conf, pred == y)
    mean, entropy = mc_dropout(model, x)
    unsure = entropy.topk(3).indices.cpu().numpy()
    flips = torch.count_nonzero(mean.argmax(1) != pred)
    report["flips"] = int(flips)
    with torch.inference_mode():
        report["ms"], worst = latency(model, x)
    torch.cuda.synchronize()
    print({k: round(v, 3) for k, v in report.items()}, "least sure", list(unsure), f"{time.time() - began:.2f}s")
    if torch.allclose(mean.sum(1), torch.ones(len(x), device=device)) and worst < 1e4:
        print("ok")


if __name__ == "__main__":
    main()

import numpy as np
import torch
import torch.nn.functional as F


def enable_dropout(model):
    for m in model.modules():
        if m.__class__.__name__.startswith("Dropout"):
            m.train()


@torch.no_grad()
def mc_probs(model, loader, device, passes):
    model.eval()
    enable_dropout(model)
    out = []
    for _ in range(passes):
        out.append(torch.cat([F.softmax(model(x.to(device)), -1) for x, *_ in loader]))
    return torch.stack(out)


def entropy(p):
    return -(p * p.clamp(min=1e-12).log()).sum(-1)


def bald(probs):
    return entropy(probs.mean(0)) - entropy(probs).mean(0)


def margin(probs):
    top2 = probs.mean(0).topk(2, -1).values
    return top2[:, 1] - top2[:, 0]


def kcenter_greedy(features, labeled, budget):
    n = features.size(0)
    picked = []
    if len(labeled):
        dist = torch.cdist(features, features[labeled]).min(1).values
    else:
        dist = torch.full((n,), float("inf"), device=features.device)
    for _ in range(budget):
        i = dist.argmax().item()
        picked.append(i)
        dist = torch.minimum(dist, torch.norm(features - features[i], dim=1))
    return picked


def kmeans(x, k, iters=5):
    centers = x[torch.randperm(x.size(0), device=x.device)[:k]].clone()
    for _ in range(iters):
        assign = torch.cdist(x, centers).argmin(1)
        new = torch.zeros_like(centers).index_add_(0, assign, x)
        counts = torch.bincount(assign, minlength=k)
        new = torch.where(counts[:, None] > 0, new / counts.clamp(min=1)[:, None], centers)
        shift = (new - centers).norm()
        centers = new
        if shift < 1e-4:
            break
    for c in range(k):
        members = (assign == c).nonzero(as_tuple=True)[0]
        if members.numel() == 0:
            continue
        yield members[(x[members] - centers[c]).norm(dim=1).argmin()].item()


def badge(logits, feats, budget):
    p = logits.softmax(-1)
    g = (p - F.one_hot(p.argmax(-1), p.size(-1)).float()).unsqueeze(2) * feats.unsqueeze(1)
    g = g.flatten(1)
    first = g.norm(dim=1).argmax()
    chosen = [int(first)]
    d2 = (g - g[first]).pow(2).sum(1)
    while len(chosen) < budget:
        probs = (d2 / d2.sum()).cpu().numpy().astype(np.float64)
        nxt = np.random.choice(len(probs), p=probs / probs.sum())
        chosen.append(int(nxt))
        d2 = torch.min(d2, (g - g[nxt]).pow(2).sum(1))
    return chosen


class Pool:
    def __init__(self, n, seed, rng):
        self.labeled = set(rng.choice(n, seed, replace=False).tolist())
        self.n = n

    @property
    def unlabeled(self):
        return np.array(sorted(set(range(self.n)) - self.labeled))

    def move(self, idx):
        self.labeled |= {int(i) for i in idx}


def select(strategy, model, loader, feats, pool, budget, device):
    un = pool.unlabeled
    if strategy in ("bald", "margin"):
        probs = mc_probs(model, loader, device, 3)
        scores = {"bald": bald, "margin": margin}[strategy](probs)
        order = scores[un].argsort(descending=True)[:budget].cpu().numpy()
        return un[order]
    if strategy == "entropy":
        scores = entropy(mc_probs(model, loader, device, 2).mean(0)).cpu().numpy()
        return un[np.argsort(-scores[un])[:budget]]
    if strategy == "coreset":
        return kcenter_greedy(feats, sorted(pool.labeled), budget)
    if strategy == "kmeans":
        return list(kmeans(feats, budget))
    with torch.no_grad():
        logits = model(torch.cat([x for x, *_ in loader]).to(device))
    return badge(logits, feats, budget)


def experiment(model, loader, feats, pool, strategies, device, fit, rounds=1, budget=3):
    report = {}
    for s in strategies:
        for _ in range(rounds):
            picked = select(s, model, loader, feats, pool, budget, device)
            pool.move(picked)
            report[s] = round(fit(model, sorted(pool.labeled)), 3)
    return report

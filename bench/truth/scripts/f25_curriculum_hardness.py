import numpy as np
import torch
import torch.nn.functional as F


def score_samples(model, inputs, targets, bs, device):
    """per-sample loss, used as the difficulty"""
    model.eval()
    scores = np.empty(len(inputs), dtype=np.float32)
    with torch.no_grad():
        for lo in range(0, len(inputs), bs):
            hi = lo + bs
            xb = inputs[lo:hi].to(device)
            yb = targets[lo:hi].to(device)
            per = F.cross_entropy(model(xb), yb, reduction='none')
            scores[lo:hi] = per.cpu().numpy()
    return scores


def pace(epoch, n_epochs, start=0.3):
    frac = min(1.0, start + (1 - start) * epoch / max(1, n_epochs - 1))
    return frac if frac > 0 else start


def curriculum(model, inputs, targets, optimizer, n_epochs, bs, device, rng=None, rescore_every=1):
    rng = rng or np.random.default_rng(0)
    order = None
    log = []
    for ep in range(n_epochs):
        if order is None or ep % rescore_every == 0:
            difficulty = score_samples(model, inputs, targets, bs, device)
            order = np.argsort(difficulty)
            quantiles = np.quantile(difficulty, [.25, .5, .75]).round(3).tolist()
        keep = order[: int(len(order) * pace(ep, n_epochs))]
        keep = rng.permutation(keep)
        model.train()
        epoch_loss, nb = 0., 0
        for lo in range(0, len(keep), bs):
            sel = torch.from_numpy(keep[lo:lo + bs])
            xb, yb = inputs[sel].to(device), targets[sel].to(device)
            loss = F.cross_entropy(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item()
            nb += 1
        log.append(dict(epoch=ep, used=len(keep), loss=epoch_loss / nb, q=quantiles))
        if len(log) > 1 and log[-1]["loss"] > 2 * log[-2]["loss"]:
            print("loss jumped at epoch", ep, log[-1])
    return log

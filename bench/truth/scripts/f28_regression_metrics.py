import math
import statistics

import torch


class Tracker:
    def __init__(self, *names):
        self.sums = {n: 0 for n in names}
        self.count = 0

    def __call__(self, n, **values):
        for name, v in values.items():
            self.sums[name] = self.sums[name] + v * n
        self.count += n

    def result(self):
        return {k: (v / self.count).item() if torch.is_tensor(v) else v / self.count for k, v in self.sums.items()}


def r2_score(y, p):
    ss_res = ((y - p) ** 2).sum()
    ss_tot = ((y - y.mean()) ** 2).sum()
    if ss_tot == 0:
        return 0.0
    return 1 - ss_res / ss_tot


def pearson(a, b):
    a, b = a - a.mean(), b - b.mean()
    return (a * b).sum() / (a.norm() * b.norm()).clamp_min(1e-8)


def evaluate(model, loader, device, scaler_mean, scaler_std, verbose=False):
    track = Tracker("mae", "mse", "pearson")
    targets, outputs, per_batch = [], [], []
    model.eval()
    with torch.no_grad():
        for features, y in loader:
            pred = model(features.to(device)).squeeze(-1)
            y = y.to(device)
            pred = pred * scaler_std + scaler_mean
            err = pred - y
            track(len(y), mae=err.abs().mean(), mse=(err ** 2).mean(), pearson=pearson(pred, y))
            per_batch.append(err.abs().max().item())
            targets.append(y)
            outputs.append(pred)
    y, p = torch.cat(targets), torch.cat(outputs)
    res = track.result()
    res["rmse"] = math.sqrt(res["mse"])
    res["r2"] = float(r2_score(y, p))
    res["worst"] = max(per_batch) if per_batch else None
    res["spread"] = statistics.pstdev(per_batch) if len(per_batch) > 1 else 0.0
    within = [((p - y).abs() < t).float().mean() for t in (0.5, 1.0, 2.0)]
    if verbose:
        print(", ".join(f"{k}={v:.3f}" for k, v in res.items() if v is not None))
        print("within:", *[f"{w:.2f}" for w in within])
    return res

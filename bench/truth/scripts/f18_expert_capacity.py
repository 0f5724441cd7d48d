import math
import numpy as np
import torch


def dispatch(x, expert_ids, n_experts, capacity_factor):
    """Sort tokens by expert and cut each expert's share to its capacity."""
    n = x.size(0)
    capacity = int(math.ceil(n / n_experts * capacity_factor))
    order = torch.argsort(expert_ids, stable=True)
    counts = torch.bincount(expert_ids, minlength=n_experts)
    splits = counts.tolist()
    groups, dropped, start = [], 0, 0
    for c in splits:
        idx = order[start:start + c]
        if c > capacity:
            dropped += c - capacity
            idx = idx[:capacity]
        groups.append(idx)
        start += c
    return groups, dropped, capacity


def combine(groups, outputs, like):
    y = torch.zeros_like(like)
    for idx, out in zip(groups, outputs):
        if idx.numel() == 0:
            continue
        y[idx] = out
    return y


def moe_layer(x, router, experts, capacity_factor=1.25, noise=0.0, rng=None):
    logits = router(x)
    if noise > 0:
        logits = logits + noise * torch.randn_like(logits)
    probs = logits.softmax(-1)
    gate, ids = probs.max(-1)
    groups, dropped, cap = dispatch(x, ids, len(experts), capacity_factor)
    outputs = [e(x[g]) * gate[g, None] for e, g in zip(experts, groups)]
    stats = {
        "dropped": dropped / x.size(0),
        "capacity": cap,
        "entropy": -(probs * probs.clamp_min(1e-9).log()).sum(-1).mean(),
        "max_gate": gate.max(),
    }
    return combine(groups, outputs, x), stats


def evaluate_router(batches, router, experts, device):
    rows = []
    for xb in batches:
        y, s = moe_layer(xb.to(device), router, experts, noise=0.1)
        rows.append([s["dropped"], float(s["entropy"]), s["max_gate"].item(), float(np.log(s["capacity"]))])
    table = np.asarray(rows)
    worst = table[:, 0].max()
    if worst > 0.9:
        print("warning: most tokens dropped", worst)
    names = ("dropped", "entropy", "max_gate", "log_capacity")
    return dict(zip(names, table.mean(axis=0).tolist()))

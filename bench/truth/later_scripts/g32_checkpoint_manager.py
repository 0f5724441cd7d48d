import heapq
import json
import os
import random
import shutil

import numpy as np
import torch


class CheckpointManager:
    def __init__(self, folder, keep=2, mode="max"):
        self.folder, self.keep, self.mode = folder, keep, mode
        self.heap = []
        os.makedirs(folder, exist_ok=True)

    def save(self, state, metric, step):
        path = os.path.join(self.folder, f"step_{step:06d}.pt")
        torch.save(state, path)
        score = float(metric) if self.mode == "max" else -float(metric)
        heapq.heappush(self.heap, (score, path))
        while len(self.heap) > self.keep:
            _, worst = heapq.heappop(self.heap)
            if os.path.exists(worst):
                os.remove(worst)
        best = max(self.heap)[1]
        shutil.copyfile(best, os.path.join(self.folder, "best.pt"))
        return path

    def latest(self):
        names = sorted(n for n in os.listdir(self.folder) if n.startswith("step_"))
        return os.path.join(self.folder, names[-1]) if names else None


def rng_state():
    return {"python": random.getstate(), "numpy": np.random.get_state()[1][0].item(), "torch": torch.get_rng_state(), "cuda": torch.cuda.get_rng_state_all()}


def full_state(model, optimizer, scheduler, step, **extra):
    model_state = {k: v.cpu() for k, v in model.state_dict().items()}
    return {"model": model_state, "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "step": step, **extra}


def strip_prefix(state_dict, prefix="module."):
    return {k[len(prefix):] if k.startswith(prefix) else k: v for k, v in state_dict.items()}


def load_matching(model, state_dict):
    own = model.state_dict()
    loaded, skipped = [], []
    for name, param in strip_prefix(state_dict).items():
        if name not in own or own[name].shape != param.shape:
            skipped.append(name)
            continue
        own[name].copy_(param)
        loaded.append(name)
    return loaded, skipped


def resume(path, model, optimizer, scheduler, device):
    ckpt = torch.load(path, map_location="cpu", weights_only=False)
    model.load_state_dict(ckpt["model"])
    optimizer.load_state_dict(ckpt["optimizer"])
    scheduler.load_state_dict(ckpt["scheduler"])
    for state in optimizer.state.values():
        for k, v in state.items():
            if isinstance(v, torch.Tensor):
                state[k] = v.to(device)
    return ckpt["step"]


def average_checkpoints(paths, device):
    avg = None
    for p in paths:
        sd = torch.load(p, map_location=device, weights_only=False)["model"]
        if avg is None:
            avg = {k: v.clone().float() for k, v in sd.items()}
        else:
            for k in avg:
                avg[k] += sd[k]
    return {k: v.div(len(paths)) for k, v in avg.items()}


def fingerprint(model):
    return {n: round(p.detach().float().norm().item(), 5) for n, p in model.named_parameters()}


def train(model, loader, optimizer, scheduler, manager, device, epochs):
    best = torch.tensor(-float("inf"))
    step = 0
    for epoch in range(epochs):
        correct = total = 0
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            out = model(x)
            loss = torch.nn.functional.cross_entropy(out, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            correct += out.argmax(1).eq(y).sum().item()
            total += y.size(0)
            step += 1
        scheduler.step()
        acc = correct / total
        manager.save(full_state(model, optimizer, scheduler, step, loss=loss, rng=rng_state()), acc, step)
        best = max(best, torch.tensor(acc))
        with open(os.path.join(manager.folder, "log.json"), "a") as f:
            f.write(json.dumps({"epoch": epoch, "acc": acc, "best": best.item(), "loss": loss.item()}) + "\n")
    start = resume(manager.latest(), model, optimizer, scheduler, device)
    paths = [p for _, p in manager.heap]
    avg = average_checkpoints(paths, device)
    print(load_matching(model, {"module." + k: v for k, v in avg.items()}), start)
    print(load_matching(model, {"extra": torch.ones(1)}))
    return fingerprint(model)

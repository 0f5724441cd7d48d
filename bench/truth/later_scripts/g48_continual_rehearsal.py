import random
from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def reservoir(num_seen, buffer_size):
    if num_seen < buffer_size:
        return num_seen
    rand = np.random.randint(0, num_seen + 1)
    return rand if rand < buffer_size else -1


class Buffer:
    def __init__(self, buffer_size, device):
        self.buffer_size, self.device = buffer_size, device
        self.num_seen_examples = 0
        self.attributes = ["examples", "labels", "logits"]

    def init_tensors(self, **data):
        for name in self.attributes:
            value = data.get(name)
            if value is not None and not hasattr(self, name):
                kind = torch.int64 if name.endswith("els") else torch.float32
                setattr(self, name, torch.zeros((self.buffer_size, *value.shape[1:]), dtype=kind, device=self.device))

    def add_data(self, examples, labels=None, logits=None):
        if not hasattr(self, "examples"):
            self.init_tensors(examples=examples, labels=labels, logits=logits)
        for i in range(examples.shape[0]):
            index = reservoir(self.num_seen_examples, self.buffer_size)
            self.num_seen_examples += 1
            if index >= 0:
                self.examples[index] = examples[i].to(self.device)
                if labels is not None:
                    self.labels[index] = labels[i].to(self.device)
                if logits is not None:
                    self.logits[index] = logits[i].to(self.device)

    def get_data(self, size):
        n = min(self.num_seen_examples, self.examples.shape[0])
        choice = np.random.choice(n, size=min(size, n), replace=False)
        return tuple(getattr(self, a)[choice] for a in self.attributes if hasattr(self, a))

    def is_empty(self):
        return self.num_seen_examples == 0


class EWC:
    def __init__(self, model, lam=10.0):
        self.model, self.lam = model, lam
        self.fisher, self.old = {}, {}

    def consolidate(self, loader, device):
        fisher = {n: torch.zeros_like(p) for n, p in self.model.named_parameters() if p.requires_grad}
        self.model.eval()
        count = 0
        for x, y in loader:
            for ex, lab in zip(x.to(device), y.to(device)):
                self.model.zero_grad()
                out = self.model(ex.unsqueeze(0))
                loss = -F.nll_loss(F.log_softmax(out, 1), lab.unsqueeze(0))
                exp_cond_prob = torch.mean(torch.exp(loss.detach().clone()))
                loss.backward()
                for n, p in self.model.named_parameters():
                    fisher[n] += exp_cond_prob * p.grad.detach() ** 2
                count += 1
        for n in fisher:
            fisher[n] /= count
        self.fisher = fisher
        self.old = {n: p.detach().clone() for n, p in self.model.named_parameters()}
        self.model.train()

    def penalty(self):
        if not self.fisher:
            return torch.tensor(0.0)
        return self.lam * sum((self.fisher[n] * (p - self.old[n]) ** 2).sum() for n, p in self.model.named_parameters())


class Prototypes:
    def __init__(self):
        self.means = {}

    def fit(self, feats, labels):
        for c in labels.unique():
            self.means[c.item()] = feats[labels == c].mean(0)

    def predict(self, feats):
        classes = sorted(self.means)
        protos = torch.stack([self.means[c] for c in classes])
        idx = torch.cdist(feats, protos).argmin(1)
        return torch.tensor(classes, device=feats.device)[idx]


def herding(feats, m):
    mean = feats.mean(0)
    chosen, acc = [], torch.zeros_like(mean)
    for k in range(1, m + 1):
        d = ((mean - (acc + feats) / k) ** 2).sum(1)
        if chosen:
            d[chosen] = float("inf")
        i = int(torch.argmin(d))
        chosen.append(i)
        acc += feats[i]
    return chosen


def forgetting(matrix):
    m = np.array(matrix)
    return float(np.mean(m.max(0)[:-1] - m[-1, :-1])) if len(m) > 1 else 0.0


def observe(net, opt, buffer, ewc, x, y, not_aug, alpha=0.5):
    opt.zero_grad()
    outputs = net(x)
    loss = F.cross_entropy(outputs, y)
    if not buffer.is_empty():
        bx, by, blogits = buffer.get_data(4)
        loss = loss + alpha * F.mse_loss(net(bx), blogits) + F.cross_entropy(net(bx), by)
    penalty = ewc.penalty()
    loss = loss + penalty
    loss.backward()
    opt.step()
    buffer.add_data(examples=not_aug, labels=y, logits=outputs.data)
    return loss.item()


def run_tasks(net, opt, tasks, device, buffer, ewc):
    protos, results = Prototypes(), []
    losses = defaultdict(list)
    for t, loader in enumerate(tasks):
        for x, y in loader:
            keep = x
            x, y = x.to(device), y.to(device)
            losses[t].append(observe(net, opt, buffer, ewc, x, y, keep))
        ewc.consolidate(loader, device)
        with torch.no_grad():
            feats = net(x)
            protos.fit(feats, y)
            row = []
            for other in tasks:
                correct, total = 0, 0
                for ox, oy in other:
                    pred = protos.predict(net(ox.to(device)))
                    correct += torch.sum(pred == oy.to(device)).item()
                    total += len(oy)
                row.append(correct / total)
        results.append(row)
        print("task", t, "exemplars", herding(feats, 2), "loss", np.mean(losses[t]))
    return forgetting(results)

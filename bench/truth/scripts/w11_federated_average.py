import copy
import random
from collections import OrderedDict

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Subset, TensorDataset

DEVICE = torch.device("cuda:0")


def make_model():
    return nn.Sequential(nn.Linear(10, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))


def dirichlet_split(labels, n_clients, alpha=0.5):
    parts = [[] for _ in range(n_clients)]
    for c in np.unique(labels):
        idx = np.where(labels == c)[0]
        np.random.shuffle(idx)
        cuts = (np.cumsum(np.random.dirichlet([alpha] * n_clients)) * len(idx)).astype(int)[:-1]
        for part, chunk in zip(parts, np.split(idx, cuts)):
            part.extend(chunk.tolist())
    return [p if len(p) > 1 else [0, 1] for p in parts]


class Client:
    def __init__(self, cid, dataset, lr):
        self.cid, self.lr = cid, lr
        self.loader = DataLoader(dataset, batch_size=8, shuffle=True)

    def fit(self, global_state):
        model = make_model().to(DEVICE)
        model.load_state_dict(global_state)
        model.train()
        opt = torch.optim.SGD(model.parameters(), lr=self.lr, momentum=0.9)
        total = 0.0
        for x, y in self.loader:
            if len(x) < 2:
                continue
            x, y = x.to(DEVICE), y.to(DEVICE)
            loss = nn.functional.cross_entropy(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        return {k: v.cpu() for k, v in model.state_dict().items()}, len(self.loader.dataset), total


def fedavg(results):
    n = sum(r[1] for r in results)
    avg = OrderedDict()
    for key in results[0][0]:
        avg[key] = sum(state[key].float() * (k / n) for state, k, _ in results).to(results[0][0][key].dtype)
    return avg


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        pred = model(x.to(DEVICE)).argmax(1)
    acc = (pred == y.to(DEVICE)).float().mean()
    return float(acc)


def main(rounds=2, clients=3):
    random.seed(0), np.random.seed(0), torch.manual_seed(0)
    x, y = torch.randn(60, 10), torch.randint(0, 3, (60,))
    parts = dirichlet_split(y.numpy(), clients)
    pool = [Client(i, Subset(TensorDataset(x, y), p), 0.05) for i, p in enumerate(parts)]
    server = make_model().to(DEVICE)
    best = None
    for r in range(rounds):
        chosen = random.sample(pool, max(1, int(0.7 * len(pool))))
        results = [c.fit(copy.deepcopy(server.state_dict())) for c in chosen]
        server.load_state_dict(fedavg(results))
        acc = evaluate(server, x, y)
        best = max(best or 0.0, acc)
        print(f"round {r}: clients {[c.cid for c in chosen]} acc {acc:.3f} loss {sum(t for *_, t in results):.3f}")
    print("best", best)


if __name__ == "__main__":
    main()

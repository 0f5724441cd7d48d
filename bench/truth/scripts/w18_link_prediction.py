import numpy as np
import torch
import torch.nn as nn


def auc(scores, labels):
    order = np.argsort(scores)
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    pos = labels.sum()
    neg = len(labels) - pos
    if pos == 0 or neg == 0:
        return 0.5
    return (ranks[labels == 1].sum() - pos * (pos + 1) / 2) / (pos * neg)


class SAGE(nn.Module):
    def __init__(self, d_in, d):
        super().__init__()
        self.lin_self, self.lin_nbr = nn.Linear(d_in, d), nn.Linear(d_in, d, bias=False)

    def forward(self, x, edge_index):
        src, dst = edge_index[0], edge_index[1]
        n = x.size(0)
        s = x.new_zeros(n, x.size(1)).index_add_(0, dst, x[src])
        deg = torch.bincount(dst, minlength=n).clamp(min=1).to(x.dtype)
        return self.lin_self(x) + self.lin_nbr(s / deg.unsqueeze(1))


class Model(nn.Module):
    def __init__(self, d_in=8, d=16):
        super().__init__()
        self.conv1, self.conv2 = SAGE(d_in, d), SAGE(d, d)

    def encode(self, x, edges):
        return self.conv2(self.conv1(x, edges).relu(), edges)

    def decode(self, z, pairs):
        return (z[pairs[0]] * z[pairs[1]]).sum(-1)


def negative_sampling(edge_index, n, k):
    taken = set((edge_index[0] * n + edge_index[1]).tolist())
    pairs = []
    while len(pairs) < k:
        a, b = np.random.randint(n), np.random.randint(n)
        if a != b and a * n + b not in taken:
            pairs.append((a, b))
    return torch.tensor(pairs).t().to(edge_index.device)


def remove_duplicates(edge_index):
    edge_index = edge_index[:, edge_index[0] != edge_index[1]]
    return torch.unique(edge_index, dim=1)


def main(n=30, epochs=3):
    np.random.seed(0)
    torch.manual_seed(0)
    device = torch.device("cuda")
    x = torch.randn(n, 8).to(device)
    edges = remove_duplicates(torch.randint(n, (2, 120), device=device))
    perm = torch.randperm(edges.size(1), device=device)
    cut = int(0.8 * edges.size(1))
    train_e, test_e = edges[:, perm[:cut]], edges[:, perm[cut:]]
    model = Model().to(device)
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    best = {}
    for epoch in range(epochs):
        model.train()
        z = model.encode(x, train_e)
        neg = negative_sampling(edges, n, train_e.size(1))
        logits = torch.cat([model.decode(z, train_e), model.decode(z, neg)])
        y = torch.cat([torch.ones(train_e.size(1)), torch.zeros(neg.size(1))]).to(device)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()

        model.eval()
        with torch.no_grad():
            z = model.encode(x, train_e)
            neg = negative_sampling(edges, n, test_e.size(1))
            s = torch.cat([model.decode(z, test_e), model.decode(z, neg)]).sigmoid().cpu().numpy()
        labels = np.r_[np.ones(test_e.size(1)), np.zeros(neg.size(1))]
        score = auc(s, labels)
        if score > best.get("auc", 0):
            best = {"auc": score, "epoch": epoch, "loss": loss.item(), "z": z.clone()}
        print(f"{epoch:02d} loss {loss:.4f} auc {score:.3f}")
    hubs = torch.bincount(edges[0]).topk(3).indices.tolist()
    print("best", best.get("epoch"), "hubs", hubs, "norm", best["z"].norm(dim=1).max().item() if "z" in best else 0)


main()

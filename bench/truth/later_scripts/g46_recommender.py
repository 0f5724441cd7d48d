import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset


class BPRData(Dataset):
    def __init__(self, features, num_item, train_mat=None, num_ng=1):
        self.features, self.num_item, self.train_mat, self.num_ng = features, num_item, train_mat, num_ng
        self.ng_sample()

    def ng_sample(self):
        self.fill = []
        for u, i in self.features:
            for _ in range(self.num_ng):
                j = np.random.randint(self.num_item)
                while (u, j) in self.train_mat:
                    j = np.random.randint(self.num_item)
                self.fill.append([u, i, j])

    def __len__(self):
        return len(self.fill)

    def __getitem__(self, idx):
        return tuple(self.fill[idx])


class LightGCN(nn.Module):
    def __init__(self, n_users, n_items, dim, layers, graph):
        super().__init__()
        self.user, self.item = nn.Embedding(n_users, dim), nn.Embedding(n_items, dim)
        self.layers, self.graph = layers, graph
        self.n_users, self.n_items = n_users, n_items

    def computer(self):
        all_emb = torch.cat([self.user.weight, self.item.weight])
        embs = [all_emb]
        for _ in range(self.layers):
            all_emb = torch.sparse.mm(self.graph, all_emb)
            embs.append(all_emb)
        return torch.split(torch.stack(embs, 1).mean(1), [self.n_users, self.n_items])

    def bpr_loss(self, users, pos, neg):
        u, i = self.computer()
        ue, pe, ne = u[users.long()], i[pos.long()], i[neg.long()]
        reg = 0.5 * (self.user(users).norm(2).pow(2) + self.item(pos).norm(2).pow(2) + self.item(neg).norm(2).pow(2)) / float(len(users))
        return torch.mean(torch.nn.functional.softplus((ue * ne).sum(1) - (ue * pe).sum(1))), reg


def build_graph(pairs, n_users, n_items, device):
    n = n_users + n_items
    rows = np.array([u for u, _ in pairs])
    cols = np.array([i for _, i in pairs]) + n_users
    index = torch.from_numpy(np.stack([np.concatenate([rows, cols]), np.concatenate([cols, rows])]))
    deg = torch.bincount(index[0], minlength=n).float().clamp(min=1)
    val = deg[index[0]].pow(-0.5) * deg[index[1]].pow(-0.5)
    return torch.sparse_coo_tensor(index, val, (n, n)).coalesce().to(device)


def hit(gt_item, pred_items):
    return 1 if gt_item in pred_items else 0


def ndcg(gt_item, pred_items):
    if gt_item in pred_items:
        return np.reciprocal(np.log2(pred_items.index(gt_item) + 2))
    return 0


def metrics(score, test_loader, top_k, device):
    HR, NDCG = [], []
    for user, item in test_loader:
        user, item = user.to(device), item.to(device)
        predictions = score(user, item)
        _, indices = torch.topk(predictions, top_k)
        recommends = torch.take(item, indices).cpu().numpy().tolist()
        gt_item = item[0].item()
        HR.append(hit(gt_item, recommends))
        NDCG.append(ndcg(gt_item, recommends))
    return np.mean(HR), np.mean(NDCG)


@torch.no_grad()
def full_rank(model, seen, truth, k, device, batch=2):
    users, items = model.computer()
    recalls = []
    for start in range(0, model.n_users, batch):
        ids = torch.arange(start, min(start + batch, model.n_users), device=device)
        rating = torch.sigmoid(users[ids] @ items.t())
        exclude_u, exclude_i = [], []
        for r, u in enumerate(ids.tolist()):
            exclude_u += [r] * len(seen[u])
            exclude_i += list(seen[u])
        rating[exclude_u, exclude_i] = -(1 << 10)
        top = torch.topk(rating, k=k)[1].cpu()
        for r, u in enumerate(range(start, start + len(ids))):
            hits = len(set(top[r].tolist()) & truth[u])
            recalls.append(hits / max(len(truth[u]), 1))
    return sum(recalls) / len(recalls)


def train(model, dataset, loader, optimizer, device, epochs, decay=1e-4):
    for epoch in range(epochs):
        dataset.ng_sample()
        aver = 0.0
        for users, pos, neg in loader:
            users, pos, neg = users.to(device), pos.to(device), neg.to(device)
            loss, reg = model.bpr_loss(users, pos, neg)
            loss = loss + decay * reg
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            aver += loss.cpu().item()
        print(f"epoch {epoch} loss {aver / len(loader):.3f}")

    def score(user, item):
        with torch.no_grad():
            u, i = model.computer()
            return (u[user] * i[item]).sum(-1)

    return score

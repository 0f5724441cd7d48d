import random

import numpy as np
import torch
import torch.nn.functional as F


def negative_sampling(edge_index, num_nodes, num_neg):
    """Host-side rejection sampling over a set of packed pairs."""
    seen = set((edge_index[0] * num_nodes + edge_index[1]).tolist())
    rows, cols = [], []
    while len(rows) < num_neg:
        a, b = random.randrange(num_nodes), random.randrange(num_nodes)
        if a * num_nodes + b not in seen:
            rows.append(a)
            cols.append(b)
    return torch.tensor([rows, cols], device=edge_index.device)


def mrr(pos, neg):
    """pos (N,), neg (N, K)"""
    y = torch.cat([pos.view(-1, 1), neg], dim=1)
    argsort = torch.argsort(y, dim=1, descending=True)
    ranking = torch.nonzero(argsort == 0, as_tuple=False)[:, 1] + 1
    hits1 = (ranking <= 1).to(torch.float)
    hits3 = (ranking <= 3).to(torch.float)
    return {"hits@1": hits1, "hits@3": hits3, "mrr": 1.0 / ranking.to(torch.float)}


def hits_at(pos, neg, K):
    if len(neg) < K:
        return 1.0
    kth = torch.topk(neg, K)[0][-1]
    return float(torch.sum(pos > kth).cpu()) / len(pos)


class KGE(torch.nn.Module):
    def __init__(self, n_ent, n_rel, dim, gamma=6.0):
        super().__init__()
        self.ent = torch.nn.Embedding(n_ent, dim)
        self.rel = torch.nn.Embedding(n_rel, dim)
        self.gamma = torch.nn.Parameter(torch.Tensor([gamma]), requires_grad=False)
        self.range = torch.nn.Parameter(torch.Tensor([(gamma + 2.0) / dim]), requires_grad=False)
        torch.nn.init.uniform_(self.ent.weight, -self.range.item(), self.range.item())

    def forward(self, h, r, t):
        return self.gamma.item() - (self.ent(h) + self.rel(r) - self.ent(t)).norm(p=1, dim=-1)

    def score_all(self, h, r):
        q = self.ent(h) + self.rel(r)
        return self.gamma - torch.cdist(q, self.ent.weight, p=1)


def train_step(model, optimizer, train_iterator, args):
    model.train()
    optimizer.zero_grad()
    positive, negative, weight = next(train_iterator)
    if args["cuda"]:
        positive = positive.cuda()
        negative = negative.cuda()
        weight = weight.cuda()
    h, r, t = positive.unbind(1)
    neg = model(h.unsqueeze(1), r.unsqueeze(1), negative)
    neg_score = (F.softmax(neg * args["adv_temp"], dim=1).detach() * F.logsigmoid(-neg)).sum(dim=1)
    pos_score = F.logsigmoid(model(h, r, t))
    pos_loss = -(weight * pos_score).sum() / weight.sum()
    neg_loss = -(weight * neg_score).sum() / weight.sum()
    loss = (pos_loss + neg_loss) / 2
    reg = args["reg"] * model.ent.weight.norm(p=3) ** 3
    (loss + reg).backward()
    optimizer.step()
    return {"reg": reg.item(), "pos": pos_loss.item(), "loss": loss.item()}


@torch.no_grad()
def test(model, triples, filter_dict, device):
    ranks = []
    for batch in triples.split(4):
        batch = batch.to(device)
        scores = model.score_all(batch[:, 0], batch[:, 1])
        for i in range(batch.size(0)):
            h, r, t = batch[i].tolist()
            filt = [e for e in filter_dict[(h, r)] if e != t]
            scores[i, filt] = -1e6
        target = scores.gather(1, batch[:, 2:])
        rank = (scores > target).sum(1) + 1
        ranks.append(rank.cpu())
    ranks = torch.cat(ranks).float()
    return {"MRR": (1 / ranks).mean().item(), "MR": ranks.mean().item(), **{f"H@{k}": (ranks <= k).float().mean().item() for k in (1, 3)}}


def evaluate_edges(score, edge_index, num_nodes, K):
    neg_edges = negative_sampling(edge_index, num_nodes, 12)
    pos, neg = score(edge_index), score(neg_edges)
    results = {k: v.mean().item() for k, v in mrr(pos, neg.expand(pos.numel(), -1)).items()}
    results["hits"] = hits_at(pos, neg, K)
    return {k: np.round(v, 4) for k, v in results.items()}

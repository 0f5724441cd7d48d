import torch
import torch.nn.functional as F


def pairwise_dist(emb, squared=False):
    dot = emb @ emb.t()
    sq = dot.diag()
    dist = sq.unsqueeze(0) - 2.0 * dot + sq.unsqueeze(1)
    dist = dist.clamp(min=0.0)
    if not squared:
        mask = (dist == 0.0).float()
        dist = (1.0 - mask) * torch.sqrt(dist + mask * 1e-16)
    return dist


def triplet_mask(labels):
    eye = torch.eye(labels.size(0), dtype=torch.bool, device=labels.device)
    ne = ~eye
    distinct = ne.unsqueeze(2) & ne.unsqueeze(1) & ne.unsqueeze(0)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    return distinct & same.unsqueeze(2) & ~same.unsqueeze(1)


def batch_all(labels, emb, margin):
    d = pairwise_dist(emb)
    loss = d.unsqueeze(2) - d.unsqueeze(1) + margin
    mask = triplet_mask(labels)
    loss = F.relu(loss * mask.float())
    num_pos = (loss > 1e-16).float().sum()
    fraction = num_pos / (mask.sum().float() + 1e-16)
    return loss.sum() / (num_pos + 1e-16), fraction


class SemiHardMiner:
    def __init__(self, margin=0.3, rng=None):
        self.margin = margin
        self.rng = rng

    def mine(self, emb, labels):
        dist = pairwise_dist(emb.detach()).cpu()
        labels = labels.cpu()
        triplets = []
        for label in set(labels.tolist()):
            idx = torch.where(labels == label)[0]
            neg = torch.where(labels != label)[0]
            if len(idx) < 2:
                continue
            for a in range(len(idx)):
                for p in range(a + 1, len(idx)):
                    ap = dist[idx[a], idx[p]]
                    an = dist[idx[a], neg]
                    ok = torch.where((an > ap) & (an < ap + self.margin))[0]
                    if len(ok) > 0:
                        choice = ok[self.rng.randrange(len(ok))]
                        triplets.append([idx[a].item(), idx[p].item(), neg[choice].item()])
        if not triplets:
            triplets.append([0, 0, 0])
        return torch.LongTensor(triplets)


class HardBatch(torch.nn.Module):
    def __init__(self, margin=None):
        super().__init__()
        self.ranking = torch.nn.SoftMarginLoss() if margin is None else torch.nn.MarginRankingLoss(margin)
        self.margin = margin

    def forward(self, emb, labels):
        n = emb.size(0)
        dist = torch.cdist(emb, emb)
        is_pos = labels.expand(n, n).eq(labels.expand(n, n).t())
        dist_ap, dist_an = [], []
        for i in range(n):
            dist_ap.append(dist[i][is_pos[i]].max().unsqueeze(0))
            dist_an.append(dist[i][is_pos[i] == 0].min().unsqueeze(0))
        dist_ap, dist_an = torch.cat(dist_ap), torch.cat(dist_an)
        y = torch.ones_like(dist_an)
        if self.margin is None:
            return self.ranking(dist_an - dist_ap, y)
        return self.ranking(dist_an, dist_ap, y)


def train(net, loader, opt, miner, hard):
    log = []
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        emb = F.normalize(net(x))
        tri = miner.mine(emb, y)
        if emb.is_cuda:
            tri = tri.cuda()
        a, p, n = emb[tri[:, 0]], emb[tri[:, 1]], emb[tri[:, 2]]
        loss = F.triplet_margin_loss(a, p, n, margin=miner.margin)
        extra, frac = batch_all(y, emb, miner.margin)
        loss = loss + extra + hard(emb, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        log.append((loss.detach(), frac, len(tri)))
    print("mean nonzero:", torch.stack([f for _, f, _ in log]).mean())
    return [l.item() for l, _, _ in log]

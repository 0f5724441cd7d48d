import torch
import torch.nn.functional as F


def pairwise_distances(emb):
    dot = emb @ emb.t()
    sq = dot.diag()
    dist = (sq[:, None] - 2 * dot + sq[None, :]).clamp(min=0)
    zero = dist.eq(0).float()
    return (1 - zero) * torch.sqrt(dist + zero * 1e-16)


def batch_hard(emb, labels, margin):
    d = pairwise_distances(emb)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    eye = torch.eye(len(labels), dtype=torch.bool, device=emb.device)
    pos = (d * (same & ~eye).float()).max(1)[0]
    neg = (d + d.max() * same.float()).min(1)[0]
    return F.relu(pos - neg + margin).mean()


def mine_semihard(emb, labels, margin):
    d = pairwise_distances(emb.detach())
    triplets = []
    classes = labels.unique()
    for c in classes:
        mask = labels == c
        positives = mask.nonzero().squeeze(1)
        negatives = (~mask).nonzero().squeeze(1)
        if len(positives) < 2 or len(negatives) == 0:
            continue
        for a, p in zip(positives[:-1], positives[1:]):
            ap = d[a, p]
            candidates = negatives[d[a, negatives] < ap + margin]
            if len(candidates) > 0:
                n = candidates[torch.randint(len(candidates), (1,))]
                triplets.append((a.item(), p.item(), n.item()))
    return triplets


def run_epoch(net, loader, optim, margin=0.2, hard=False, use_cuda=True):
    total, used = 0.0, 0
    for imgs, lbls in loader:
        if use_cuda:
            imgs, lbls = imgs.cuda(), lbls.cuda()
        e = F.normalize(net(imgs))
        if hard:
            loss = batch_hard(e, lbls, margin)
        else:
            trips = mine_semihard(e, lbls, margin)
            if not trips:
                continue
            a, p, n = (torch.tensor(col, device=e.device) for col in zip(*trips))
            loss = F.triplet_margin_loss(e[a], e[p], e[n], margin=margin)
        optim.zero_grad()
        loss.backward()
        optim.step()
        total += loss.item()
        used += 1
    return total / used if used else float("nan")

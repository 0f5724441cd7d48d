import numpy as np
import torch


def pairwise_distance(query, gallery):
    m, n = query.size(0), gallery.size(0)
    dist = query.pow(2).sum(1, keepdim=True).expand(m, n) + gallery.pow(2).sum(1, keepdim=True).expand(n, m).t()
    dist.addmm_(query, gallery.t(), beta=1, alpha=-2)
    return dist


def evaluate_rank(distmat, q_pids, g_pids, q_camids, g_camids, max_rank=5):
    num_q, num_g = distmat.shape
    if num_g < max_rank:
        max_rank = num_g
    indices = np.argsort(distmat, axis=1)
    matches = (g_pids[indices] == q_pids[:, np.newaxis]).astype(np.int32)
    all_cmc, all_AP = [], []
    for q_idx in range(num_q):
        order = indices[q_idx]
        remove = (g_pids[order] == q_pids[q_idx]) & (g_camids[order] == q_camids[q_idx])
        keep = np.invert(remove)
        raw_cmc = matches[q_idx][keep]
        if not np.any(raw_cmc):
            continue
        cmc = raw_cmc.cumsum()
        cmc[cmc > 1] = 1
        all_cmc.append(cmc[:max_rank])
        tmp = raw_cmc.cumsum()
        tmp = [x / (i + 1.0) for i, x in enumerate(tmp)]
        all_AP.append((np.asarray(tmp) * raw_cmc).sum() / raw_cmc.sum())
    return np.asarray(all_cmc).astype(np.float32).mean(0), float(np.mean(all_AP))


def extract_features(model, loader):
    features, pids, camids = [], [], []
    for data in loader:
        imgs = data["img"].cuda()
        feats = model(imgs).data
        features.append(torch.nn.functional.normalize(feats, p=2, dim=1))
        pids.extend(data["pid"].tolist())
        camids.extend(np.asarray(data["cam"]).tolist())
    return torch.cat(features, 0), np.asarray(pids), np.asarray(camids)


def recall_at_k(sim, gt, ks=(1, 3)):
    """Text to image: gt[i] is the image of caption i."""
    ranks = torch.argsort(sim, dim=1, descending=True)
    where = torch.where(ranks == gt[:, None])[1]
    out = {f"R@{k}": 100.0 * (where < k).float().mean().item() for k in ks}
    out["medr"] = torch.floor(torch.median(where.float())).item() + 1
    return out


def ndcg(sims, relevance, k):
    order = sims.argsort(-1, descending=True)[..., :k]
    gains = relevance.gather(-1, order)
    discount = 1.0 / torch.log2(torch.arange(2, k + 2, device=sims.device).float())
    ideal = relevance.sort(-1, descending=True).values[..., :k]
    return ((gains * discount).sum(-1) / (ideal * discount).sum(-1).clamp(min=1e-9)).mean()


@torch.no_grad()
def test(model, query_loader, gallery_loader, logger):
    model.eval()
    qf, q_pids, q_camids = extract_features(model, query_loader)
    gf, g_pids, g_camids = extract_features(model, gallery_loader)
    logger.info("Obtained features, matrix: %s", tuple(qf.shape))
    distmat = pairwise_distance(qf, gf).cpu().numpy()
    cmc, mAP = evaluate_rank(distmat, q_pids, g_pids, q_camids, g_camids)
    logger.info("mAP: {:.1%}".format(mAP))
    for r in [1, 3]:
        logger.info("Rank-{:<3}: {:.1%}".format(r, cmc[r - 1]))
    sim = qf @ gf.t()
    rel = torch.from_numpy((q_pids[:, None] == g_pids[None]).astype(np.float32)).to(sim)
    logger.info("ndcg %.3f", ndcg(sim, rel, 3))
    stats = recall_at_k(sim, torch.arange(len(qf)).to(sim.device))
    return cmc[0], mAP, stats

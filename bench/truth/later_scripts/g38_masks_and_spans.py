import numpy as np
import torch
import torch.nn.functional as F


def lengths_to_mask(lengths, max_len=None):
    max_len = max_len or int(lengths.max())
    return torch.arange(max_len, device=lengths.device)[None, :] < lengths[:, None]


def causal_mask(size, device):
    return torch.triu(torch.ones(size, size, device=device), diagonal=1) == 1


def make_std_mask(tgt, pad):
    tgt_mask = (tgt != pad).unsqueeze(-2)
    return tgt_mask & ~causal_mask(tgt.size(-1), tgt.device).unsqueeze(0)


def compute_span_masks(shape, prob, length, min_masks=1):
    batch, seq = shape
    mask = np.zeros(shape, dtype=bool)
    for b in range(batch):
        n = max(int(prob * seq / length + np.random.rand()), min_masks)
        starts = np.random.choice(seq - length + 1, n, replace=False)
        for s in starts:
            mask[b, s : s + length] = True
    return mask


def apply_masking(x, mask_emb, prob, length, pad_mask=None):
    mask = torch.from_numpy(compute_span_masks(x.shape[:2], prob, length)).to(x.device)
    if pad_mask is not None:
        mask = mask & ~pad_mask
    x[mask] = mask_emb
    return x, mask


def random_patch_mask(x, ratio):
    N, L, D = x.shape
    keep = int(L * (1 - ratio))
    noise = torch.rand(N, L, device=x.device)
    shuffle = torch.argsort(noise, dim=1)
    restore = torch.argsort(shuffle, dim=1)
    ids_keep = shuffle[:, :keep]
    kept = torch.gather(x, 1, ids_keep.unsqueeze(-1).expand(-1, -1, D))
    mask = torch.ones([N, L], device=x.device)
    mask[:, :keep] = 0
    return kept, torch.gather(mask, 1, restore), restore


def mlm(ids, vocab_size, mask_id, special, p=0.15):
    labels = ids.clone()
    prob = torch.full(labels.shape, p, device=ids.device)
    for s in special:
        prob.masked_fill_(ids == s, 0.0)
    chosen = torch.bernoulli(prob).bool()
    labels[~chosen] = -100
    replaced = torch.bernoulli(torch.full(labels.shape, 0.8, device=ids.device)).bool() & chosen
    ids[replaced] = mask_id
    rand = torch.bernoulli(torch.full(labels.shape, 0.5, device=ids.device)).bool() & chosen & ~replaced
    ids[rand] = torch.randint(vocab_size, labels.shape, dtype=torch.long, device=ids.device)[rand]
    return ids, labels


def last_token(hidden, attention_mask):
    if attention_mask[:, -1].sum() == attention_mask.shape[0]:
        return hidden[:, -1]
    seq = attention_mask.sum(dim=1) - 1
    return hidden[torch.arange(hidden.shape[0], device=hidden.device), seq]


def mean_pool(hidden, attention_mask):
    m = attention_mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * m).sum(1) / m.sum(1).clamp(min=1e-9)


def masked_softmax(scores, mask):
    scores = scores.masked_fill(mask == 0, -1e9)
    return torch.softmax(scores, -1)


def best_spans(start, end, mask, max_answer=4, top=2):
    start = start.masked_fill(~mask, -1e4).log_softmax(-1)
    end = end.masked_fill(~mask, -1e4).log_softmax(-1)
    scores = start[:, :, None] + end[:, None]
    L = scores.size(1)
    window = torch.ones(L, L, dtype=torch.bool, device=scores.device).triu().tril(max_answer - 1)
    scores = scores.masked_fill(~window, -1e4)
    vals, flat = scores.flatten(1).topk(top)
    spans = torch.stack([flat // L, flat % L], -1).cpu().numpy()
    return [[(int(i), int(j), float(v)) for (i, j), v in zip(s, vs)] for s, vs in zip(spans, vals)]


def loss_fn(logits, labels):
    active = labels.view(-1) != -100
    active_logits = logits.view(-1, logits.size(-1))[active]
    active_labels = torch.where(active, labels.view(-1), torch.tensor(-100).type_as(labels))
    return F.cross_entropy(active_logits, labels.view(-1)[active]) + 0 * active_labels.sum()


def step(embed, head, span_head, mask_emb, batch, optimizer, cfg):
    ids, lengths = batch["ids"].cuda(), batch["lengths"].cuda()
    mask = lengths_to_mask(lengths)
    ids, labels = mlm(ids, cfg["vocab"], cfg["mask_id"], cfg["special"], p=0.4)
    h = embed(ids)
    h2, spans = apply_masking(h.clone(), mask_emb, 0.3, 2, ~mask)
    kept, patch_mask, restore = random_patch_mask(h2, 0.5)
    att = masked_softmax(h2 @ h2.transpose(1, 2), make_std_mask(ids, 0))
    h3 = att @ h2
    loss = loss_fn(head(h3), labels) + kept.pow(2).mean() * 0.01
    loss = loss + (mean_pool(h3, mask) - last_token(h3, mask)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    start, end = span_head(h3.detach()).unbind(-1)
    answers = best_spans(start, end, mask)
    return loss.item(), answers, spans.sum() / mask.sum()

import math
from collections import defaultdict

import torch
import torch.nn.functional as F

NEG_INF = -float("inf")


def logsumexp(*args):
    if all(a == NEG_INF for a in args):
        return NEG_INF
    a_max = max(args)
    return a_max + math.log(sum(math.exp(a - a_max) for a in args))


def prefix_beam(logp, blank=0, beam_size=4):
    """logp: T x C of log probabilities, as nested lists"""
    beam = [((), (0.0, NEG_INF))]
    for frame in logp:
        nxt = defaultdict(lambda: (NEG_INF, NEG_INF))
        for prefix, (p_b, p_nb) in beam:
            for c, p in enumerate(frame):
                if c == blank:
                    n_b, n_nb = nxt[prefix]
                    nxt[prefix] = (logsumexp(n_b, p_b + p, p_nb + p), n_nb)
                    continue
                end = prefix[-1] if prefix else None
                n_prefix = prefix + (c,)
                n_b, n_nb = nxt[n_prefix]
                n_nb = logsumexp(n_nb, p_b + p, p_nb + p) if c != end else logsumexp(n_nb, p_b + p)
                nxt[n_prefix] = (n_b, n_nb)
                if c == end:
                    n_b, n_nb = nxt[prefix]
                    nxt[prefix] = (n_b, logsumexp(n_nb, p_nb + p))
        beam = sorted(nxt.items(), key=lambda x: logsumexp(*x[1]), reverse=True)[:beam_size]
    return beam[0][0]


def greedy(logp, lengths, blank=0):
    best = logp.argmax(-1)
    out = []
    for seq, n in zip(best, lengths):
        seq = torch.unique_consecutive(seq[:n])
        out.append([i for i in seq.tolist() if i != blank])
    return out


def edit_distance(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]


def collate(batch):
    feats, labels = zip(*batch)
    in_len = torch.tensor([f.size(0) for f in feats])
    tgt_len = torch.tensor([len(l) for l in labels])
    feats = torch.nn.utils.rnn.pad_sequence(feats, batch_first=True)
    targets = torch.cat([torch.as_tensor(l) for l in labels])
    return feats, in_len, targets, tgt_len


def train_epoch(model, loader, optimizer, device):
    ctc = torch.nn.CTCLoss(blank=0, zero_infinity=True)
    total = 0.0
    for feats, in_len, targets, tgt_len in loader:
        feats, targets = feats.to(device), targets.to(device)
        logp = F.log_softmax(model(feats), -1)
        loss = ctc(logp.transpose(0, 1), targets, in_len, tgt_len)
        if torch.isnan(loss) or loss.item() == float("inf"):
            print("WARNING: received an inf loss, setting loss value to 0")
            continue
        optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 400)
        optimizer.step()
        total += loss.item() * feats.size(0)
    return total, norm


def cer(model, loader, device, beam=False):
    errors, chars = 0, 0
    with torch.no_grad():
        for feats, in_len, targets, tgt_len in loader:
            logp = F.log_softmax(model(feats.to(device)), -1)
            if beam:
                hyps = [prefix_beam(lp[:n].cpu().tolist()) for lp, n in zip(logp, in_len)]
            else:
                hyps = greedy(logp, in_len.tolist())
            refs = [t.tolist() for t in targets.split(tgt_len.tolist())]
            for h, r in zip(hyps, refs):
                errors += edit_distance(h, r)
                chars += len(r)
    return errors / max(chars, 1)

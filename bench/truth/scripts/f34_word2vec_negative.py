import collections
import math
import random

import numpy as np
import torch
import torch.nn.functional as F


def build_vocab(words, min_count=1):
    counter = collections.Counter(words)
    itos = [w for w, c in counter.most_common() if c >= min_count]
    stoi = {w: i for i, w in enumerate(itos)}
    freqs = np.array([counter[w] for w in itos], dtype=np.float64)
    probs = freqs ** 0.75
    return itos, stoi, probs / probs.sum()


def skipgrams(ids, window):
    for i, center in enumerate(ids):
        for j in range(max(0, i - window), min(len(ids), i + window + 1)):
            if i != j and random.random() > 0.1:
                yield center, ids[j]


def neg_sampling_loss(u, v, centers, contexts, negatives):
    c = u(centers)
    pos = (c * v(contexts)).sum(-1)
    neg = torch.bmm(v(negatives), c.unsqueeze(2)).squeeze(2)
    return -(F.logsigmoid(pos) + F.logsigmoid(-neg).sum(1)).mean()


def nearest(word, emb, stoi, itos, k=3):
    w = F.normalize(emb.weight.data, dim=1)
    sims = w @ w[stoi[word]]
    sims[stoi[word]] = -1
    top = torch.topk(sims, k)
    return [(itos[i], round(s.item(), 3)) for s, i in zip(top.values, top.indices.tolist())]


def train(words, u, v, optimizer, device, window=2, k=4, batch=8, epochs=1):
    itos, stoi, probs = build_vocab(words)
    noise = torch.tensor(probs, dtype=torch.float).to(device)
    ids = [stoi[w] for w in words]
    total, seen = 0.0, 0
    for ep in range(epochs):
        pairs = list(skipgrams(ids, window))
        random.shuffle(pairs)
        for s in range(0, len(pairs), batch):
            part = pairs[s:s + batch]
            centers = torch.LongTensor([a for a, _ in part]).to(device)
            contexts = torch.LongTensor([b for _, b in part]).to(device)
            negatives = torch.multinomial(noise, len(part) * k, replacement=True).view(len(part), k)
            loss = neg_sampling_loss(u, v, centers, contexts, negatives)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(part)
            seen += len(part)
        print("epoch %d ppl %.2f" % (ep, math.exp(min(total / max(seen, 1), 20))))
    vectors = u.weight.detach().cpu().numpy()
    return nearest(itos[0], u, stoi, itos), np.linalg.norm(vectors, axis=1).tolist()

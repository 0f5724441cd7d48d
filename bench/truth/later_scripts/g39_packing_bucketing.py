import random
from itertools import chain

import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence


class BucketSampler:
    def __init__(self, lengths, batch_size, buckets=(4, 8, 16), shuffle=True):
        self.batch_size, self.shuffle = batch_size, shuffle
        self.bins = {b: [] for b in buckets}
        for i, n in enumerate(lengths):
            self.bins[next((b for b in buckets if n <= b), buckets[-1])].append(i)

    def __iter__(self):
        batches = []
        for idx in self.bins.values():
            if self.shuffle:
                random.shuffle(idx)
            batches += [idx[k : k + self.batch_size] for k in range(0, len(idx), self.batch_size)]
        random.shuffle(batches)
        yield from batches

    def __len__(self):
        return sum(-(-len(v) // self.batch_size) for v in self.bins.values())


def first_fit(lengths, capacity):
    bins = []
    for i in np.argsort(lengths)[::-1]:
        n = lengths[i]
        for b in bins:
            if b["room"] >= n:
                b["items"].append(int(i))
                b["room"] -= n
                break
        else:
            bins.append({"items": [int(i)], "room": capacity - n})
    return [b["items"] for b in bins]


def pack_examples(seqs, capacity, eos=1):
    flat = list(chain.from_iterable(s + [eos] for s in seqs))
    usable = len(flat) // capacity * capacity
    return torch.tensor(flat[:usable]).view(-1, capacity)


def cu_seqlens(mask):
    seqlens = mask.sum(dim=-1, dtype=torch.int32)
    indices = torch.nonzero(mask.flatten(), as_tuple=False).flatten()
    max_len = seqlens.max().item()
    cu = torch.nn.functional.pad(torch.cumsum(seqlens, dim=0, dtype=torch.int32), (1, 0))
    return indices, cu, max_len


def unpad(x, mask):
    indices, cu, max_len = cu_seqlens(mask)
    return x.flatten(0, 1)[indices], indices, cu, max_len


def repad(x, indices, b, n):
    out = torch.zeros(b * n, *x.shape[1:], device=x.device, dtype=x.dtype)
    out[indices] = x
    return out.view(b, n, *x.shape[1:])


def block_diagonal(cu, total):
    pos = torch.arange(total, device=cu.device)
    seg = torch.searchsorted(cu, pos.to(cu.dtype), right=True)
    return seg[:, None] == seg[None, :]


def position_ids(cu):
    parts = [torch.arange(e - s, device=cu.device) for s, e in zip(cu[:-1], cu[1:])]
    return torch.cat(parts)


def position_ids_vectorized(mask):
    return (mask.long().cumsum(-1) - 1).clamp(min=0)


class Encoder(torch.nn.Module):
    def __init__(self, embed, rnn):
        super().__init__()
        self.embed, self.rnn = embed, rnn

    def forward(self, ids, lengths):
        lengths, order = lengths.sort(descending=True)
        ids = ids[order]
        packed = pack_padded_sequence(self.embed(ids), lengths.cpu(), batch_first=True)
        out, (h, _) = self.rnn(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        _, inverse = order.sort()
        return out[inverse], h[-1][inverse]


def collate(seqs):
    return pad_sequence([torch.tensor(s) for s in seqs], batch_first=True), torch.tensor([len(s) for s in seqs])


def train(encoder, head, data, optimizer, device):
    sampler = BucketSampler([len(s) for s in data], 4)
    tokens = 0
    for batch_idx in sampler:
        ids, lengths = collate([data[i] for i in batch_idx])
        tokens += int(lengths.sum())
        ids = ids.to(device, non_blocking=True)
        out, last = encoder(ids, lengths.to(device))
        mask = torch.arange(ids.size(1), device=device)[None] < lengths.to(device)[:, None]
        flat, indices, cu, max_len = unpad(out, mask)
        same = block_diagonal(cu, flat.size(0))
        att = (flat @ flat.t()).masked_fill(~same, float("-inf")).softmax(-1)
        mixed = repad(att @ flat, indices, *mask.shape)
        pos = position_ids(cu)
        assert pos.numel() == flat.size(0)
        loss = head(mixed[mask]).pow(2).mean() + last.mean() + 0 * position_ids_vectorized(mask).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{tokens} tokens, longest {max_len}, fill {sum(map(len, data)) / (16 * len(first_fit([len(s) for s in data], 16))):.2f}")
    for row in pack_examples(data, 8).to(device).split(2):
        with torch.no_grad():
            h = encoder.embed(row).mean(1)
    return h

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class KVCache:
    def __init__(self, batch, heads, max_len, dim, device, dtype=torch.float32):
        self.k = torch.zeros(batch, heads, max_len, dim, device=device, dtype=dtype)
        self.v = torch.zeros(batch, heads, max_len, dim, device=device, dtype=dtype)
        self.length = 0

    def append(self, k, v):
        n = k.size(2)
        self.k[:, :, self.length : self.length + n] = k
        self.v[:, :, self.length : self.length + n] = v
        self.length += n
        return self.k[:, :, : self.length], self.v[:, :, : self.length]

    def reorder(self, beam_idx):
        self.k, self.v = self.k.index_select(0, beam_idx), self.v.index_select(0, beam_idx)

    def evict(self, mask):
        keep = mask.nonzero().squeeze(-1)
        self.k[:, :, : len(keep)] = self.k[:, :, keep]
        self.v[:, :, : len(keep)] = self.v[:, :, keep]
        self.length = len(keep)


class PositionedCache:
    """Writes at a position tensor; every shape stays fixed."""

    def __init__(self, batch, heads, max_len, dim, device):
        self.k = torch.zeros(batch, heads, max_len, dim, device=device)
        self.v = torch.zeros_like(self.k)

    def update(self, pos, k, v):
        self.k.index_copy_(2, pos, k)
        self.v.index_copy_(2, pos, v)
        return self.k, self.v


class PagedCache:
    def __init__(self, n_blocks, block, heads, dim, device):
        self.k = torch.zeros(n_blocks, block, heads, dim, device=device)
        self.free = list(range(n_blocks))
        self.tables, self.lens, self.block = {}, {}, block

    def append(self, seq_id, k):
        n = self.lens.get(seq_id, 0)
        if n % self.block == 0:
            self.tables.setdefault(seq_id, []).append(self.free.pop())
        self.k[self.tables[seq_id][-1], n % self.block] = k
        self.lens[seq_id] = n + 1

    def gather(self, seq_id):
        table = torch.tensor(self.tables[seq_id], device=self.k.device)
        return self.k[table].flatten(0, 1)[: self.lens[seq_id]]

    def slots(self, ids):
        return torch.as_tensor([self.tables[i][-1] * self.block + (self.lens[i] - 1) % self.block for i in ids]).to(self.k.device, non_blocking=True)


class Attention(nn.Module):
    def __init__(self, dim, heads, qkv, out):
        super().__init__()
        self.heads, self.qkv, self.out = heads, qkv, out
        self.head_dim = dim // heads

    def forward(self, x, cache=None, pos=None):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, self.head_dim).permute(2, 0, 3, 1, 4)
        if isinstance(cache, PositionedCache):
            k, v = cache.update(pos, k, v)
            mask = torch.arange(k.size(2), device=x.device)[None] <= pos[:, None]
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[None, None])
        elif cache is not None:
            k, v = cache.append(k, v)
            att = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
            if n > 1:
                causal = torch.ones(n, k.size(2), dtype=torch.bool, device=x.device).tril(k.size(2) - n)
                att = att.masked_fill(~causal, float("-inf"))
            y = att.softmax(-1) @ v
        else:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(b, n, d))


@torch.inference_mode()
def generate(embed, block, head, ids, cache, steps, eos):
    out = []
    h = block(embed(ids), cache)
    nxt = head(h[:, -1]).argmax(-1)
    finished = torch.zeros_like(nxt, dtype=torch.bool)
    for _ in range(steps):
        out.append(nxt)
        finished |= nxt == eos
        if finished.all():
            break
        nxt = head(block(embed(nxt[:, None]), cache)[:, -1]).argmax(-1)
    return torch.stack(out, 1).tolist()


@torch.inference_mode()
def generate_static(embed, block, head, ids, cache, steps):
    pos = torch.arange(ids.size(1), device=ids.device)
    tokens = torch.empty(ids.size(0), steps, dtype=torch.long, device=ids.device)
    nxt = head(block(embed(ids), cache, pos)[:, -1]).argmax(-1)
    pos = pos[-1:]
    for i in range(steps):
        tokens[:, i] = nxt
        pos = pos + 1
        nxt = head(block(embed(nxt[:, None]), cache, pos)[:, -1]).argmax(-1)
    return tokens


def compress(cache, scores, budget):
    recent = torch.arange(cache.length, device=scores.device) >= cache.length - 2
    top = torch.zeros_like(recent)
    top[scores.topk(budget).indices] = True
    cache.evict(recent | top)
    return cache.length

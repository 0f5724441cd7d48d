import torch
import torch.nn as nn
import torch.nn.functional as F


class Top1Router(nn.Module):
    def __init__(self, gate, num_experts, capacity_factor=1.25, jitter=0.0):
        super().__init__()
        self.gate, self.num_experts = gate, num_experts
        self.capacity_factor, self.jitter = capacity_factor, jitter

    def forward(self, x):
        if self.training and self.jitter > 0:
            x = x * torch.empty_like(x).uniform_(1 - self.jitter, 1 + self.jitter)
        logits = self.gate(x).float()
        probs = logits.softmax(-1)
        weight, index = probs.max(-1)
        capacity = int(self.capacity_factor * x.size(0) / self.num_experts)
        onehot = F.one_hot(index, self.num_experts)
        position = (onehot.cumsum(0) - 1).mul(onehot).sum(-1)
        kept = position < capacity
        density = onehot.float().mean(0)
        aux = (density * probs.mean(0)).sum() * self.num_experts
        z = logits.logsumexp(-1).square().mean()
        return weight, index, position, kept, capacity, aux + 1e-3 * z


class SwitchFFN(nn.Module):
    """Dispatches into a fixed (E, C, D) buffer, so that no shape depends on the data."""

    def __init__(self, router, w1, w2):
        super().__init__()
        self.router, self.w1, self.w2 = router, nn.Parameter(w1), nn.Parameter(w2)

    def forward(self, x):
        shape = x.shape
        x = x.reshape(-1, shape[-1])
        weight, index, position, kept, capacity, aux = self.router(x)
        slot = torch.where(kept, index * capacity + position, self.router.num_experts * capacity)
        buf = x.new_zeros(self.router.num_experts * capacity + 1, x.size(1))
        buf = buf.index_copy(0, slot, x)
        h = buf[:-1].view(self.router.num_experts, capacity, -1)
        h = torch.bmm(F.gelu(torch.bmm(h, self.w1)), self.w2).flatten(0, 1)
        h = torch.cat([h, h.new_zeros(1, h.size(1))])
        out = h[slot] * weight.unsqueeze(1)
        return torch.where(kept[:, None], out, x).view(shape), aux


class LoopMoE(nn.Module):
    def __init__(self, gate, experts, k=2):
        super().__init__()
        self.gate, self.experts, self.k = gate, nn.ModuleList(experts), k
        self.register_buffer("tokens_per_expert", torch.zeros(len(experts), dtype=torch.long))

    def forward(self, x):
        flat = x.view(-1, x.shape[-1])
        scores, idx = torch.topk(self.gate(flat).softmax(-1), self.k, -1)
        scores = scores / scores.sum(-1, keepdim=True)
        flat_idx = idx.view(-1)
        if self.training:
            self.tokens_per_expert += torch.bincount(flat_idx, minlength=len(self.experts))
            rep = flat.repeat_interleave(self.k, dim=0)
            y = torch.empty_like(rep)
            for i, expert in enumerate(self.experts):
                y[flat_idx == i] = expert(rep[flat_idx == i])
            return (y.view(*scores.shape, -1) * scores.unsqueeze(-1)).sum(1).view_as(x)
        return self.moe_infer(flat, flat_idx, scores.view(-1, 1)).view_as(x)

    @torch.no_grad()
    def moe_infer(self, x, flat_idx, flat_scores):
        cache = torch.zeros_like(x)
        idxs = flat_idx.argsort()
        tokens_per_expert = flat_idx.bincount(minlength=len(self.experts)).cpu().numpy().cumsum(0)
        token_idxs = idxs // self.k
        for i, end in enumerate(tokens_per_expert):
            start = 0 if i == 0 else tokens_per_expert[i - 1]
            if start == end:
                continue
            exp_token_idx = token_idxs[start:end]
            out = self.experts[i](x[exp_token_idx])
            out.mul_(flat_scores[idxs[start:end]])
            cache.scatter_reduce_(0, exp_token_idx.view(-1, 1).repeat(1, x.shape[-1]), out, reduce="sum")
        return cache


def sorted_dispatch(x, index, experts):
    order = torch.argsort(index)
    counts = torch.bincount(index, minlength=len(experts))
    chunks = torch.split(x[order], counts.tolist())
    out = torch.cat([e(c) for e, c in zip(experts, chunks)])
    return torch.empty_like(out).index_copy_(0, order, out)


def train(layers, head, batches, opt, aux_weight=0.01):
    for x, y in batches:
        total_aux = 0.0
        for layer in layers:
            out = layer(x)
            if isinstance(out, tuple):
                x, aux = out
                total_aux = total_aux + aux
            else:
                x = out
        loss = F.cross_entropy(head(x.mean(1)), y) + aux_weight * total_aux
        opt.zero_grad()
        loss.backward()
        opt.step()
    for layer in layers:
        if hasattr(layer, "tokens_per_expert"):
            t = layer.tokens_per_expert
            print("load", (t / t.sum()).cpu().numpy().round(2), "max violation", ((t.max() - t.float().mean()) / t.float().mean()).item())
    return loss

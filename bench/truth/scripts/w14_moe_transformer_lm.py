import os
from dataclasses import dataclass, field

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Config:
    vocab: int = 32
    dim: int = 16
    experts: int = 4
    active: int = 2
    layers: int = 2
    capacity: float = 1.5
    history: list = field(default_factory=list)


class Router(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.gate = nn.Linear(cfg.dim, cfg.experts, bias=False)
        self.register_buffer("load", torch.zeros(cfg.experts))
        self.k = cfg.active

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        weight, index = probs.topk(self.k, dim=-1)
        one_hot = F.one_hot(index, probs.size(-1)).sum(1).float()
        if self.training:
            self.load.mul_(0.9).add_(one_hot.mean(0).detach(), alpha=0.1)
        aux = (one_hot.mean(0) * probs.mean(0)).sum() * probs.size(-1)
        return weight / weight.sum(-1, keepdim=True), index, aux


class MoE(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.router = Router(cfg)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(cfg.dim, 32), nn.GELU(), nn.Linear(32, cfg.dim)) for _ in range(cfg.experts))

    def forward(self, x):
        flat = x.reshape(-1, x.size(-1))
        weight, index, aux = self.router(flat)
        out = torch.zeros_like(flat)
        for i, expert in enumerate(self.experts):
            token, slot = (index == i).nonzero(as_tuple=True)
            if token.numel():
                out[token] += weight[token, slot].unsqueeze(-1) * expert(flat[token])
        return out.view_as(x), aux


class LM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.emb = nn.Embedding(cfg.vocab, cfg.dim)
        self.blocks = nn.ModuleList(MoE(cfg) for _ in range(cfg.layers))
        self.out = nn.Linear(cfg.dim, cfg.vocab)

    def forward(self, ids):
        x, total_aux = self.emb(ids), 0.0
        for block in self.blocks:
            y, aux = block(x)
            x, total_aux = x + y, total_aux + aux
        return self.out(x), total_aux


def main():
    cfg = Config()
    device = torch.device(os.environ.get("DEVICE", "cuda"))
    torch.manual_seed(0)
    model = LM(cfg).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step in range(4):
        ids = torch.randint(cfg.vocab, (3, 9), device=device)
        logits, aux = model(ids[:, :-1])
        ce = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        (ce + 0.01 * aux).backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        cfg.history.append((ce.detach(), aux.detach()))
        if step and step % 2 == 0:
            recent = torch.stack([c for c, _ in cfg.history[-2:]]).mean()
            print(f"{step=} ce={recent:.3f} aux={float(aux):.3f}")
    for n, block in enumerate(model.blocks):
        load = [f"{v:.2f}" for v in block.router.load.tolist()]
        dead = (block.router.load < 1e-3).any()
        print("layer", n, " ".join(load), "dead experts!" if dead else "")
    print("parameters", sum(p.numel() for p in model.parameters()))


if __name__ == "__main__":
    main()

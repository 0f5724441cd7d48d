"""Trains a small language model whose MLPs are mixtures of eight experts, two for each token."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn


class Expert(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        return self.down(F.gelu(self.up(x)))


class Mixture(nn.Module):
    def __init__(self, width, experts=8, chosen=2):
        super().__init__()
        self.chosen = chosen
        self.router = nn.Linear(width, experts, bias=False)
        self.experts = nn.ModuleList(Expert(width) for _ in range(experts))

    def forward(self, x):
        shape = x.shape
        x = x.flatten(0, 1)
        weights, index = self.router(x).softmax(-1).topk(self.chosen)
        weights = weights / weights.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            rows, places = torch.where(index == number)
            if rows.numel() == 0:
                continue
            out.index_add_(0, rows, expert(x[rows]) * weights[rows, places, None])
        self.load = torch.bincount(index.flatten(), minlength=len(self.experts))
        return out.view(shape)


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out, self.mixture = nn.Linear(width, 3 * width), nn.Linear(width, width), Mixture(width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mixture(self.norm2(x))


class Model(nn.Module):
    def __init__(self, words, width, layers):
        super().__init__()
        self.embed, self.head = nn.Embedding(words, width), nn.Linear(width, words)
        self.layers = nn.ModuleList(Layer(width, 8) for _ in range(layers))

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


class Trainer:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        torch.set_float32_matmul_precision("high")
        self.device = torch.device(device)
        batch, length, width, layers, words = (2, 16, 32, 2, 100) if small else (16, 256, 512, 6, 8192)
        self.model = Model(words, width, layers).to(self.device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)
        self.pool = [torch.randint(0, words, (batch, length + 1)) for _ in range(8)]
        self.log = []

    def inputs(self, number):
        return (self.pool[number % len(self.pool)].to(self.device),)

    def loss_of(self, tokens):
        return F.cross_entropy(self.model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())

    def compute(self, tokens):
        loss = self.loss_of(tokens)
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return {"loss": loss.detach(), "norm": norm}

    def step(self, number):
        results = self.compute(*self.inputs(number))
        if torch.isnan(results["norm"]):
            raise RuntimeError("the gradient is not a number")
        loads = [layer.mixture.load.tolist() for layer in self.model.layers]
        self.log.append((results["loss"].item(), max(max(load) for load in loads)))
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    trainer = Trainer(options.device, options.small)
    for number in range(options.steps):
        results = trainer.step(number)
    print({name: value.item() for name, value in results.items()})


if __name__ == "__main__":
    main()

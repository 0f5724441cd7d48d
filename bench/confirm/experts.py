"""Trains layers of experts that share their tokens evenly, with the waits that such routing has. Run under

    syncfree-lint confirm -- python experts.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, width, experts):
        super().__init__()
        self.norm, self.router = nn.LayerNorm(width), nn.Linear(width, experts)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)) for _ in range(experts)
        )
        self.loads = []

    def forward(self, x):
        scores = self.router(self.norm(x)).softmax(-1)
        count = len(x) // len(self.experts)
        # As many tokens for each expert: by the rank of what tells them apart.
        choice = (scores[:, 0] - scores[:, 1]).argsort().argsort() // count
        loads = F.one_hot(choice, len(self.experts)).sum(0)
        self.loads.append(loads.tolist())
        result = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            rows = torch.nonzero(choice == number).squeeze(1)
            y = expert(x[rows]) * scores[rows, number, None]
            result = result.index_add(0, rows, y)
        return x + result


class Model(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.layers = nn.ModuleList(Layer(options.width, options.experts) for _ in range(options.layers))
        self.head = nn.Linear(options.width, 1000)

    def forward(self, x, labels):
        for layer in self.layers:
            x = layer(x)
        weight = torch.tensor(0.5, device=x.device)
        return F.cross_entropy(self.head(x), labels) * weight


class Trainer:
    def __init__(self, options):
        self.device = torch.device("cuda")
        torch.manual_seed(0)
        torch.set_float32_matmul_precision("high")
        with self.device:
            self.model = Model(options)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4, fused=True)
        self.x = torch.randn(options.tokens, options.width, device=self.device)
        self.labels = torch.randint(1000, (options.tokens,), device=self.device)
        self.losses = []

    def train(self, steps):
        for _ in range(steps):
            loss = self.model(self.x, self.labels)
            self.optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            if not torch.isfinite(norm):
                raise RuntimeError("the gradient is not a number")
            self.optimizer.step()
            self.losses.append(loss.item())


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--tokens", type=int, default=32768)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--experts", type=int, default=8)
    parser.add_argument("--layers", type=int, default=4)
    options = parser.parse_args(words)
    return options, Trainer(options).train


def main():
    options, train = prepare()
    start = time.perf_counter()
    train(options.steps)
    print(f"{(time.perf_counter() - start) / options.steps * 1e3:.3f} ms a step", flush=True)


if __name__ == "__main__":
    main()

"""A small language model on random tokens, with the waits that such scripts have. Written to be run under

    syncfree-lint confirm -- python train.py
    syncfree-lint confirm -- torchrun --nproc-per-node=2 train.py

It prints its own median step time, so that runs with and without the observer can be compared.
"""

import argparse
import os
import statistics
import time

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.norm2(x))


class Model(nn.Module):
    def __init__(self, words, width, heads, layers):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, words)

    def forward(self, tokens, targets):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        smoothing = torch.tensor(0.1, device=x.device)
        keep = targets > 7
        logits = self.head(x[keep])
        loss = F.cross_entropy(logits, targets[keep])
        return loss * (1 - smoothing)


def validate(model, tokens, targets):
    with torch.no_grad():
        return model(tokens, targets).item()


def batches(count, size, length, words):
    generator = torch.Generator().manual_seed(0)
    for _ in range(count):
        yield torch.randint(words, (size, length + 1), generator=generator)


def train(model, optimizer, scale, arguments, device):
    times, total = [], 0.0
    for number, batch in enumerate(batches(arguments.steps, arguments.batch, arguments.length, arguments.words)):
        start = time.perf_counter()
        batch = batch.to(device)
        weights = scale.to(device)
        loss = model(batch[:, :-1], batch[:, 1:]) * weights
        if arguments.validate:
            print("validation", validate(model, batch[:, :-1], batch[:, 1:]))
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if norm.isnan():
            raise RuntimeError("the gradient is not a number")
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
        times.append(time.perf_counter() - start)
        if number % 50 == 0:
            print(f"step {number}: {total / (number + 1):.3f}", flush=True)
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--length", type=int, default=512)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--words", type=int, default=8192)
    parser.add_argument("--validate", action="store_true")
    arguments = parser.parse_args()

    rank = int(os.environ.get("LOCAL_RANK", 0))
    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    model = Model(arguments.words, arguments.width, 8, arguments.layers).to(device)
    if "RANK" in os.environ:
        torch.distributed.init_process_group("nccl", device_id=device)
        model = nn.parallel.DistributedDataParallel(model, device_ids=[rank])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    scale = torch.ones((), device=device)
    times = train(model, optimizer, scale, arguments, device)
    print(f"median of {len(times) - 20} steps: {statistics.median(times[20:]) * 1e3:.3f} ms", flush=True)
    if "RANK" in os.environ:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()

"""A diffusion sampler with a small network, with the waits that such samplers have. Run under

    syncfree-lint confirm --step Network.forward -- python sampler.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(8, width), nn.GroupNorm(8, width)
        self.first, self.second = nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        self.shift = nn.Linear(width, width)

    def forward(self, x, time):
        y = self.first(F.silu(self.norm1(x))) + self.shift(time)[:, :, None, None]
        return x + self.second(F.silu(self.norm2(y)))


class Network(nn.Module):
    def __init__(self, width, blocks):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(1, width), nn.SiLU(), nn.Linear(width, width))
        self.first, self.last = nn.Conv2d(4, width, 3, padding=1), nn.Conv2d(width, 4, 3, padding=1)
        self.down = nn.Conv2d(width, width, 3, padding=1, stride=2)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.low = nn.ModuleList(Block(width) for _ in range(blocks))

    def forward(self, x, noise):
        time = self.time(noise.reshape(1, 1).expand(len(x), 1))
        x = self.first(x)
        for block in self.blocks:
            x = block(x, time)
        low = self.down(x)
        for block in self.low:
            low = block(low, time)
        return self.last(x + F.interpolate(low, scale_factor=2.0))


class Sampler:
    def __init__(self, options):
        self.device = torch.device("cuda")
        torch.manual_seed(0)
        torch.backends.cudnn.benchmark = True
        self.network = Network(options.width, options.blocks).to(self.device).eval()
        self.x = torch.randn(options.batch, 4, options.side, options.side, device=self.device)
        self.numbers = torch.linspace(10, 0.1, 64)
        self.noises = self.numbers.to(self.device)
        self.previews, self.pinned = [], torch.zeros(8, 1, 4, options.side, options.side).pin_memory()

    @torch.no_grad()
    def sample(self, steps):
        x = self.x
        for step in range(steps):
            noise = self.noises[step % 63].item()
            after = float(self.numbers[step % 63 + 1])
            level = torch.tensor(noise, device=self.device)
            clean = x - noise * self.network(x / (1 + noise), level)
            limit = clean.abs().amax().item()
            clean = clean.clamp(-limit, limit)
            x = clean + (x - clean) * (after / noise)
            if x.isnan().any():
                raise RuntimeError("a sample is not a number")
            if len(self.previews) == 8:
                self.previews.clear()
            self.previews.append(x[:1].cpu())


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--blocks", type=int, default=3)
    options = parser.parse_args(words)
    return options, Sampler(options).sample


def main():
    options, sample = prepare()
    start = time.perf_counter()
    sample(options.steps)
    print(f"{(time.perf_counter() - start) / options.steps * 1e3:.3f} ms a step", flush=True)


if __name__ == "__main__":
    main()

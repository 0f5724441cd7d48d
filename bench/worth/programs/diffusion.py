"""Draws pictures with a small U-Net and the ancestral sampler of diffusion models, 25 denoising steps each."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.norm, self.first = nn.GroupNorm(8, width), nn.Conv2d(width, out, 3, padding=1)
        self.time, self.second = nn.Linear(128, out), nn.Conv2d(out, out, 3, padding=1)
        self.skip = nn.Conv2d(width, out, 1) if width != out else nn.Identity()

    def forward(self, x, time):
        h = self.first(F.silu(self.norm(x))) + self.time(time)[:, :, None, None]
        return self.second(F.silu(h)) + self.skip(x)


class UNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(128, 128), nn.SiLU(), nn.Linear(128, 128))
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.down = nn.ModuleList([Block(width, width), Block(width, 2 * width), Block(2 * width, 2 * width)])
        self.middle = Block(2 * width, 2 * width)
        self.up = nn.ModuleList([Block(4 * width, 2 * width), Block(4 * width, width), Block(2 * width, width)])
        self.leave = nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, x, t):
        rates = torch.exp(-torch.arange(64, device=x.device) * (9.2 / 64))
        angles = t[:, None].float() * rates
        time = self.time(torch.cat([angles.sin(), angles.cos()], -1))
        x, kept = self.enter(x), []
        for block in self.down:
            x = block(x, time)
            kept.append(x)
            x = F.avg_pool2d(x, 2)
        x = self.middle(x, time)
        for block in self.up:
            x = block(torch.cat([F.interpolate(x, scale_factor=2.0), kept.pop()], 1), time)
        return self.leave(x)


def extract(values, t, x):
    """The value of each sample's time, from a schedule on the host."""
    return values.gather(0, t.cpu()).to(x.device).view(-1, 1, 1, 1)


class Sampler:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        self.batch, self.side, width, self.count = (2, 16, 16, 5) if small else (8, 32, 64, 25)
        self.model = UNet(width).to(self.device).eval()
        betas = torch.linspace(1e-4, 0.02, 1000)
        self.alphas = 1 - betas
        self.products = torch.cumprod(self.alphas, 0)
        self.pool = [torch.randn(self.batch, 3, self.side, self.side) for _ in range(8)]

    def inputs(self, number):
        return (self.pool[number % len(self.pool)].to(self.device),)

    def denoise(self, x, t):
        times = torch.full((len(x),), t.item(), device=x.device)
        noise = self.model(x, times)
        product = extract(self.products, times, x)
        alpha = extract(self.alphas, times, x)
        clean = ((x - (1 - product).sqrt() * noise) / product.sqrt()).clamp(-1, 1)
        mean = (x - (1 - alpha) / (1 - product).sqrt() * noise) / alpha.sqrt()
        if t > 0:
            mean = mean + (1 - alpha).sqrt() * torch.randn_like(x)
        return mean, clean

    @torch.no_grad()
    def compute(self, x):
        times = torch.linspace(999, 0, self.count, device=x.device).long()
        for t in times:
            x, clean = self.denoise(x, t)
            if torch.isnan(x).any():
                raise RuntimeError("the picture is not a number")
        return {"pictures": clean}

    def step(self, number):
        torch.manual_seed(1)
        results = self.compute(*self.inputs(number))
        self.brightness = results["pictures"].mean().item()
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    sampler = Sampler(options.device, options.small)
    for number in range(options.steps):
        results = sampler.step(number)
    print(results["pictures"].mean().item(), results["pictures"].std().item())


if __name__ == "__main__":
    main()

"""Trains a DCGAN on random pictures, with the log line of the usual tutorial in every step."""

import argparse

import torch
from torch import nn

REAL, FAKE = 1.0, 0.0


def generator(width):
    layers, channels = [nn.ConvTranspose2d(100, 8 * width, 4, 1, 0, bias=False)], 8 * width
    for following in (4 * width, 2 * width, width):
        layers += [nn.BatchNorm2d(channels), nn.ReLU(True), nn.ConvTranspose2d(channels, following, 4, 2, 1, bias=False)]
        channels = following
    return nn.Sequential(*layers, nn.BatchNorm2d(width), nn.ReLU(True), nn.ConvTranspose2d(width, 3, 4, 2, 1), nn.Tanh())


def discriminator(width):
    layers, channels = [nn.Conv2d(3, width, 4, 2, 1), nn.LeakyReLU(0.2, True)], width
    for following in (2 * width, 4 * width, 8 * width):
        layers += [nn.Conv2d(channels, following, 4, 2, 1, bias=False), nn.BatchNorm2d(following), nn.LeakyReLU(0.2, True)]
        channels = following
    return nn.Sequential(*layers, nn.Conv2d(channels, 1, 4, 1, 0), nn.Flatten(0))


class Trainer:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        self.batch, width = (4, 8) if small else (128, 64)
        self.g, self.d = generator(width).to(self.device), discriminator(width).to(self.device)
        self.loss = nn.BCEWithLogitsLoss()
        self.optimizer_g = torch.optim.Adam(self.g.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.optimizer_d = torch.optim.Adam(self.d.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.pool = [torch.rand(self.batch, 3, 64, 64) * 2 - 1 for _ in range(8)]
        self.losses_d, self.losses_g, self.scores = [], [], []

    def inputs(self, number):
        return self.pool[number % len(self.pool)].to(self.device), torch.randn(self.batch, 100, 1, 1).to(self.device)

    def compute(self, real, noise):
        self.d.zero_grad()
        label = torch.tensor([REAL] * len(real)).to(self.device)
        out_real = self.d(real)
        loss_real = self.loss(out_real, label)
        loss_real.backward()
        made = self.g(noise)
        label[:] = torch.tensor(FAKE, device=self.device)
        out_made = self.d(made.detach())
        loss_made = self.loss(out_made, label)
        loss_made.backward()
        self.optimizer_d.step()
        self.g.zero_grad()
        label = torch.tensor([REAL] * len(real)).to(self.device)
        out_fooled = self.d(made)
        loss_g = self.loss(out_fooled, label)
        loss_g.backward()
        self.optimizer_g.step()
        loss_d = loss_real.detach() + loss_made.detach()
        scores = torch.stack([out_real.mean(), out_made.mean(), out_fooled.mean()]).detach()
        return {"loss_d": loss_d, "loss_g": loss_g.detach(), "scores": scores}

    def step(self, number):
        results = self.compute(*self.inputs(number))
        self.losses_d.append(results["loss_d"].item())
        self.losses_g.append(results["loss_g"].item())
        self.scores.append([score.item() for score in results["scores"]])
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
    print({name: value.tolist() for name, value in results.items()})


if __name__ == "__main__":
    main()

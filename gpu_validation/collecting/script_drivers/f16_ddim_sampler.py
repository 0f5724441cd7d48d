import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 3, padding=1)

    def forward(self, x, t):
        return self.conv(x) * t[:, None, None, None]


def run(script, toys):
    betas = torch.linspace(1e-4, 0.02, 12, device="cuda")
    script["sample_images"](Model().cuda(), betas, 2, 8, torch.device("cuda"), eta=0.5)

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x):
        scale = torch.tensor(0.5, device=x.device)
        return self.inner(x) * scale


class Net(nn.Module):
    def __init__(self, width, blocks):
        super().__init__()
        self.first = Block(width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(blocks)])

    def forward(self, x, lengths):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        mask = torch.arange(x.shape[1], device=x.device) < lengths[:, None]
        return x[mask]

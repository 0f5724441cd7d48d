"""A small classifier that is trained, with the waits that such loops have."""

import torch
import torch.nn.functional as F
from torch import nn

from losses import smoothed

DEVICE = torch.device("cuda")


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        scale = torch.tensor(0.5, device=x.device)
        return x + scale * self.down(F.gelu(self.up(self.norm(x))))


class Net(nn.Module):
    def __init__(self, width=1024, blocks=4, classes=100):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = x + 0.01 * torch.randn(x.shape).to(x.device)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def main():
    torch.manual_seed(0)
    net = Net().to(DEVICE)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)
    data = torch.randn(2048, 1024, device=DEVICE)
    labels = torch.randint(0, 100, (2048,), device=DEVICE)
    seen = 0
    for step in range(60):
        weight = torch.ones(100).to(DEVICE)
        counts = torch.zeros(100, dtype=torch.int64).to(DEVICE)
        counts.scatter_add_(0, labels, torch.ones_like(labels))
        loss = smoothed(net(data), labels, weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += int(counts.sum())
    print("loss", loss.item(), "seen", seen)


if __name__ == "__main__":
    main()

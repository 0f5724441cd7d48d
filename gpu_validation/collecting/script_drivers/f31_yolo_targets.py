import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 10, 1)

    def forward(self, x):
        out = self.conv(x)
        return out.view(len(x), 2, 5, *out.shape[2:]).permute(0, 1, 3, 4, 2)


def run(script, toys):
    model = Model().cuda()

    def targets():
        return [torch.rand(n, 5).clamp(0.1, 0.9) for n in (2, 0, 1)]

    loader = [(torch.rand(3, 3, 4, 4), targets(), ["a.jpg", "b.jpg", "c.jpg"]) for _ in range(2)]
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    script["train"](model, loader, optimizer, [[0.3, 0.3], [0.7, 0.6]], torch.device("cuda"))

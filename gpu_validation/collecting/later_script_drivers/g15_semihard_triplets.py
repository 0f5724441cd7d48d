import random

import torch


def run(script, toys):
    net = toys.net(6, 4)
    opt = torch.optim.Adam(net.parameters())
    y = torch.arange(24) % 3
    loader = toys.loader(torch.randn(24, 6), y, batch_size=12)
    for margin in (None, 0.3):
        script["train"](net, loader, opt, script["SemiHardMiner"](0.3, random.Random(0)), script["HardBatch"](margin))
    script["train"](net, toys.loader(torch.randn(3, 6), torch.tensor([0, 0, 1])), torch.optim.Adam(net.parameters()), script["SemiHardMiner"](1e-9, random.Random(0)), lambda e, y: e.sum())

import torch
from torch import nn


def run(script, toys):
    net = toys.net(8, 3)
    loader = toys.loader(torch.randn(16, 8), torch.randint(3, (16,)), batch_size=4)
    script["train"](net, loader, torch.optim.SGD(net.parameters(), lr=0.1), nn.CrossEntropyLoss(), {"epochs": 2, "every": 2, "start": 2, "end": 6})
    script["n_m_mask"](net[0].weight)
    conv, bn = nn.Conv2d(3, 8, 3, padding=1).cuda(), nn.BatchNorm2d(8).cuda()
    script["prune_filters"](conv, bn, 0.5)

import types

import torch
from torch import nn


def run(script, toys):
    model = nn.Sequential(toys.net(8, 4), nn.LogSoftmax(1))
    loader = toys.loader(torch.randn(16, 8), torch.randint(4, (16,)), batch_size=8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    args = types.SimpleNamespace(cuda=True, log_interval=1, lr=0.1)
    script["adjust_learning_rate"](optimizer, 2, args)
    script["train"](1, model, loader, optimizer, args)
    script["test"](1, model, loader, args)

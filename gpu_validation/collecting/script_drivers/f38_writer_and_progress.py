import tempfile

import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter


def run(script, toys):
    model = toys.net(8, 4)
    loader = [{"inputs": torch.randn(6, 8), "targets": torch.randint(4, (6,))} for _ in range(4)]
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
        script["train"](model, loader, optimizer, nn.CrossEntropyLoss(), writer, torch.device("cuda"), 0)

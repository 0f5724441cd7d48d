import pathlib
import tempfile

import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter


def run(script, toys):
    net = toys.net(6, 3)
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
        script["train"](net, toys.loader(torch.randn(12, 6), torch.randint(3, (12,)), batch_size=4), torch.optim.SGD(net.parameters(), lr=0.1), nn.CrossEntropyLoss(),
                        torch.device("cuda"), pathlib.Path(folder) / "log.json", writer)

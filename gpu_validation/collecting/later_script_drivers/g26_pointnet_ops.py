import numpy as np
import torch


def run(script, toys):
    mlp, head = toys.net(3, 10), toys.net(16, 3)
    optimizer = torch.optim.Adam([*mlp.parameters(), *head.parameters()])
    loader = toys.loader(torch.randn(6, 32, 3), torch.randint(3, (6,)), batch_size=3)
    script["train"](mlp, head, loader, optimizer, np.random.default_rng(0))

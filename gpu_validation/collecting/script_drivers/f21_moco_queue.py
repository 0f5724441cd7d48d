import copy

import torch


def run(script, toys):
    q = toys.net(6, 8)
    loader = toys.loader(torch.randn(12, 6), torch.randn(12, 6), batch_size=4, pin_memory=True)
    script["train_moco"](q, copy.deepcopy(q), loader, torch.optim.SGD(q.parameters(), 0.1))

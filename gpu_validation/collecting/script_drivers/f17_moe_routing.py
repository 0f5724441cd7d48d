import torch
from torch import nn


def run(script, toys):
    blocks = [(toys.net(8, 4), [toys.net(8, 8) for _ in range(4)]) for _ in range(2)]
    head = toys.net(8, 5)
    parameters = [p for gate, experts in blocks for m in (gate, *experts) for p in m.parameters()]
    data = [(torch.randn(2, 6, 8).cuda(), torch.randint(5, (2, 6)).cuda()) for _ in range(2)]
    script["train"](blocks, head, data, torch.optim.AdamW(parameters))

import random

import torch
from torch import nn


def run(script, toys):
    def graph():
        n = random.randint(3, 6)
        return {"x": torch.randn(n, 8), "edge_index": torch.randint(n, (2, 2 * n)), "y": random.randrange(3)}

    layers, head = [toys.net(8, 8) for _ in range(2)], toys.net(8, 3)
    loader = [script["collate"]([graph() for _ in range(3)]) for _ in range(2)]
    optimizer = torch.optim.Adam([p for m in (*layers, head) for p in m.parameters()])
    script["fit"](layers, head, loader, optimizer, nn.CrossEntropyLoss(), torch.device("cuda"))

import torch
from torch import nn


def run(script, toys):
    model = nn.Sequential(toys.net(8, 6), nn.BatchNorm1d(6), nn.Linear(6, 4)).cuda()
    batches = [(torch.randn(6, 8), torch.randint(4, (6,))) for _ in range(2)]
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    script["train_with_ema"](model, batches, batches, nn.CrossEntropyLoss(), optimizer, "cuda")

import torch
from torch import nn


def run(script, toys):
    net = nn.Sequential(nn.Flatten(), nn.Linear(48, 3)).cuda()
    loader = toys.loader(torch.randn(24, 3, 4, 4), torch.randint(3, (24,)), batch_size=4)
    cfg = {"modes": ["mixup", "cutmix", "element"], "classes": 3, "alpha": 1.0}
    script["train"](net, loader, torch.optim.SGD(net.parameters(), lr=0.1), nn.CrossEntropyLoss(), cfg, script["RandomErasing"]())

import torch
from torch import nn


def run(script, toys):
    net = nn.Conv2d(3, 4, 1).cuda()
    loader = [{"image": torch.rand(2, 3, 8, 8), "label": torch.randint(4, (2, 8, 8))} for _ in range(2)]
    script["validate"](net, loader, 4, torch.device("cuda"))
    script["validate"](net, loader, 4, torch.device("cuda"), on_gpu=False)

import torch
from torch import nn


def run(script, toys):
    net = nn.Sequential(nn.Flatten(), nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 3)).cuda()
    loader = toys.loader(torch.rand(8, 3, 2, 2), torch.randint(3, (8,)), batch_size=4)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for mode in ("trades", "pgd"):
        script["train"](net, loader, opt, {"mode": mode, "mean": [0.5, 0.4, 0.3], "std": [0.2, 0.2, 0.3], "eps": 8})
    script["robust_eval"](net, loader, 0.1, script["fgsm"])

import torch
from torch import nn


def run(script, toys):
    items = [(torch.randn(6), {"cls": k % 3, "depth": torch.randn(4)}) for k in range(8)]
    loader = torch.utils.data.DataLoader(items, batch_size=4)
    for method in ("pcgrad", "cagrad"):
        backbone, heads = toys.net(6, 8), {"cls": toys.net(8, 3), "depth": toys.net(8, 4)}
        weigher = script["UncertaintyWeights"](2).cuda()
        opt = torch.optim.Adam([p for m in (backbone, weigher, *heads.values()) for p in m.parameters()])
        script["train"](backbone, heads, {"cls": nn.CrossEntropyLoss(), "depth": nn.L1Loss()}, loader, opt, weigher, method, torch.device("cuda"), 3)

import torch
from torch import nn


def run(script, toys):
    netD = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(144, 1), nn.Sigmoid()).cuda()
    netG = nn.Sequential(nn.Linear(5, 64), nn.Unflatten(1, (1, 8, 8))).cuda()
    loader = toys.loader(torch.randn(8, 1, 8, 8), torch.zeros(8), batch_size=4)
    optimizers = [torch.optim.Adam(m.parameters()) for m in (netD, netG)]
    fixed = torch.randn(2, 5, device="cuda")
    script["train_epoch"](netD, netG, loader, *optimizers, nn.BCELoss(), torch.device("cuda"), 5, fixed)

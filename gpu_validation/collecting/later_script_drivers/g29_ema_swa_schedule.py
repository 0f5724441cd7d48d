import torch
from torch import nn


def run(script, toys):
    make = lambda: nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3)).cuda()
    student, teacher = make(), make()
    loader = toys.loader(torch.randn(16, 6), torch.randint(3, (16,)), batch_size=8, pin_memory=True)
    script["train"](student, teacher, loader, torch.optim.AdamW(student.parameters()), {"lr": 0.01, "epochs": 2})

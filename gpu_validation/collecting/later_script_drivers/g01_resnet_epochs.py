import torch
from torch import nn


def run(script, toys):
    device = torch.device("cuda")
    model = nn.Sequential(nn.Flatten(), nn.Linear(48, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 5)).to(device)
    data = torch.randn(24, 3, 4, 4), torch.randint(5, (24,))
    train, val = toys.loader(*data, batch_size=8, pin_memory=True), toys.loader(*data, batch_size=8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
    script["fit"](model, train, val, nn.CrossEntropyLoss().to(device), optimizer, scheduler, device, 2)

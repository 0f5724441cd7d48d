import torch
from torch import nn


def run(script, toys):
    net = toys.net(8, 4)
    data = [{"x": torch.randn(6, 8), "y": torch.randint(4, (6,)), "id": i} for i in range(4)]
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    scaler = torch.amp.GradScaler("cuda")
    script["train_one_epoch"](net, data, nn.CrossEntropyLoss(), optimizer, scheduler, scaler, torch.device("cuda"))

import torch
from torch import nn


def run(script, toys):
    model = toys.net(8, 6)
    lengths = torch.full((8,), 10), torch.full((8,), 3)
    loader = toys.loader(torch.randn(8, 10, 8), torch.randint(1, 6, (8, 3)), *lengths, batch_size=4)
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    criterion, device = nn.CTCLoss(blank=0), torch.device("cuda")
    script["train"](model, device, loader, criterion, optimizer, scheduler, 0)
    script["test"](model, device, loader, criterion, lambda ids: "".join(map(str, ids)))

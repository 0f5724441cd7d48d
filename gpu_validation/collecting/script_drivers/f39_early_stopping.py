import tempfile

import torch
from torch import nn


def run(script, toys):
    model = toys.net(8, 4)
    loader = toys.loader(torch.randn(12, 8), torch.randint(4, (12,)), batch_size=6)
    optimizer = torch.optim.SGD(model.parameters(), 5.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    with tempfile.TemporaryDirectory() as folder:
        script["train_model"](
            model, {"train": loader, "val": loader}, nn.CrossEntropyLoss(), optimizer, scheduler,
            torch.device("cuda"), path=folder + "/best.pt",
        )

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.out = nn.Linear(width, classes)

    def forward(self, hidden, lengths):
        mask = torch.arange(hidden.shape[1], device=hidden.device) < lengths[:, None]
        half = torch.tensor(0.5, device=hidden.device)
        return self.out(hidden[mask]) * half


def train(model: Head, loader, optimizer):
    model = model.cuda()
    for step, (hidden, lengths, target) in enumerate(loader):
        logits = model(hidden.cuda(non_blocking=True), lengths.cuda(non_blocking=True))
        loss = nn.functional.cross_entropy(logits, target.cuda(non_blocking=True))
        loss.backward()
        optimizer.step()
        if loss.isnan():
            raise RuntimeError(f"loss is {loss.item()}")
        if step % 100 == 0:
            print(step, loss.item())

"""A step like that of a detector: scores are thresholded, boxes clipped and selected by masks."""

import torch
import torch.nn.functional as F
from torch import nn

DEVICE = torch.device("cuda")


class Head(nn.Module):
    def __init__(self, width=256, classes=20):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(3, width, 7, stride=4, padding=3), nn.ReLU(), nn.Conv2d(width, width, 3, padding=1), nn.ReLU()
        )
        self.scores, self.boxes = nn.Conv2d(width, classes, 1), nn.Conv2d(width, 4, 1)

    def forward(self, x):
        x = self.trunk(x)
        return self.scores(x).flatten(2).mT, self.boxes(x).flatten(2).mT


def losses_of(scores, boxes, targets, labels):
    positive = labels > 0
    background = torch.tensor(0, device=labels.device)
    count = torch.tensor(1.0, device=scores.device).clamp(min=1)
    chosen = boxes[positive]
    wanted = targets[positive]
    box_loss = F.l1_loss(chosen, wanted, reduction="sum") / (count + positive.sum())
    labels = torch.where(labels > 19, background, labels)
    if positive.any():
        box_loss = box_loss * 2
    size = torch.tensor([96.0, 96.0, 96.0, 96.0]).to(boxes.device)
    clipped = (boxes / size).clamp(-1, 1)
    return F.cross_entropy(scores.flatten(0, 1), labels.flatten()) + box_loss + clipped.square().mean()


def main():
    torch.manual_seed(0)
    head = Head().to(DEVICE)
    optimizer = torch.optim.SGD(head.parameters(), lr=1e-3)
    pictures = torch.rand(16, 3, 96, 96, device=DEVICE)
    targets = torch.rand(16, 576, 4, device=DEVICE)
    labels = torch.randint(0, 20, (16, 576), device=DEVICE)
    for _ in range(60):
        scores, boxes = head(pictures)
        loss = losses_of(scores, boxes, targets, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("loss", loss.item())


if __name__ == "__main__":
    main()

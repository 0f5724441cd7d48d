"""Trains a small single-stage detector: anchors are matched to boxes image by image, the chosen ones are regressed."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn

CLASSES = 20


def iou(a, b):
    top_left = torch.maximum(a[:, None, :2], b[None, :, :2])
    bottom_right = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    overlap = (bottom_right - top_left).clamp(min=0).prod(-1)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    return overlap / (area_a[:, None] + area_b[None] - overlap)


class Detector(nn.Module):
    def __init__(self, width, anchors_each):
        super().__init__()
        layers, channels = [], 3
        for stride in (2, 2, 2, 1, 2):
            layers += [nn.Conv2d(channels, width, 3, stride, 1), nn.GroupNorm(8, width), nn.ReLU()]
            channels = width
        self.trunk = nn.Sequential(*layers)
        self.scores = nn.Conv2d(width, anchors_each * CLASSES, 3, padding=1)
        self.boxes = nn.Conv2d(width, anchors_each * 4, 3, padding=1)

    def forward(self, pictures):
        x = self.trunk(pictures)
        scores = self.scores(x).permute(0, 2, 3, 1).reshape(len(x), -1, CLASSES)
        return scores, self.boxes(x).permute(0, 2, 3, 1).reshape(len(x), -1, 4)


def make_anchors(side, stride, sizes):
    centers = (torch.arange(side // stride) + 0.5) * stride
    y, x = torch.meshgrid(centers, centers, indexing="ij")
    center = torch.stack([x, y], -1).reshape(-1, 1, 2)
    half = torch.tensor(sizes).view(1, -1, 1).expand(1, -1, 2) / 2
    return torch.cat([center - half, center + half], -1).reshape(-1, 4)


class Trainer:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        images, side, width, boxes = (2, 64, 16, 4) if small else (16, 320, 128, 12)
        self.side = side
        self.model = Detector(width, 3).to(self.device)
        self.anchors = make_anchors(side, 16, [16.0, 32.0, 64.0]).to(self.device)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-3, momentum=0.9)
        self.pool = [self.sample(images, boxes) for _ in range(8)]
        self.history = []

    def sample(self, images, boxes):
        corner = torch.rand(images, boxes, 2) * (self.side * 0.7)
        size = torch.rand(images, boxes, 2) * (self.side * 0.25) + 4
        labels = torch.randint(0, CLASSES, (images, boxes))
        return torch.rand(images, 3, self.side, self.side), torch.cat([corner, corner + size], -1), labels

    def inputs(self, number):
        pictures, boxes, labels = self.pool[number % len(self.pool)]
        return pictures.to(self.device), boxes.to(self.device), labels.to(self.device)

    def image_loss(self, scores, deltas, boxes, labels):
        overlap, matched = iou(self.anchors, boxes).max(1)
        positive = overlap > 0.4
        target = torch.zeros_like(scores)
        box_loss = deltas.sum() * 0
        if positive.any():
            target[positive, labels[matched[positive]]] = 1.0
            scale = torch.tensor([0.1, 0.1, 0.2, 0.2], device=scores.device)
            wanted = (boxes[matched[positive]] - self.anchors[positive]) / 16 / scale
            box_loss = F.smooth_l1_loss(deltas[positive], wanted, reduction="sum") / 4
        count = max(1, positive.sum().item())
        class_loss = F.binary_cross_entropy_with_logits(scores, target, reduction="sum")
        return class_loss / count, box_loss / count

    def loss_of(self, pictures, boxes, labels):
        scores, deltas = self.model(pictures)
        losses = [self.image_loss(*each) for each in zip(scores, deltas, boxes, labels)]
        return sum(each for each, _ in losses) / len(losses), sum(each for _, each in losses) / len(losses)

    def compute(self, pictures, boxes, labels):
        class_loss, box_loss = self.loss_of(pictures, boxes, labels)
        loss = class_loss + box_loss
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return {"loss": loss.detach(), "class_loss": class_loss.detach(), "box_loss": box_loss.detach()}

    def step(self, number):
        results = self.compute(*self.inputs(number))
        if not torch.isfinite(results["loss"]):
            raise RuntimeError("the loss is not a number")
        self.history.append({name: value.item() for name, value in results.items()})
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    trainer = Trainer(options.device, options.small)
    for number in range(options.steps):
        results = trainer.step(number)
    print({name: value.item() for name, value in results.items()})


if __name__ == "__main__":
    main()

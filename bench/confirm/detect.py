"""A single-stage detector whose loss is taken image by image, with the waits that such losses have. Run under

    syncfree-lint confirm -- python detect.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn

CLASSES = 20
BEST = 64  # anchors that an image's boxes are matched to


class Detector(nn.Module):
    def __init__(self, width):
        super().__init__()
        layers, channels = [], 3
        for stride in (2, 2, 1, 1, 2):
            layers += [nn.Conv2d(channels, width, 3, stride, 1), nn.GroupNorm(8, width), nn.ReLU()]
            channels = width
        self.trunk = nn.Sequential(*layers)
        self.scores = nn.Conv2d(width, 3 * CLASSES, 3, padding=1)
        self.boxes = nn.Conv2d(width, 3 * 4, 3, padding=1)

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


def overlaps(a, b):
    top_left = torch.maximum(a[:, None, :2], b[None, :, :2])
    bottom_right = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = (bottom_right - top_left).clamp(min=0).prod(-1)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    return shared / (area_a[:, None] + area_b[None] - shared)


def image_loss(anchors, scores, deltas, boxes, labels):
    overlap, matched = overlaps(anchors, boxes).max(1)
    positive = torch.zeros_like(overlap, dtype=torch.bool)
    positive[overlap.topk(BEST).indices] = True
    if not positive.any():
        return scores.sum() * 0
    chosen = torch.nonzero(positive).squeeze(1)
    target = torch.zeros_like(scores)
    target[chosen, labels[matched[chosen]]] = 1.0
    spread = torch.tensor([0.1, 0.1, 0.1, 0.1], device=scores.device)
    wanted = (boxes[matched[chosen]] - anchors[chosen]) / 16 / spread
    box_loss = F.smooth_l1_loss(deltas[chosen], wanted, reduction="sum")
    class_loss = F.binary_cross_entropy_with_logits(scores, target, reduction="sum")
    count = positive.sum().item()
    return (class_loss + box_loss / 4) / count


class Trainer:
    def __init__(self, options):
        self.device = torch.device("cuda")
        torch.manual_seed(0)
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
        self.side = options.side
        self.model = Detector(options.width).to(self.device)
        self.anchors = make_anchors(options.side, 8, [16.0, 32.0, 64.0]).to(self.device)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-3, momentum=0.9, fused=True)
        self.pool = [self.sample(options.batch, 12) for _ in range(4)]
        self.total = 0.0

    def sample(self, images, boxes):
        corner = torch.rand(images, boxes, 2) * (self.side * 0.7)
        size = torch.rand(images, boxes, 2) * (self.side * 0.25) + 4
        boxes, labels = torch.cat([corner, corner + size], -1), torch.randint(CLASSES, (images, boxes))
        pictures = torch.randint(256, (images, 3, self.side, self.side), dtype=torch.uint8)
        return pictures, pictures.pin_memory(), boxes.to(self.device), labels.to(self.device)

    def train(self, steps):
        for number in range(steps):
            pictures, pinned, boxes, labels = self.pool[number % len(self.pool)]
            scores, deltas = self.model(pictures.to(self.device) / 255)
            losses = [image_loss(self.anchors, *each) for each in zip(scores, deltas, boxes, labels)]
            loss = torch.stack(losses).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.total += loss.item()


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--side", type=int, default=640)
    parser.add_argument("--width", type=int, default=128)
    options = parser.parse_args(words)
    return options, Trainer(options).train


def main():
    options, train = prepare()
    start = time.perf_counter()
    train(options.steps)
    print(f"{(time.perf_counter() - start) / options.steps * 1e3:.3f} ms a step", flush=True)


if __name__ == "__main__":
    main()

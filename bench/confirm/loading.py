"""A small network whose data loader is slower than its GPU, with the waits that people blame for it. Run under

    syncfree-lint confirm -- python loading.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset

CLASSES = 10


class Pictures(Dataset):
    """Random pictures that are made on the CPU, one by one."""

    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(index)
        picture = torch.rand(3, 64, 64, generator=generator)
        picture = F.interpolate(picture[None], scale_factor=1.5, mode="bilinear")[0, :, :64, :64]
        return picture, index % CLASSES


def network():
    return nn.Sequential(
        nn.Conv2d(3, 64, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(64, 128, 3, padding=1, stride=2),
        nn.ReLU(),
        nn.Conv2d(128, 128, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(128 * 32 * 32, CLASSES),
    )


def train(model, optimizer, loader, device):
    total, correct = 0.0, 0
    for pictures, labels in loader:
        pictures, labels = pictures.to(device), labels.to(device)
        scores = model(pictures)
        loss = F.cross_entropy(scores, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        correct += (scores.argmax(-1) == labels).sum().item()
    return total, correct


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--workers", type=int, default=0)
    arguments = parser.parse_args(words)
    device = torch.device("cuda")
    torch.manual_seed(0)
    model = network().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    pictures = Pictures(arguments.steps * arguments.batch)
    loader = DataLoader(pictures, arguments.batch, num_workers=arguments.workers, pin_memory=arguments.workers > 0)
    return arguments, model, optimizer, loader, device


def main():
    arguments, model, optimizer, loader, device = prepare()
    start = time.perf_counter()
    train(model, optimizer, loader, device)
    print(f"{(time.perf_counter() - start) / arguments.steps * 1e3:.3f} ms a step", flush=True)


if __name__ == "__main__":
    main()

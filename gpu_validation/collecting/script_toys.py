"""Small networks and data, for the drivers of the scripts."""

import logging
import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def net(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, outputs)).cuda()


def loader(*tensors, **options):
    return DataLoader(TensorDataset(*tensors), **options)


def show_logging():
    """Records are written, as a script's own start-up code has them written."""
    logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s", force=True)

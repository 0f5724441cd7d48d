import torch
from torch import nn


def run(script, toys):
    layers = {"conv1": nn.Conv2d(3, 4, 3).cuda(), "relu": nn.ReLU(), "conv2": nn.Conv2d(4, 4, 3).cuda()}
    mean, std = torch.rand(3).cuda(), torch.rand(3).cuda() + 0.5
    content, style = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
    script["run_style_transfer"](
        layers, mean, std, content, style, content.clone().cuda(), ["conv1"], ["conv2"], tv=0.1,
        show=lambda image, title: None,
    )

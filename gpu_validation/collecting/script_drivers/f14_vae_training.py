import torch
from torch import nn


def run(script, toys):
    encoder, decoder = nn.Linear(12, 8).cuda(), nn.Linear(4, 12).cuda()
    batches = [{"image": torch.rand(6, 12), "name": ["a"] * 6} for _ in range(3)]
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    script["fit"](encoder, decoder, batches, optimizer)
    script["sample"](decoder, 3, 4, "cuda")

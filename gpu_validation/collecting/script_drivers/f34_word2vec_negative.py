import torch
from torch import nn


def run(script, toys):
    words = "the quick brown fox jumps over the lazy dog and the fox sleeps".split()
    u, v = nn.Embedding(10, 6).cuda(), nn.Embedding(10, 6).cuda()
    optimizer = torch.optim.Adam([*u.parameters(), *v.parameters()])
    script["train"](words, u, v, optimizer, torch.device("cuda"), batch=16)

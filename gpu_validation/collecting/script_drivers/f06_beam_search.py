import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.cell, self.out = nn.Embedding(12, 8), nn.GRUCell(8, 8), nn.Linear(8, 12)

    def encode(self, source):
        return self.embedding(source).mean(1)

    def step(self, last, state):
        state = self.cell(self.embedding(last), state)
        return self.out(state), state


def run(script, toys):
    script["translate"](Model().cuda(), [[3, 4, 5], [6, 7]])

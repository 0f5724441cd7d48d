import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor, self.critic = nn.Linear(4, 3), nn.Linear(4, 1)

    def forward(self, x):
        return torch.distributions.Categorical(logits=self.actor(x)), self.critic(x)


class Envs:
    def step(self, action):
        return np.random.rand(6, 4), np.random.rand(6), (np.random.rand(6) > 0.5).astype("float32")


def run(script, toys):
    model = Model().cuda()
    script["a2c_step"](model, torch.optim.Adam(model.parameters()), Envs(), np.random.rand(6, 4), torch.device("cuda"))

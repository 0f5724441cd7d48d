import types

import torch
from torch import nn


def run(script, toys):
    generator = nn.Sequential(nn.Linear(5, 64), nn.Unflatten(1, (1, 8, 8))).cuda()
    critic = nn.Sequential(nn.Flatten(), nn.Linear(64, 8), nn.Tanh(), nn.Linear(8, 1)).cuda()
    loader = toys.loader(torch.randn(8, 1, 8, 8), torch.zeros(8), batch_size=4)
    opt = types.SimpleNamespace(n_epochs=2, latent_dim=5, n_critic=2)
    optimizers = [torch.optim.Adam(m.parameters()) for m in (generator, critic)]
    script["fit"](generator, critic, loader, *optimizers, opt)

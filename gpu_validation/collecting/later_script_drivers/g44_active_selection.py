import numpy as np
import torch
from torch import nn


def run(script, toys):
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 3)).cuda()
    x = torch.randn(40, 6)
    pool = script["Pool"](40, 4, np.random.default_rng(0))
    feats = x.cuda()
    script["experiment"](model, toys.loader(x, torch.zeros(40), batch_size=20), feats, pool,
                         ["bald", "margin", "entropy", "coreset", "kmeans", "badge"], torch.device("cuda"), lambda m, ids: 0.5)
    script["kcenter_greedy"](feats, [], 2)

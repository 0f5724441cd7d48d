import types

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x, edges):
        h = self.a(x).relu()
        return self.b(torch.zeros_like(h).index_add(0, edges[1], h[edges[0]]))


def run(script, toys):
    mask = torch.arange(20) % 3
    data = types.SimpleNamespace(
        x=torch.randn(20, 8), edge_index=torch.randint(20, (2, 60)), y=torch.randint(3, (20,)), name="toy",
        train_mask=mask == 0, val_mask=mask == 1, test_mask=mask == 2,
    )
    model = Model().cuda()
    script["main_loop"](model, data, torch.optim.Adam(model.parameters()), torch.device("cuda"))

import torch
from torch import nn


def run(script, toys):
    net = toys.net(6, 1)
    x, y = torch.randn(12, 6), torch.randn(12, 1)
    bad = x.clone()
    bad[0] = float("nan")
    device = torch.device("cuda")
    script["fit"](net, toys.loader(x, y, batch_size=4), toys.loader(x, y, batch_size=6), nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.1), device, 3, 2)
    script["fit"](net, toys.loader(bad, y, batch_size=4), toys.loader(x, -y, batch_size=6), nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.05, maximize=True), device, 5, 2)
    script["fit_floats"](net, toys.loader(x, y, batch_size=4), nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.1), device, 3)
    script["fit_floats"](net, toys.loader(x, y, batch_size=4), nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.1), device, 1)

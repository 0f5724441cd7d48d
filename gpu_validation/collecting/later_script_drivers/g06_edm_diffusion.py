import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x, sigma, labels=None):
        return self.conv(x) / (1 + sigma)


def run(script, toys):
    net = Denoiser().cuda()

    def batches():
        while True:
            yield torch.randint(255, (2, 3, 4, 4), dtype=torch.uint8), torch.zeros(2, 0)

    optimizer = torch.optim.Adam(net.parameters())
    device = torch.device("cuda")
    ema = script["training_loop"](net, batches(), optimizer, script["EDMLoss"](), device)
    with torch.no_grad():
        script["sample_grid"](ema, device)

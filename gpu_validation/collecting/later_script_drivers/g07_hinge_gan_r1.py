import random
import tempfile
from types import SimpleNamespace

import torch
from torch.utils.tensorboard import SummaryWriter


def run(script, toys):
    generator, discriminator = toys.net(8, 12), toys.net(12, 1)
    args = SimpleNamespace(latent=8, mixing=0.9, d_reg_every=2, r1=10, log_every=2)
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
        script["train"](args, toys.loader(torch.randn(16, 12), batch_size=4), generator, discriminator,
                        torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters()),
                        torch.device("cuda"), random.Random(0), writer)

import tempfile

import torch


def run(script, toys):
    net = toys.net(6, 3)
    opt = torch.optim.Adam(net.parameters())
    sched = torch.optim.lr_scheduler.StepLR(opt, 1)
    with tempfile.TemporaryDirectory() as folder:
        script["train"](net, toys.loader(torch.randn(12, 6), torch.randint(3, (12,)), batch_size=6), opt, sched, script["CheckpointManager"](folder), torch.device("cuda"), 3)

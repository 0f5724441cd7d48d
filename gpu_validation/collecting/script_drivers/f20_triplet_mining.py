import torch


def run(script, toys):
    net = toys.net(8, 6)
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    loader = toys.loader(torch.randn(24, 8), torch.arange(24) % 3, batch_size=12)
    script["run_epoch"](net, loader, optimizer, margin=2.0)
    script["run_epoch"](net, loader, optimizer, hard=True)

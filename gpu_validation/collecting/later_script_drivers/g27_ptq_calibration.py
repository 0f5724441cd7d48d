import torch


def run(script, toys):
    data = toys.loader(torch.randn(24, 6), torch.zeros(24), batch_size=6)
    script["ptq"](toys.net(6, 4), data, bits=8)
    script["ptq"](toys.net(6, 4), data, n_batches=3, symmetric=True, momentum=0.1)
    script["quantize_per_channel"](torch.randn(4, 8).cuda(), group=4)

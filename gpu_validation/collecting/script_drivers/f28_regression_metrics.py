import torch


def run(script, toys):
    loader = toys.loader(torch.randn(24, 8), torch.randn(24), batch_size=8)
    script["evaluate"](toys.net(8, 1), loader, "cuda", 0.5, 2.0, verbose=True)

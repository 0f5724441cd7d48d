import torch


def run(script, toys):
    device = torch.device("cuda")
    vq = script["VectorQuantizerEMA"](16, 4).to(device)
    encoder, decoder = toys.net(10, 4), toys.net(4, 10)
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    script["train"](encoder, decoder, vq, toys.loader(torch.randn(24, 10), batch_size=8), optimizer, 0.8, 2, device)

import torch


def run(script, toys):
    net, device = toys.net(6, 2), torch.device("cuda")
    loader = toys.loader(torch.randn(12, 6), torch.randn(12, 2), batch_size=4, pin_memory=True)
    script["train"](net, loader, torch.optim.SGD(net.parameters(), lr=0.1), device)
    x = torch.randn(4, 6).to(device)
    script["measure_latency"](net, x)
    script["throughput"](net, [torch.randn(4, 6).pin_memory() for _ in range(3)], device)
    script["benchmark"]({"relu": torch.relu, "net": net}, x)

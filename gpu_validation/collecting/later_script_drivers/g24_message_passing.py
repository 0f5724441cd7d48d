import torch


def run(script, toys):
    layers = [script["GATLayer"](toys.net(6, 6), toys.net(12, 1)) for _ in range(2)]
    head = toys.net(6, 3)
    data = {"x": torch.randn(12, 6).cuda(), "edge_index": torch.randint(12, (2, 30)).cuda(), "y": torch.randint(3, (3,)).cuda(),
            "batch": torch.arange(12).div(4, rounding_mode="floor").cuda()}
    opt = torch.optim.Adam([p for m in (*layers, head) for p in m.parameters()])
    script["train"](layers, head, data, opt, 2)

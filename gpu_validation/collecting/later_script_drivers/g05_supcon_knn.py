import torch


def run(script, toys):
    model = toys.net(12, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    items = [((torch.randn(12), torch.randn(12)), k % 4) for k in range(16)]
    pinned = torch.utils.data.DataLoader(items, batch_size=8, pin_memory=True)
    for method in ("SupCon", "SimCLR"):
        script["train"](pinned, model, script["SupConLoss"](), optimizer, {"method": method, "print_freq": 1})
    x, y = script["extract"](model, torch.utils.data.DataLoader(items, batch_size=8))
    script["knn_classifier"](x, y, x, y, 5, 0.07)

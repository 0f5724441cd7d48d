import numpy as np
import torch


def run(script, toys):
    device = torch.device("cuda")
    pairs = [(u, (u * 3 + k) % 10) for u in range(5) for k in range(3)]
    graph = script["build_graph"](pairs, 5, 10, device)
    model = script["LightGCN"](5, 10, 8, 2, graph).to(device)
    data = script["BPRData"](pairs, 10, set(pairs))
    score = script["train"](model, data, torch.utils.data.DataLoader(data, batch_size=5), torch.optim.Adam(model.parameters()), device, 2)
    test = torch.utils.data.DataLoader([(u, i) for u in range(3) for i in range(6)], batch_size=6)
    script["metrics"](score, test, 3, device)
    seen = {u: {i for v, i in pairs if v == u} for u in range(5)}
    script["full_rank"](model, seen, {u: {(u * 3 + 4) % 10} for u in range(5)}, 3, device)

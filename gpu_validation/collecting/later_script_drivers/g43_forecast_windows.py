from types import SimpleNamespace

import numpy as np
import torch


def run(script, toys):
    series = np.random.rand(30, 2)
    scaler = script["StandardScaler"]()
    scaler.fit(series)
    data = script["Windows"](scaler.transform(series), 8, 4, 4)
    loader = torch.utils.data.DataLoader(data, batch_size=8)
    args = SimpleNamespace(device=torch.device("cuda"), label_len=4, pred_len=4, epochs=1)
    net, revin = toys.net(8, 4), script["RevIN"](2).cuda()
    exp = script["Exp"](args, net, revin, torch.optim.Adam([*net.parameters(), *revin.parameters()]), scaler)
    exp.train(loader)
    exp.test(loader)
    scaler.transform(torch.rand(3, 2).cuda())

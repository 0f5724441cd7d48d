import random

import torch


def run(script, toys):
    encoder = script["Encoder"](torch.nn.Embedding(12, 8), torch.nn.LSTM(8, 6, batch_first=True)).cuda()
    head = toys.net(6, 1)
    data = [[random.randrange(2, 12) for _ in range(random.randrange(2, 14))] for _ in range(12)]
    script["train"](encoder, head, data, torch.optim.Adam([*encoder.parameters(), *head.parameters()]), torch.device("cuda"))

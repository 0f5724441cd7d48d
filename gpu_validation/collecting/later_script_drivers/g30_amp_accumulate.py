from types import SimpleNamespace

import torch
from torch import nn


def run(script, toys):
    net = toys.net(6, 3)
    opt = torch.optim.AdamW(net.parameters())
    loader = toys.loader(torch.randn(32, 6), torch.randint(3, (32,)), batch_size=8, pin_memory=True)
    for amp, clip in ((True, 1.0), (True, None), (False, None)):
        scaler = script["NativeScaler"](torch.amp.GradScaler("cuda", enabled=amp))
        script["train_one_epoch"](net, nn.CrossEntropyLoss(), loader, opt, torch.device("cuda"), scaler, SimpleNamespace(accum_iter=2, amp=amp, clip_grad=clip))
        scaler.state_dict()
    net(torch.randn(2, 6).cuda()).sum().backward()
    script["get_grad_norm"](net.parameters(), float("inf"))
    net.zero_grad()
    script["get_grad_norm"](net.parameters())
    batches = [(torch.randn(4, 6).cuda(), torch.randn(4, 3).cuda()) for _ in range(3)]
    batches.append((batches[0][0] * float("inf"), batches[0][1]))
    script["bf16_steps"](net, batches, opt, 0.1)

import torch


def run(script, toys):
    router = script["Top1Router"](toys.net(8, 4), 4, jitter=0.1)
    switch = script["SwitchFFN"](router, torch.randn(4, 8, 16) * 0.1, torch.randn(4, 16, 8) * 0.1).cuda()
    loop = script["LoopMoE"](toys.net(8, 4), [toys.net(8, 8) for _ in range(4)]).cuda()
    head = toys.net(8, 3)
    opt = torch.optim.Adam([p for m in (switch, loop, head) for p in m.parameters()])
    batches = [(torch.randn(2, 6, 8).cuda(), torch.randint(3, (2,)).cuda()) for _ in range(2)]
    script["train"]([switch, loop], head, batches, opt)
    loop.eval()
    loop(batches[0][0])
    loop(batches[0][0][:1, :1])
    script["sorted_dispatch"](torch.randn(10, 8).cuda(), torch.randint(4, (10,)).cuda(), [toys.net(8, 8) for _ in range(4)])

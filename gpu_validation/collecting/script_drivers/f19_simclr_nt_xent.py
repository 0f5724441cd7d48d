import types

import torch


def run(script, toys):
    model = toys.net(8, 6)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    loader = [([torch.randn(4, 8), torch.randn(4, 8)], torch.zeros(4)) for _ in range(2)]
    args = types.SimpleNamespace(
        epochs=1, device=torch.device("cuda"), fp16=False, n_views=2, batch_size=4, temperature=0.1, warmup=0,
        log_every_n_steps=1,
    )
    toys.show_logging()
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    script["pretrain"](model, loader, optimizer, scheduler, torch.amp.GradScaler("cuda"), args)

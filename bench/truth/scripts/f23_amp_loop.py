import torch
from torch.cuda.amp import autocast


def train_one_epoch(net, data, crit, opt, sched, scaler, dev, clip=1.0, accum=2, fp16=True):
    """One epoch with mixed precision and gradient accumulation.

    data yields dictionaries with `x` and `y`."""
    net.train()
    running = torch.zeros(1, device=dev)
    skipped, norms = 0, []

    opt.zero_grad(set_to_none=True)
    for i, batch in enumerate(data, start=1):
        batch = {k: v.to(dev, non_blocking=True) if torch.is_tensor(v) else v for k, v in batch.items()}

        with autocast(enabled=fp16):
            pred = net(batch['x'])
            loss = crit(pred, batch['y']) / accum

        scaler.scale(loss).backward()
        running += loss.detach()

        if i % accum:
            continue

        scaler.unscale_(opt)
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), clip)
        norms.append(norm)

        before = scaler.get_scale()
        scaler.step(opt)
        scaler.update()
        opt.zero_grad(set_to_none=True)

        if scaler.get_scale() < before:
            skipped += 1
        else:
            sched.step()

        lr = sched.get_last_lr()[0]
        if i % 100 == 0 or i == len(data):
            msg = 'step %4d  lr %.2e' % (i, lr)
            if norms:
                msg += '  |g| %.3f' % torch.stack(norms).mean().item()
            print(msg)

    mean = (running / len(data)).item() * accum
    return mean, skipped

import sys
import time
from contextlib import nullcontext

import torch


class ProgressBar:
    def __init__(self, iterable, width=20):
        self.iterable, self.width, self.post = iterable, width, ""

    def set_postfix(self, **kw):
        self.post = ", ".join(f"{k}={v:.3g}" if isinstance(v, float) else f"{k}={v}" for k, v in kw.items())

    def __iter__(self):
        n = len(self.iterable)
        for i, item in enumerate(self.iterable, 1):
            yield item
            done = int(self.width * i / n)
            sys.stderr.write("\r[" + "#" * done + "." * (self.width - done) + "] " + self.post)
        sys.stderr.write("\n")


def train(model, loader, optimizer, loss_fn, writer, device, epoch, amp=False, grad_accum=2, hist_every=2):
    bar = ProgressBar(loader)
    ctx = torch.autocast("cuda", dtype=torch.bfloat16) if amp else nullcontext()
    t0, seen = time.perf_counter(), 0
    for it, sample in enumerate(bar):
        global_step = epoch * len(loader) + it
        inputs = sample["inputs"].to(device)
        targets = sample["targets"].to(device)
        with ctx:
            logits = model(inputs)
            loss = loss_fn(logits, targets)
        (loss / grad_accum).backward()
        if (it + 1) % grad_accum == 0:
            optimizer.step()
            optimizer.zero_grad()

        seen += inputs.shape[0]
        speed = seen / (time.perf_counter() - t0)
        writer.add_scalar("train/loss", loss, global_step)
        writer.add_scalar("train/lr", optimizer.param_groups[0]["lr"], global_step)
        writer.add_scalar("train/samples_per_second", speed, global_step)
        bar.set_postfix(loss=loss.item(), speed=speed)
        if it % hist_every == 0:
            for name, p in model.named_parameters():
                writer.add_histogram(name, p.detach().cpu().numpy(), global_step)
                if p.grad is not None:
                    writer.add_scalar("grad/" + name, p.grad.norm(), global_step)
    writer.add_scalars("epoch", {"loss": loss.item(), "seen": seen}, epoch)
    writer.flush()
    return seen

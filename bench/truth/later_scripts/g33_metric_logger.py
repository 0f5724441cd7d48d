import datetime
import json
import time
from collections import defaultdict, deque

import torch


class SmoothedValue:
    def __init__(self, window_size=20, fmt="{median:.4f} ({global_avg:.4f})"):
        self.deque = deque(maxlen=window_size)
        self.total, self.count, self.fmt = 0.0, 0, fmt

    def update(self, value, n=1):
        self.deque.append(value)
        self.count += n
        self.total += value * n

    @property
    def median(self):
        return torch.tensor(list(self.deque)).median().item()

    @property
    def avg(self):
        return torch.tensor(list(self.deque), dtype=torch.float32).mean().item()

    @property
    def global_avg(self):
        return self.total / self.count

    @property
    def max(self):
        return max(self.deque)

    def __str__(self):
        return self.fmt.format(median=self.median, global_avg=self.global_avg, avg=self.avg, max=self.max)


class MetricLogger:
    def __init__(self, delimiter="  "):
        self.meters = defaultdict(SmoothedValue)
        self.delimiter = delimiter

    def update(self, **kwargs):
        for k, v in kwargs.items():
            if v is None:
                continue
            if isinstance(v, torch.Tensor):
                v = v.item()
            assert isinstance(v, (float, int))
            self.meters[k].update(v)

    def __str__(self):
        return self.delimiter.join(f"{name}: {meter}" for name, meter in self.meters.items())

    def log_every(self, iterable, print_freq, header=""):
        start = end = time.time()
        iter_time = SmoothedValue(fmt="{avg:.4f}")
        for i, obj in enumerate(iterable):
            yield obj
            iter_time.update(time.time() - end)
            if i % print_freq == 0:
                eta = datetime.timedelta(seconds=int(iter_time.global_avg * (len(iterable) - i)))
                print(self.delimiter.join([header, f"[{i}/{len(iterable)}]", f"eta: {eta}", str(self), f"time: {iter_time}"]))
            end = time.time()
        print(f"{header} Total time: {time.time() - start:.1f}")


class LazyMeter:
    """Keeps tensors, reads them once per epoch."""

    def __init__(self):
        self.values = defaultdict(list)

    def add(self, **kw):
        for k, v in kw.items():
            self.values[k].append(v.detach() if torch.is_tensor(v) else torch.as_tensor(float(v)))

    def flush(self):
        out = {}
        for k, v in self.values.items():
            out[k] = torch.stack(v).mean().cpu().item()
        self.values.clear()
        return out


class JsonLogger:
    def __init__(self, path):
        self.file = open(path, "a")

    def log(self, step, **values):
        row = {"step": step}
        for k, v in values.items():
            row[k] = v.tolist() if hasattr(v, "tolist") else v
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()

    def close(self):
        self.file.close()


def grad_stats(model):
    return {n: p.grad.norm() for n, p in model.named_parameters() if p.grad is not None}


def train(model, loader, optimizer, criterion, device, path, writer=None):
    logger, lazy, out = MetricLogger(), LazyMeter(), JsonLogger(path)
    for step, (x, y) in enumerate(logger.log_every(loader, 1, header="Epoch: [0]")):
        x, y = x.to(device), y.to(device)
        pred = model(x)
        loss = criterion(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        norms = grad_stats(model)
        acc = (pred.argmax(-1) == y).float().mean()
        logger.update(loss=loss, lr=optimizer.param_groups[0]["lr"], skipped=None)
        lazy.add(acc=acc, lr=optimizer.param_groups[0]["lr"])
        out.log(step, loss=loss, class_counts=torch.bincount(y, minlength=3), biggest=max(norms, key=norms.get))
        if writer is not None:
            writer.add_scalars("grads", {k.replace(".", "/"): v for k, v in norms.items()}, step)
            writer.add_image("input", x[0].view(1, 2, 3).clamp(0, 1), step)
    out.close()
    stats = {k: meter.global_avg for k, meter in logger.meters.items()}
    return {**stats, **lazy.flush()}

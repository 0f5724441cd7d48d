import contextlib
import functools
import time
from statistics import mean, median

import numpy as np
import torch


class CudaTimer:
    def __init__(self, name, sink):
        self.name, self.sink = name, sink

    def __enter__(self):
        self.start = torch.cuda.Event(enable_timing=True)
        self.end = torch.cuda.Event(enable_timing=True)
        self.start.record()
        return self

    def __exit__(self, *exc):
        self.end.record()
        self.end.synchronize()
        self.sink.setdefault(self.name, []).append(self.start.elapsed_time(self.end))


class DeferredTimer:
    """Records events and reads them all at the end."""

    def __init__(self):
        self.pairs = []

    @contextlib.contextmanager
    def region(self):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        yield
        b.record()
        self.pairs.append((a, b))

    def read(self):
        torch.cuda.synchronize()
        return [a.elapsed_time(b) for a, b in self.pairs]


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        out = fn(*args, **kwargs)
        torch.cuda.synchronize()
        wrapper.times.append(time.perf_counter() - t0)
        return out

    wrapper.times = []
    return wrapper


def measure_latency(model, x, warmup=2, reps=4):
    starter, ender = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    timings = np.zeros((reps, 1))
    with torch.no_grad():
        for _ in range(warmup):
            _ = model(x)
        for rep in range(reps):
            starter.record()
            _ = model(x)
            ender.record()
            torch.cuda.synchronize()
            timings[rep] = starter.elapsed_time(ender)
    return timings.mean(), timings.std()


def throughput(model, batches, device):
    n = 0
    torch.cuda.synchronize(device)
    start = time.time()
    for x in batches:
        x = x.to(device, non_blocking=True)
        with torch.inference_mode():
            y = model(x)
        n += y.size(0)
    torch.cuda.synchronize(device)
    return n / (time.time() - start)


def memory_mb(device):
    return torch.cuda.memory_allocated(device) / 2 ** 20, torch.cuda.max_memory_allocated(device) / 2 ** 20


def benchmark(fns, x, quantiles=(0.5, 0.9)):
    rows = {}
    for name, fn in fns.items():
        fn(x)
        times = []
        for _ in range(3):
            t0 = time.perf_counter()
            fn(x)
            torch.cuda.current_stream().synchronize()
            times.append((time.perf_counter() - t0) * 1e3)
        q = torch.quantile(torch.tensor(times), torch.tensor(quantiles)).tolist()
        rows[name] = {"mean": mean(times), "median": median(times), "q": q}
    return rows


class Prefetcher:
    def __init__(self, loader, device):
        self.loader, self.device = iter(loader), device
        self.stream = torch.cuda.Stream()
        self.preload()

    def preload(self):
        try:
            self.next = next(self.loader)
        except StopIteration:
            self.next = None
            return
        with torch.cuda.stream(self.stream):
            self.next = [t.to(self.device, non_blocking=True) for t in self.next]

    def __call__(self):
        torch.cuda.current_stream().wait_stream(self.stream)
        batch = self.next
        if batch is not None:
            for t in batch:
                t.record_stream(torch.cuda.current_stream())
        self.preload()
        return batch


def train(model, loader, optimizer, device):
    times, deferred = {}, DeferredTimer()
    torch.cuda.reset_peak_memory_stats(device)
    prefetcher = Prefetcher(loader, device)
    running = None
    while (batch := prefetcher()) is not None:
        x, y = batch
        with CudaTimer("forward", times):
            loss = torch.nn.functional.mse_loss(model(x), y)
        with deferred.region():
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        running = loss.detach() if running is None else torch.lerp(running, loss.detach(), 0.1)
    print(f"forward {mean(times['forward']):.3f} ms, backward {mean(deferred.read()):.3f} ms, peak {memory_mb(device)[1]:.0f} MB, loss {running.item():.4f}")
    forward = timed(model)
    for _ in range(2):
        forward(x)
    return mean(forward.times)

"""Records a PyTorch profiler trace of train.py's loop, for `syncfree-lint confirm --trace`."""

import argparse
import sys

import torch
import train
from torch.profiler import ProfilerActivity, profile, schedule


class _Stepping:
    """The optimizer, which tells the profiler of its steps."""

    def __init__(self, optimizer, profiler):
        self._optimizer, self._profiler = optimizer, profiler

    def step(self):
        self._optimizer.step()
        self._profiler.step()

    def zero_grad(self):
        self._optimizer.zero_grad()


def main():
    arguments = argparse.Namespace(
        steps=10, batch=32, length=512, width=1024, layers=1, words=2048, validate=False
    )
    device = torch.device("cuda")
    model = train.Model(arguments.words, arguments.width, 4, arguments.layers).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    scale = torch.ones((), device=device)
    plan = schedule(wait=2, warmup=3, active=2, repeat=1)
    activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
    with profile(activities=activities, schedule=plan, with_stack=True) as profiler:
        train.train(model, _Stepping(optimizer, profiler), scale, arguments, device)
    profiler.export_chrome_trace(sys.argv[1])


if __name__ == "__main__":
    main()

"""The training steps that are timed. Each variant differs from the free one in one habit. Needs torch."""

import dataclasses
import os

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclasses.dataclass(frozen=True)
class Regime:
    """How much work a step gives the GPU for each launch of the host."""

    name: str
    width: int
    batch: int
    layers: int
    dtype: torch.dtype
    steps: int


REGIMES = (
    Regime("GPU-bound", 4096, 8192, 8, torch.bfloat16, 20),
    Regime("balanced", 2048, 4096, 24, torch.bfloat16, 40),
    Regime("launch-bound", 64, 64, 24, torch.float32, 40),
)

EVERY = 20  # steps between two reads of the variants that read seldom
HALVINGS = 8  # iterations of the loop in forward, which the input decides


class Net(nn.Module):
    def __init__(self, regime):
        super().__init__()
        made = dict(device="cuda", dtype=regime.dtype)
        self.layers = nn.ModuleList(nn.Linear(regime.width, regime.width, **made) for _ in range(regime.layers))

    def forward(self, x):
        for layer in self.layers:
            x = x + F.relu(layer(x))
        return x


def _halve_until_small(x):
    """A loop whose trip count the data decide: the host asks the GPU before each iteration."""
    size = x.float().abs().amax()
    while size > 1:
        x, size = x * 0.5, size * 0.5
    return x


def _halve_with_a_mask(x):
    """The same with a fixed trip count; what is done stays as it is."""
    size = x.float().abs().amax()
    for _ in range(HALVINGS):
        factor = torch.where(size > 1, 0.5, 1.0)
        x, size = x * factor.to(x.dtype), size * factor
    return x


class Loop:
    """One training run of one variant. `step(i)` is what is timed."""

    def __init__(self, regime, variant):
        torch.manual_seed(0)
        self.net = Net(regime)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1e-6)
        self.x = torch.randn(regime.batch, regime.width, device="cuda", dtype=regime.dtype)
        # Between 128 and 256 at its largest, so that the loops take HALVINGS iterations.
        self.x *= 200 / self.x.float().abs().amax()
        self.before = {"loop": _halve_until_small, "loop, fixed count": _halve_with_a_mask}.get(
            variant, lambda x: x / 200
        )
        self.after = getattr(self, "_" + variant.split(",")[0].replace(" ", "_"), self._free)
        self.every = EVERY if "seldom" in variant else 1
        self.total = torch.zeros((), device="cuda")
        self.sum = 0.0
        self.sink = open(os.devnull, "w")

    def close(self):
        self.sink.close()

    def step(self, i):
        loss = self.net(self.before(self.x)).float().square().mean()
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        if i % self.every == 0:
            self.after(loss.detach())

    def finish(self):
        return self.total.item()

    def _free(self, loss):
        self.total += loss

    def _item(self, loss):
        self.sum += loss.item()

    def _print(self, loss):
        print(f"loss {loss:.4f}", file=self.sink)

    def _check(self, loss):
        if not torch.isfinite(loss):
            raise RuntimeError("the loss is not finite")


# (name, what the step does, which good form it is compared with)
VARIANTS = (
    ("free", "sums the loss on the GPU, reads the sum at the end", None),
    ("item", "`total += loss.item()` each step", "free"),
    ("item, seldom", f"`total += loss.item()` every {EVERY} steps", "free"),
    ("print", '`print(f"loss {loss:.4f}")` each step', "free"),
    ("print, seldom", f'`print(f"loss {{loss:.4f}}")` every {EVERY} steps', "free"),
    ("check", "`if not torch.isfinite(loss): raise` each step", "free"),
    ("loop, fixed count", f"{HALVINGS} iterations with a mask in `forward`", None),
    ("loop", f"`while size > 1` in `forward`, {HALVINGS} iterations", "loop, fixed count"),
)

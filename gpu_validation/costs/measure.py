"""Times the variants on the GPU, and how long the host was held in them. Needs torch and a GPU."""

import functools
import statistics
import time

import torch

from costs import steps
from observer import cupti

ROUNDS = 7  # each times every variant once, so that a slow moment hits all alike


class Held:
    """The time that the host spent in calls that wait."""

    def __init__(self, library):
        self.ns = self.calls = 0
        self._cupti = cupti.Cupti(library, self._on_call)

    def _on_call(self, call):
        if call.kind in (cupti.WAIT, cupti.COPY):
            self.ns += call.duration_ns
            self.calls += 1

    def during(self, work):
        """(milliseconds held, number of waiting calls)."""
        self.ns = self.calls = 0
        self._cupti.enable(True)
        try:
            work()
        finally:
            self._cupti.enable(False)
        return self.ns / 1e6, self.calls


def _run(loop, count):
    for i in range(count):
        loop.step(i)


def _timed(loop, count):
    """Milliseconds a step, from the first launch to the last kernel's end."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    _run(loop, count)
    loop.finish()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) * 1e3 / count


def _against(times, name):
    """How much longer a step is than that of its base, as the median over the rounds; None without a base."""
    base = next(base for variant, _, base in steps.VARIANTS if variant == name)
    if base is None:
        return None
    return round(statistics.median(one / other for one, other in zip(times[name], times[base], strict=True)) - 1, 4)


def measure(library):
    """[{regime, variant, ms, against, held_ms, waits}], all per step."""
    rows = []
    held = Held(library)
    for regime in steps.REGIMES:
        loops = {name: steps.Loop(regime, name) for name, _, _ in steps.VARIANTS}
        times = {name: [] for name in loops}
        for loop in loops.values():
            _run(loop, 5)
        for _ in range(ROUNDS):
            for name, loop in loops.items():
                times[name].append(_timed(loop, regime.steps))
        for name, loop in loops.items():
            torch.cuda.synchronize()
            ms, calls = held.during(functools.partial(_run, loop, regime.steps))
            rows.append(
                {
                    "regime": regime.name,
                    "variant": name,
                    "ms": round(statistics.median(times[name]), 3),
                    "against": _against(times, name),
                    "least_ms": round(min(times[name]), 3),
                    "most_ms": round(max(times[name]), 3),
                    "held_ms": round(ms / regime.steps, 3),
                    "waits": round(calls / regime.steps, 2),
                }
            )
            loop.close()
    return rows

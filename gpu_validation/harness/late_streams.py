"""The oracle of races: does what a case returns depend on which stream is late? Needs torch and a GPU.

Each case runs with its streams in order first: the GPU is idle whenever the program goes to another stream. Then it runs
again with the same random numbers: with the caller's stream behind queued work, with the first other stream that it goes to, and
with every other one. Before each, a run with other numbers leaves other values in the memory that the late run gets again,
so that what is read too early differs from what is right. Only the tensors count that the case returns: times and
questions about streams differ anyway.
"""

import contextlib
import gc
import itertools
from unittest import mock

import torch

# Other numbers for each case: streams come from a pool, so the memory of one may hold what an earlier case has left.
_seeds = itertools.count(1)
MOST_DEEP = 4
MOST_STREAMS = 32


def _entering(after):
    """Streams are entered by way of this class; `after` runs behind each entry and each exit."""
    context = torch.cuda.StreamContext
    enter, leave = context.__enter__, context.__exit__

    def entered(self):
        enter(self)
        after()

    def left(self, *error):
        after()
        return leave(self, *error)

    return mock.patch.multiple(context, __enter__=entered, __exit__=left)


class LateStreams:
    def __init__(self, busy, busy_ms):
        self._busy = busy
        self._busy_ms = busy_ms
        self._late = set()
        self._most_late = 0

    def look(self, case):
        """{which stream is late: "equal" or "differs"}"""
        seed, other = next(_seeds), next(_seeds)
        expected = self._run(case, seed, _entering(torch.cuda.synchronize))
        found = {}
        for name, context, before, most_late in (
            ("caller", contextlib.nullcontext(), self._delay_caller, 0),
            ("first", _entering(self._delay_side), lambda: None, 1),
            ("side", _entering(self._delay_side), lambda: None, MOST_STREAMS),
        ):
            self._run(case, other, _entering(torch.cuda.synchronize))
            self._most_late = most_late
            got = self._run(case, seed, context, before)
            found[name] = "equal" if _equal(expected, got) else "differs"
        return found

    def _delay_caller(self):
        self._busy.queue(self._busy_ms)

    def _delay_side(self):
        """Once for each stream that is entered: behind an entry, the first time."""
        stream = torch.cuda.current_stream()
        if stream == torch.cuda.default_stream() or stream in self._late or len(self._late) == self._most_late:
            return
        self._late.add(stream)
        self._busy.queue_on(stream, self._busy_ms)

    def _run(self, case, seed, context, before=lambda: None):
        gc.collect()
        torch.cuda.synchronize()
        torch.manual_seed(seed)
        self._late.clear()
        before()
        with context:
            value = case()
        torch.cuda.synchronize()
        return _on_host(value)


def _on_host(value, depth=0):
    """A copy that the next run does not change."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().clone()
    if isinstance(value, dict) and depth < MOST_DEEP:
        return [_on_host(item, depth + 1) for _, item in sorted(value.items())]
    if isinstance(value, (list, tuple)) and depth < MOST_DEEP:
        return [_on_host(item, depth + 1) for item in value]
    return None


def _equal(one, other):
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return one is None and other is None

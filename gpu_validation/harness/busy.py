"""Keeps the GPU busy for a known time: the stall oracle's ruler."""

import time

import torch


class Busy:
    """Queues work of a chosen length on the default stream and remembers when it will be done."""

    def __init__(self):
        self._stream = torch.cuda.default_stream()
        self._cycles_per_ms = 1e6
        self._events = None
        self.until_ns = 0
        self.calibrate()

    def calibrate(self):
        """Measures the GPU's clock under load; the first spin only wakes it up."""
        for _ in range(2):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            torch.cuda._sleep(int(60 * self._cycles_per_ms))
            end.record()
            end.synchronize()
            self._cycles_per_ms *= 60 / start.elapsed_time(end)

    def queue(self, milliseconds, measured=False):
        """Queues the work. With `measured`, events around it tell afterwards how long it really took."""
        with torch.cuda.stream(self._stream):
            if measured:
                self._events = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                self._events[0].record()
            torch.cuda._sleep(int(milliseconds * self._cycles_per_ms))
            self.until_ns = time.monotonic_ns() + int(milliseconds * 1e6)
            if measured:
                self._events[1].record()

    def queue_on(self, stream, milliseconds):
        """The same on another stream, which is not the oracle's ruler."""
        with torch.cuda.stream(stream):
            torch.cuda._sleep(int(milliseconds * self._cycles_per_ms))

    def measured_ms(self):
        start, end = self._events
        end.synchronize()
        return start.elapsed_time(end)

    def finished(self):
        """Whether all work of the default stream is done."""
        return self._stream.query()

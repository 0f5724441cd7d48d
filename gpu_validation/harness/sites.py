"""Collects what was observed in one run of a case, by source range. Pure bookkeeping: no GPU, no torch."""

import dataclasses

# A call that ends this shortly before the queued work does has waited for it; one that starts this shortly before its
# end proves nothing. Both allow for the error of the calibration.
END_SLACK_NS = 3_000_000
START_SLACK_NS = 10_000_000

# A wait that follows a stalled copy from the same place within this time belongs to it: a blocking copy is two calls.
SAME_WAIT_NS = 2_000_000


@dataclasses.dataclass
class Site:
    """One place that driver calls or warnings were traced to."""

    calls: dict = dataclasses.field(default_factory=dict)  # driver call -> count
    waits: int = 0
    stall_ms: float = 0.0
    debug_mode: int = 0  # warnings of torch's sync debug mode
    polled: bool = False
    refused: int = 0  # calls that the driver refused because a stream was being captured
    unjudged: int = 0  # calls that ran when the GPU was idle already
    engine: str = ""  # the autograd node, for calls of the engine's thread
    forward_line: int = 0  # where the fixture's forward pass made that node
    memory: str = ""  # of the copies that stalled
    through: list = dataclasses.field(default_factory=list)  # frames between the fixture and the call
    last_stalled_copy_ns: int | None = None
    first_query_ns: int = 0
    not_ready: int = 0


# CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED and those after it.
CAPTURE_REFUSALS = range(900, 911)


def stalls(start_ns, end_ns, busy_until_ns):
    """Whether a call held the host until the queued work was done."""
    return start_ns <= busy_until_ns - START_SLACK_NS and end_ns >= busy_until_ns - END_SLACK_NS


class Record:
    """The sites of one run. Keys are ranges of the fixture, or None for calls that no frame of it made."""

    def __init__(self):
        self.sites = {}

    def site(self, range_):
        return self.sites.setdefault(range_, Site())

    def warned(self, range_, through):
        site = self.site(range_)
        site.debug_mode += 1
        site.through = site.through or through[:4]

    def called(self, range_, through, name, start_ns, duration_ns, busy_until_ns, copies, memory="", result=0):
        """Notes a driver call that is no query. Returns whether it stalled."""
        site = self.site(range_)
        site.calls[name] = site.calls.get(name, 0) + 1
        site.through = site.through or through[:4]
        site.refused += result in CAPTURE_REFUSALS
        end_ns = start_ns + duration_ns
        stalled = stalls(start_ns, end_ns, busy_until_ns)
        if stalled:
            copy_ns = site.last_stalled_copy_ns
            follows_copy = not copies and copy_ns is not None and start_ns - copy_ns < SAME_WAIT_NS
            site.waits += not follows_copy
            site.stall_ms += duration_ns / 1e6
            site.memory = memory or site.memory
            self._forget_queries()
        elif start_ns > busy_until_ns - START_SLACK_NS:
            site.unjudged += 1
        if copies and stalled:
            site.last_stalled_copy_ns = end_ns
        return stalled

    def queried(self, range_, through, name, start_ns, end_ns, ready, busy_until_ns):
        """Notes one look at an event or stream. Looking again and again until it is done is a wait as well."""
        site = self.site(range_)
        site.calls[name] = site.calls.get(name, 0) + 1
        site.through = site.through or through[:4]
        if not ready:
            site.first_query_ns = site.first_query_ns or start_ns
            site.not_ready += 1
        elif site.not_ready >= 3 and stalls(site.first_query_ns, end_ns, busy_until_ns):
            site.polled = True
            site.waits += 1
            site.stall_ms += (end_ns - site.first_query_ns) / 1e6
            site.not_ready = site.first_query_ns = 0

    def _forget_queries(self):
        """Another call has waited: the queries before it did not."""
        for site in self.sites.values():
            site.not_ready = site.first_query_ns = 0

    def as_data(self):
        """For JSON: what was seen, without the bookkeeping, in source order."""
        keep = (
            "calls",
            "waits",
            "stall_ms",
            "debug_mode",
            "polled",
            "refused",
            "unjudged",
            "engine",
            "forward_line",
            "memory",
            "through",
        )
        data = []
        for range_, site in sorted(self.sites.items(), key=lambda item: item[0] or (0, 0, 0, 0)):
            row = {"range": list(range_) if range_ else None}
            for name in keep:
                value = getattr(site, name)
                if value:
                    row[name] = round(value, 2) if isinstance(value, float) else value
            data.append(row)
        return data

"""Runs one case on the GPU under all three observers. Needs torch and a GPU; runs in a child process."""

import contextlib
import gc
import io
import os
import sys
import tempfile
import time
import traceback
import warnings
from unittest import mock

import torch

from harness import frames
from harness.busy import Busy
from harness.late_streams import LateStreams
from harness.sites import Record
from observer import cupti

BUSY_MS = 50.0
STALL_MS = 30.0  # the oracle's bound: host time beyond the free run's
SLOW_MS = 2.0  # driver calls of any kind that take longer are looked at
MOST_REARMS = 80  # a case that waits more often is judged by its first waits

_DEBUG_MODE_WARNING = "synchronizing CUDA operation"


class NativeWarnings:
    """Counts debug mode's warnings that never become Python warnings.

    Operators called through torch.ops (torchvision's are) warn from C++ on the process's standard error.
    """

    def __init__(self):
        self._file = tempfile.TemporaryFile()
        self._saved = None
        self._seen = 0

    def __enter__(self):
        self._saved = os.dup(2)
        self._file.truncate(0)
        self._file.seek(0)
        self._seen = 0
        os.dup2(self._file.fileno(), 2)
        return self

    def __exit__(self, *_):
        os.dup2(self._saved, 2)
        os.close(self._saved)

    def new(self):
        """How many warnings came since the last look. Read without moving the position, which the writer shares."""
        start, self._seen = self._seen, os.fstat(self._file.fileno()).st_size
        return os.pread(self._file.fileno(), self._seen - start, start).count(_DEBUG_MODE_WARNING.encode())


@contextlib.contextmanager
def _without_capture():
    """Makes graph captures do nothing, so that a case whose capture fails can be warmed up."""
    graph = torch.cuda.CUDAGraph
    with (
        mock.patch.object(torch.cuda, "graph", lambda *_, **__: contextlib.nullcontext()),
        mock.patch.object(graph, "capture_begin", lambda *_, **__: None),
        mock.patch.object(graph, "capture_end", lambda *_, **__: None),
    ):
        yield


class Measurement:
    """Measures the cases of one fixture file in this process, one after the other."""

    def __init__(self, places, observer_library):
        self._places = places
        self._record = Record()
        self._busy_ms = BUSY_MS
        self._rearms = 0
        self._returned = None
        self._faults = []  # what went wrong in a callback, where an exception would be lost
        self._native = NativeWarnings()
        torch.cuda.init()
        torch.zeros(1, device="cuda")
        self._busy = Busy()
        gc.freeze()  # torch's own objects are not looked at before each case
        self._cupti = cupti.Cupti(observer_library, self._on_call, SLOW_MS)
        torch.set_warn_always(True)

    # The observers' callbacks.

    def _on_call(self, call):
        try:
            self._note_call(call)
        except Exception:
            self._faults.append(traceback.format_exc(limit=3))

    def _note_call(self, call):
        range_, through, node = self._places.locate()
        name = call.name.decode()
        end_ns = call.start_ns + call.duration_ns
        if call.kind == cupti.QUERY:
            if range_ is not None:
                ready = call.result != cupti.NOT_READY
                self._record.queried(range_, through, name, call.start_ns, end_ns, ready, self._busy.until_ns)
            return
        copies = call.kind in (cupti.COPY, cupti.ASYNC_COPY)
        memory = ""
        if copies:
            memory = f"{cupti.MEMORY[call.source]} to {cupti.MEMORY[call.destination]}, {call.bytes} bytes"
        for _ in range(self._native.new()):
            self._record.warned(range_, through)
        stalled = self._record.called(
            range_, through, name, call.start_ns, call.duration_ns, self._busy.until_ns, copies, memory, call.result
        )
        if node is not None:
            site = self._record.site(range_)
            site.engine = node.name()
            site.forward_line = self._places.forward_line(node) or site.forward_line
        if stalled and self._rearms < MOST_REARMS:
            self._rearms += 1
            self._busy.queue(self._busy_ms)

    def _on_warning(self, message, category, filename, lineno, file=None, line=None):
        if _DEBUG_MODE_WARNING in str(message):
            range_, through, _ = self._places.locate()
            self._record.warned(range_, [f for f in through if "warnings.py" not in f])

    # One case.

    def measure(self, case, fails_in_capture=False, anomaly=False, names_streams=False, takes_times=False):
        """Warms up, runs free, runs observed. Returns what happened, as JSON data.

        With `takes_times`, what the case returns are milliseconds that it has measured itself: `measured_ms` holds those of
        the first run, of the free one and of the one behind queued work.
        """
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            with _without_capture() if fails_in_capture else contextlib.nullcontext():
                self._run(case)
                measured = [self._returned]
                free_ms, _, _ = self._run(case)
                measured.append(self._returned)
            if self._places.rehearse:
                self._rehearse(case)
            for _ in range(3):
                result = self._observe(case, free_ms, anomaly)
                if fails_in_capture or result["status"] != "ran" or self._busy_was_right(result):
                    break
                self._busy.calibrate()
            if takes_times:
                measured.append(self._behind_work(case))
            if takes_times and all(isinstance(each, float) for each in measured):
                result["measured_ms"] = [round(each, 3) for each in measured]
            if names_streams and result["status"] == "ran":
                result["late_streams"] = LateStreams(self._busy, BUSY_MS).look(case)
        return result

    def _behind_work(self, case):
        """What the case returns when work is queued before it, and none again after its waits."""
        torch.cuda.synchronize()
        self._busy.queue(BUSY_MS)
        self._run(case, idle=False)
        return self._returned

    def _rehearse(self, case):
        """Lets the places look up each line once, while no work is queued that would end meanwhile."""
        self._record = Record()
        self._busy.until_ns = 0
        self._cupti.enable(True)
        self._run(case)
        self._cupti.enable(False)

    def _busy_was_right(self, result):
        """Whether the queued work took as long as planned; if not, the GPU's clock has changed."""
        return abs(result["busy_ms"] - self._busy_ms) < 1.5

    def _run(self, case, idle=True):
        """(host ms, the exception, whether the GPU still worked at the return). The value lives until then."""
        gc.collect()
        if idle:
            torch.cuda.synchronize()
        gc.disable()
        start = time.monotonic_ns()
        error = value = None
        try:
            value = case()
        except Exception as raised:
            error = raised
        end = time.monotonic_ns()
        pending = not self._busy.finished() if error is None else False
        self._returned = value if isinstance(value, float) else None
        gc.enable()
        del value
        if error is None:
            torch.cuda.synchronize()
        return (end - start) / 1e6, error, pending

    def _observe(self, case, free_ms, anomaly):
        self._record, self._rearms, self._faults = Record(), 0, []
        # The queue must outlast the host's own work, or a late wait would meet an idle GPU.
        self._busy_ms = BUSY_MS + 2 * free_ms

        def observed():
            self._busy.queue(self._busy_ms, measured=True)
            self._cupti.enable(True)
            try:
                return case()
            finally:
                self._cupti.enable(False)

        anomaly_mode = torch.autograd.set_detect_anomaly(anomaly, check_nan=False)
        with warnings.catch_warnings(), anomaly_mode, self._native:
            warnings.simplefilter("always")
            warnings.showwarning = self._on_warning
            torch.cuda.set_sync_debug_mode("warn")
            try:
                host_ms, error, pending = self._run(observed)
            finally:
                torch.cuda.set_sync_debug_mode("default")
        return self._result(host_ms, error, pending, free_ms)

    def _result(self, host_ms, error, pending, free_ms):
        result = {"status": "ran", "host_ms": round(host_ms, 2), "free_ms": round(free_ms, 2), "pending": pending}
        if error is not None:
            result["status"] = "raised"
            result["error"] = frames.describe(error)
            at = self._places.raised_at(error)
            result["raised_at"] = list(at) if at else None
        try:
            torch.cuda.synchronize()
            result["busy_ms"] = round(self._busy.measured_ms(), 2)
        except Exception as fault:
            result["status"] = "fault"  # nothing more can run in this process
            result["fault"] = frames.describe(fault)
        result["stalls"] = host_ms - free_ms > STALL_MS
        result["sites"] = self._record.as_data()
        if self._faults:
            result["observer_faults"] = self._faults[:3]
        return result


def environment():
    """The machine and versions that a measurement speaks of. Raises RuntimeError with a plain reason without a GPU."""
    if torch.version.cuda is None:
        raise RuntimeError(f"this torch ({torch.__version__}) is built without CUDA")
    if not hasattr(torch.cuda, "set_sync_debug_mode"):
        raise RuntimeError(
            f"this torch ({torch.__version__}) is too old: it has no sync debug mode (2.0 or newer needed)"
        )
    try:
        torch.cuda.init()
    except Exception as error:
        raise RuntimeError(f"no GPU that torch can use: {frames.describe(error)}") from error
    return {
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "driver": _driver_version(),
        "gpu": torch.cuda.get_device_name(0),
        "gpus": torch.cuda.device_count(),
        "python": sys.version.split()[0],
        "architecture": "sm_{}{}".format(*torch.cuda.get_device_capability(0)),
    }


def _driver_version():
    """NVML's name of the driver, as nvidia-smi prints it."""
    import ctypes

    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return "unknown"
    text = ctypes.create_string_buffer(80)
    if nvml.nvmlInit_v2() or nvml.nvmlSystemGetDriverVersion(text, 80):
        return "unknown"
    return text.value.decode()

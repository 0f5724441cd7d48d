"""A GPU made of wall-clock time: just enough of torch and of the observer to run the harness without either.

Work that is queued ends at a known time. `Tensor.item()` waits for that end and tells the observer so, as the driver
does; `free()` does not wait; `hidden()` waits and tells nobody.
"""

import contextlib
import ctypes
import pathlib
import subprocess
import sys
import time
import types

from harness import command
from observer import cupti

until_ns = 0
on_call = None


def _wait():
    left = until_ns - time.monotonic_ns()
    if left > 0:
        time.sleep(left / 1e9)


def _tell(name, kind, start_ns, result=0):
    call = cupti.Call()
    call.start_ns, call.duration_ns = start_ns, time.monotonic_ns() - start_ns
    call.name, call.kind, call.result = name.encode(), kind, result
    if on_call is not None:
        on_call(call)


class Tensor:
    def item(self):
        start = time.monotonic_ns()
        _tell("cuMemcpyDtoHAsync_v2", cupti.ASYNC_COPY, start)
        start = time.monotonic_ns()
        _wait()
        _tell("cuStreamSynchronize", cupti.WAIT, start)
        return 1.0

    def free(self):
        return self

    def matmul(self, other):
        return self

    def hidden(self):
        _wait()
        return self

    def __bool__(self):
        return bool(self.item())


class Event:
    def __init__(self, enable_timing=False):
        self.at_ns = 0

    def record(self):
        self.at_ns = max(until_ns, time.monotonic_ns())

    def synchronize(self):
        time.sleep(max(0, self.at_ns - time.monotonic_ns()) / 1e9)

    def elapsed_time(self, end):
        return (end.at_ns - self.at_ns) / 1e6

    def query(self):
        start = time.monotonic_ns()
        ready = start >= self.at_ns
        _tell("cuEventQuery", cupti.QUERY, start, 0 if ready else cupti.NOT_READY)
        return ready


class _Stream:
    def query(self):
        return time.monotonic_ns() >= until_ns


def _sleep(cycles):
    global until_ns
    until_ns = max(until_ns, time.monotonic_ns()) + int(cycles)


def make_torch():
    torch = types.ModuleType("torch")
    torch.__version__ = "0.0"
    torch.version = types.SimpleNamespace(cuda="0.0")
    torch.ones = torch.zeros = lambda *sizes, device=None: Tensor()
    torch.set_warn_always = lambda on: None
    torch.autograd = types.SimpleNamespace(set_detect_anomaly=lambda on, check_nan: contextlib.nullcontext())
    torch.cuda = types.SimpleNamespace(
        init=lambda: None,
        synchronize=_wait,
        default_stream=_Stream,
        stream=lambda stream: contextlib.nullcontext(),
        Event=Event,
        _sleep=_sleep,
        set_sync_debug_mode=lambda mode: None,
        get_device_name=lambda index: "a clock",
        device_count=lambda: 1,
        get_device_capability=lambda index: (0, 0),
    )
    return torch


_NATIVE = """
extern "C" {
void (*fake_gpu_item)() = nullptr;
void fake_item() { fake_gpu_item(); }
}
"""


def native(folder):
    """What takes the place of native_frames.make_global: it gives C++ fixtures `void fake_item()`, which waits."""
    path = pathlib.Path(folder, "fake.cpp")
    path.write_text(_NATIVE)
    library = str(path.with_suffix(".so"))
    subprocess.run(["g++", "-shared", "-fPIC", str(path), "-o", library], check=True)
    item = ctypes.CFUNCTYPE(None)(lambda: Tensor().item() and None)

    def make_global():
        loaded = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
        ctypes.c_void_p.in_dll(loaded, "fake_gpu_item").value = ctypes.cast(item, ctypes.c_void_p).value

    return make_global


class Cupti:
    """Takes the place of observer.cupti.Cupti."""

    def __init__(self, library, callback, slow_ms=0.0):
        self._callback = callback

    def enable(self, enabled):
        global on_call
        on_call = self._callback if enabled else None

    def stop(self):
        self.enable(False)


@contextlib.contextmanager
def installed():
    """The fake in the place of torch and of the CUPTI observer."""
    real = {name: sys.modules.get(name) for name in ("torch", "harness.measure", "harness.busy", "harness.places")}
    real_cupti, real_build, real_preloaded = cupti.Cupti, cupti.build, command._PRELOADED
    for name in real:
        sys.modules.pop(name, None)
    sys.modules["torch"] = make_torch()
    cupti.Cupti, cupti.build, command._PRELOADED = Cupti, lambda folder: "fake", ()
    try:
        yield
    finally:
        cupti.Cupti, cupti.build, command._PRELOADED = real_cupti, real_build, real_preloaded
        for name, module in real.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module

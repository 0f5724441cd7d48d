"""Builds the CUPTI observer, and loads it into this process."""

import ctypes
import glob
import os
import subprocess

from observer import toolkit

WAIT, COPY, ASYNC_COPY, RELEASE, QUERY, SLOW = range(1, 7)
MEMORY = ("unknown", "pageable", "pinned", "device", "managed")
NOT_READY = 600

_HERE = os.path.dirname(os.path.abspath(__file__))


class Call(ctypes.Structure):
    """One driver call that has returned; the fields are described in observer.h."""

    _fields_ = [
        ("start_ns", ctypes.c_uint64),
        ("duration_ns", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("name", ctypes.c_char_p),
        ("thread", ctypes.c_uint32),
        ("result", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("source", ctypes.c_uint8),
        ("destination", ctypes.c_uint8),
        ("pending_before", ctypes.c_uint8),
        ("pending_after", ctypes.c_uint8),
        ("stream", ctypes.c_void_p),
        ("correlation", ctypes.c_uint32),
        ("kernel", ctypes.c_char_p),
    ]


class ObserverError(Exception):
    """The observer cannot be built, or CUPTI does not grant a subscription."""


def library_path():
    """The libcupti that this process has loaded (torch brings one), or else the first that is found.

    Two copies in one process do not see each other's subscribers, so the loaded one comes first.
    """
    with open("/proc/self/maps") as maps:
        for line in maps:
            if "libcupti.so" in line:
                return line.split(maxsplit=5)[-1].strip()
    for root in toolkit.folders():
        for pattern in ("lib/libcupti.so*", "lib64/libcupti.so*", "extras/CUPTI/lib64/libcupti.so*"):
            for path in sorted(glob.glob(os.path.join(root, pattern))):
                return path
    return "libcupti.so"


def build(folder):
    """Compiles the observer into `folder` and returns its path. Needs g++, but no header or library of CUDA."""
    target = os.path.join(folder, "libsyncfree_observer.so")
    command = [
        os.environ.get("CXX", "g++"),
        "-std=c++20",
        "-O2",
        "-shared",
        "-fPIC",
        os.path.join(_HERE, "observer.cpp"),
        os.path.join(_HERE, "watched_calls.cpp"),
        "-o",
        target,
        "-ldl",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise ObserverError(f"the CUPTI observer needs a C++ compiler: {error}") from error
    if done.returncode:
        raise ObserverError(f"the CUPTI observer does not compile:\n{done.stderr[-2000:]}")
    return target


class Cupti:
    """The one subscriber of this process. `on_call` gets each `Call` on the thread that made it."""

    def __init__(self, library, on_call, slow_ms=0.0):
        self._library = ctypes.CDLL(library)
        self._library.syncfree_observer_message.restype = ctypes.c_char_p
        # Kept in a field: ctypes frees the callback with its last reference, while CUPTI would still call it.
        self._callback = ctypes.CFUNCTYPE(None, ctypes.POINTER(Call))(lambda call: on_call(call.contents))
        path = library_path().encode()
        if self._library.syncfree_observer_start(path, self._callback, ctypes.c_uint64(int(slow_ms * 1e6))):
            raise ObserverError(self._library.syncfree_observer_message().decode())

    def enable(self, enabled):
        self._library.syncfree_observer_enable(int(enabled))

    def stop(self):
        self._library.syncfree_observer_stop()

"""Records every line of some packages that runs, and every place in them that makes the host wait. Needs torch and a GPU."""

import os
import sys
import warnings

import torch

from harness import frames
from harness.measure import NativeWarnings
from observer import cupti

_TOOL = 3  # of sys.monitoring's tool ids, one that debuggers and profilers leave free
_WARNING = "synchronizing CUDA operation"


class Collector:
    """A site is the innermost frame in one of the packages ({name: folder}), with the exact range that it executes.

    `during(work)` returns what one piece of work did, and until where it came if it raises:
    {lines: {file: [line]}, sites: [...]}, and its error.
    """

    def __init__(self, packages, library):
        self._roots = {os.path.realpath(folder) + os.sep: name for name, folder in packages.items()}
        self._relative = {}
        self._lines = {}
        self._sites = {}
        self._native = NativeWarnings()
        self._cupti = cupti.Cupti(library, self._on_call)
        torch.set_warn_always(True)
        sys.monitoring.use_tool_id(_TOOL, "lines")
        sys.monitoring.register_callback(_TOOL, sys.monitoring.events.LINE, self._on_line)

    def _file(self, filename):
        """The file's path from above its package; None outside of them."""
        if filename not in self._relative:
            real = os.path.realpath(filename)
            root = next((root for root in self._roots if real.startswith(root)), None)
            self._relative[filename] = f"{self._roots[root]}/{real[len(root) :]}" if root else None
        return self._relative[filename]

    def _on_line(self, code, line):
        file = self._file(code.co_filename)
        if file is not None:
            self._lines.setdefault(file, set()).add(line)
        return sys.monitoring.DISABLE

    def _note(self, seen_by, ns=0):
        frame, through = sys._getframe(2), []
        while frame is not None and self._file(frame.f_code.co_filename) is None:
            name = frame.f_code.co_filename
            if "/collecting/" not in name and "/observer/" not in name and "warnings.py" not in name:
                through.append(f"{'/'.join(name.split(os.sep)[-3:])}:{frame.f_lineno}:{frame.f_code.co_name}")
            frame = frame.f_back
        if frame is None:
            return
        place = (self._file(frame.f_code.co_filename), *frames.instruction_range(frame.f_code, frame.f_lasti))
        site = self._sites.setdefault((*place, frame.f_code.co_name), {"seen_by": {}, "ns": 0, "through": ""})
        site["seen_by"][seen_by] = site["seen_by"].get(seen_by, 0) + 1
        site["ns"] += ns
        site["through"] = site["through"] or " < ".join(through)[:300]

    def _on_call(self, call):
        for _ in range(self._native.new()):
            self._note("debug:warn")
        if call.kind in (cupti.WAIT, cupti.COPY):
            self._note(f"cupti:{call.name.decode()}", call.duration_ns)

    def _on_warning(self, message, category, filename, lineno, file=None, line=None):
        if _WARNING in str(message):
            self._note("debug:warn")

    def during(self, work):
        self._lines, self._sites, error = {}, {}, None
        with warnings.catch_warnings(), self._native:
            warnings.simplefilter("always")
            warnings.showwarning = self._on_warning
            sys.monitoring.set_events(_TOOL, sys.monitoring.events.LINE)
            sys.monitoring.restart_events()
            torch.cuda.set_sync_debug_mode("warn")
            self._cupti.enable(True)
            try:
                work()
            except Exception as raised:
                error = raised
            finally:
                self._cupti.enable(False)
                torch.cuda.set_sync_debug_mode("default")
                sys.monitoring.set_events(_TOOL, 0)
        seen = {
            "lines": {file: sorted(lines) for file, lines in self._lines.items()},
            "sites": [{"place": list(place), **site} for place, site in self._sites.items()],
        }
        return seen, error

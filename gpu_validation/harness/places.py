"""Where in a fixture the current thread is, when an observer asks: one class for each language."""

import re
import sys
import threading

import torch

from harness import frames


class PythonPlaces:
    """Follows Python frames, and the autograd engine's threads to the `backward()` that waits for them."""

    rehearse = False

    def __init__(self, path):
        self._path = path
        self._thread = threading.get_ident()

    def locate(self):
        """(range or None, the frames between the fixture and the call, the autograd node that runs or None)."""
        frame = sys._getframe(1)
        range_, through = frames.locate(frame, self._path)
        own = [f for f in through if "/harness/" not in f and "/observer/" not in f]
        if range_ is not None or threading.get_ident() == self._thread:
            return range_, own, None
        node = torch._C._current_autograd_node()
        if node is None:
            return None, own, None  # a helper thread of a library
        # The engine runs while the thread that called backward() waits in it.
        waiting = sys._current_frames()[self._thread]
        range_, through = frames.locate(waiting, self._path)
        return range_, [f for f in through if "/harness/" not in f], node

    def forward_line(self, node):
        """The fixture's line that made an autograd node, which torch keeps in its anomaly mode."""
        for text in reversed(node.metadata.get("traceback_", ())):
            for line in re.findall(re.escape(f'File "{self._path}", line ') + r"(\d+)", text):
                return int(line)
        return 0

    def raised_at(self, error):
        return frames.raised_at(error, self._path)


class NativePlaces:
    """Follows native frames to the lines of a C++ fixture."""

    rehearse = True  # the first look at an address asks another program

    def __init__(self, fixture):
        self._fixture = fixture

    def locate(self):
        return self._fixture.range(), [], None

    def forward_line(self, node):
        return 0

    def raised_at(self, error):
        return None

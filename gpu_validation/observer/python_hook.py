"""What the observer does in Python, in the program's own process: where steps end, and which lines ran.

The observer compiles this text and runs it on the main thread once CUDA has started. It imports nothing of torch: it
only looks at what the program has imported.
"""

import ctypes
import os
import sys
import sysconfig
import weakref

_library = ctypes.CDLL(OBSERVER)  # noqa: F821 - set by the observer
_library.syncfree_hook_line.argtypes = [ctypes.c_char_p, ctypes.c_int]
_library.syncfree_hook_state.argtypes = [ctypes.c_int, ctypes.c_char_p]
_step_function = os.environ.get("SYNCFREE_STEP_FUNCTION", "")


class _Sources:
    """The files whose lines are told: those below the named paths, or else all that no installation brought."""

    def __init__(self, named):
        self._named = [os.path.realpath(path) for path in named]
        paths = sysconfig.get_paths()
        self._installed = [paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")]
        self._installed += [os.path.realpath(path) for path in self._installed]
        self._known = {}

    def __contains__(self, name):
        if name not in self._known:
            self._known[name] = self._looks(name)
        return self._known[name]

    def _looks(self, name):
        if name.startswith("<"):
            return False
        path = os.path.realpath(name)
        if self._named:
            return any(path == root or path.startswith(root + os.sep) for root in self._named)
        return not any(path.startswith(root + os.sep) for root in self._installed) and "-packages" + os.sep not in path


def _end_steps_with_the_optimizer():
    """A step ends with that of the optimizer that is first seen; others (of a second network, say) are part of it."""
    optimizers = sys.modules.get("torch.optim.optimizer")
    if optimizers is None or not hasattr(optimizers, "register_optimizer_step_post_hook"):
        return
    first = lambda: None  # noqa: E731 - stands for a reference to an object that is gone

    def stepped(optimizer, _args, _kwargs):
        nonlocal first
        if first() is None:
            first = weakref.ref(optimizer)
        if first() is optimizer:
            _library.syncfree_hook_step(0)

    optimizers.register_optimizer_step_post_hook(stepped)


def _watch_lines(monitoring):
    """Each line is told once: after that, Python runs it without asking."""
    tool = next((number for number in (4, 3) if monitoring.get_tool(number) is None), None)
    if tool is None:
        return "other tools use Python's monitoring, so lines that ran are not known"
    sources = _Sources([path for path in os.environ.get("SYNCFREE_SOURCES", "").split(os.pathsep) if path])
    events = monitoring.events
    watched = set()

    def watch(code):
        if code not in watched and code.co_filename in sources:
            watched.add(code)
            monitoring.set_local_events(tool, code, events.LINE)

    def started(code, _offset):
        watch(code)
        if not _step_function or code.co_qualname != _step_function:
            return monitoring.DISABLE
        _library.syncfree_hook_step(1)
        return None

    def line(code, number):
        _library.syncfree_hook_line(os.fsencode(code.co_filename), number)
        return monitoring.DISABLE

    monitoring.use_tool_id(tool, "syncfree-lint")
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.set_events(tool, events.PY_START)
    frame = sys._getframe()
    while frame is not None:  # functions that run already
        watch(frame.f_code)
        frame = frame.f_back
    return ""


def _start():
    if not _step_function:
        _end_steps_with_the_optimizer()
    if hasattr(sys, "monitoring"):
        problem = _watch_lines(sys.monitoring)
    else:
        problem = "Python 3.12 or newer tells which lines ran"
        if _step_function:
            problem += ", and when --step-function is called"
    _library.syncfree_hook_state(0 if problem else 1, problem.encode())


_start()

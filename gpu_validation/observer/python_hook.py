"""What the observer does in Python, in the program's own process: where steps end, which lines ran, when data is loaded.

The observer compiles this text and runs it on the main thread once CUDA has started. It imports nothing of torch: it
only looks at what the program has imported.
"""

import atexit
import ctypes
import functools
import gc
import os
import sys
import sysconfig
import types
import weakref

_library = ctypes.CDLL(OBSERVER)  # noqa: F821 - set by the observer
_library.syncfree_hook_line.argtypes = [ctypes.c_char_p, ctypes.c_int]
_library.syncfree_hook_state.argtypes = [ctypes.c_int, ctypes.c_char_p]
_step = os.environ.get("SYNCFREE_STEP", "")
_names_function = _step not in ("", "optimizer", "profiler") and not _step.startswith("nvtx:")
_keep = [name for name in os.environ.get("SYNCFREE_KEEP", "").split(",") if name]
_LOADS = ("_BaseDataLoaderIter.__next__", os.path.join("torch", "utils", "data", "dataloader.py"))


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


def _tell_collections():
    def collected(phase, _info):
        _library.syncfree_hook_span(1, 1 if phase == "start" else 0)

    gc.callbacks.append(collected)


class _NamedFunction:
    """The function that `--step` or `--keep` names: "function", "Class.method", or one of these behind "module:"."""

    def __init__(self, name):
        self.name = name
        self._module, _, self._name = name.rpartition(":")
        self._known = None

    def __bool__(self):
        return bool(self._name)

    def is_of(self, code):
        """The first one of that name is taken, and no other."""
        if self._known is None and self._fits(code):
            self._known = code
        return code is self._known

    def _fits(self, code):
        qualified = code.co_qualname.replace("<locals>.", "")
        if qualified != self._name and not qualified.endswith("." + self._name):
            return False
        if not self._module:
            return True
        if self._module == "__main__":
            return code.co_filename == getattr(sys.modules.get("__main__"), "__file__", None)
        module = sys.modules.get(self._module)
        return getattr(module, "__file__", None) == code.co_filename


def _watch_lines(monitoring):
    """Each line is told once: after that, Python runs it without asking."""
    tool = next((number for number in (4, 3) if monitoring.get_tool(number) is None), None)
    if tool is None:
        return "other tools use Python's monitoring, so lines that ran are not known"
    sources = _Sources([path for path in os.environ.get("SYNCFREE_SOURCES", "").split(os.pathsep) if path])
    events = monitoring.events
    step_function = _NamedFunction(_step if _names_function else "")
    kept_functions = [_NamedFunction(name) for name in _kept_names()]
    watched = set()
    loaders = set()

    def watch(code):
        if code in watched:
            return
        watched.add(code)
        wanted = events.LINE if code.co_filename in sources else 0
        if code.co_qualname == _LOADS[0] and code.co_filename.endswith(_LOADS[1]):
            loaders.add(code)
            wanted |= events.PY_RETURN
        if step_function and step_function.is_of(code):
            wanted |= events.PY_RETURN
        if any(function.is_of(code) for function in kept_functions):
            wanted |= events.PY_RETURN
        if wanted:
            monitoring.set_local_events(tool, code, wanted)

    def started(code, _offset):
        watch(code)
        if code in loaders:
            _library.syncfree_hook_span(0, 1)
        elif step_function and step_function.is_of(code):
            _library.syncfree_hook_step(1)
        else:
            return monitoring.DISABLE
        return None

    def returned(code, _offset, value):
        if code in loaders:
            _library.syncfree_hook_span(0, 0)
        elif step_function and step_function.is_of(code):
            _library.syncfree_hook_return()
        for function in kept_functions:
            if function.is_of(code):
                _results.keep(function.name, value)

    def line(code, number):
        _library.syncfree_hook_line(os.fsencode(code.co_filename), number)
        return monitoring.DISABLE

    monitoring.use_tool_id(tool, "syncfree-lint")
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.register_callback(tool, events.PY_RETURN, returned)
    monitoring.set_events(tool, events.PY_START)
    frame = sys._getframe()
    while frame is not None:  # functions that run already
        watch(frame.f_code)
        frame = frame.f_back
    return ""


def _make_results():
    """The module by which the program keeps values; it is there only where a run is observed."""
    module = types.ModuleType("syncfree_confirm")
    exec(compile(RESULTS, "<syncfree-lint results>", "exec"), module.__dict__)  # noqa: F821 - set by the observer
    sys.modules[module.__name__] = module
    return module


_results = _make_results()


def _kept_names():
    """The functions whose returned values are kept."""
    names = [_step if name == "step" else name for name in _keep if name != "losses"]
    return dict.fromkeys(name for name in names if name != _step or _names_function)


def _keep_losses():
    """A loss is what `backward` is called of."""
    autograd = sys.modules.get("torch.autograd")
    backward = getattr(autograd, "backward", None)
    if backward is None:
        return

    @functools.wraps(backward)
    def kept_backward(tensors, *arguments, **keywords):
        _results.keep("losses", tensors)
        return backward(tensors, *arguments, **keywords)

    autograd.backward = kept_backward


def _write_results(process):
    if os.getpid() == process:  # a forked child has the parent's values
        _library.syncfree_hook_pause()
        _results.write(os.path.join(os.environ["SYNCFREE_RECORD"], f"{process}.results"))


def _start():
    atexit.register(_write_results, os.getpid())  # after the observer's own, which ends the last step
    atexit.register(_library.syncfree_hook_exit)
    if "losses" in _keep:
        _keep_losses()
    _tell_collections()
    if _step in ("", "optimizer"):
        _end_steps_with_the_optimizer()
    if hasattr(sys, "monitoring"):
        problem = _watch_lines(sys.monitoring)
    else:
        problem = "Python 3.12 or newer tells which lines ran"
        if _names_function:
            problem += ", and when the function of --step is called"
        if _kept_names():
            _results.note_problem("Python 3.12 or newer is needed to keep what functions return")
    _library.syncfree_hook_state(0 if problem else 1, problem.encode())


_start()

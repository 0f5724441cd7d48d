"""Runs one operator's samples on the GPU and says which wait. Needs torch and a GPU; runs in a child process."""

import collections
import itertools
import sys
import time
import types
import unittest
import warnings

import torch

from observer import cupti
from operators import altered, calls

SPIN_MS = 8.0
MOST_SAMPLES = 120  # of one operator
MOST_ALIKE = 6  # samples that read the same: some operators decide by sizes
MOST_ALTERED = 400  # calls of one operator with an argument altered

_WARNING = "synchronizing CUDA operation"


def database():
    """torch's operator database, which comes with it. Its test helpers import a package that it does not need here."""
    try:
        import expecttest  # noqa: F401
    except ImportError:
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase)
    from torch.testing._internal.common_methods_invocations import op_db

    return op_db


def name_of(operator):
    variant = operator.variant_test_name
    return f"{operator.name}.{variant}" if variant else operator.name


class Oracle:
    """Whether the host comes back from a call while work queued before it still runs."""

    def __init__(self, library):
        torch.zeros(1, device="cuda")
        self._calls = []
        self._cupti = cupti.Cupti(library, self._on_call)
        self._cycles_per_ms = 1e6
        for _ in range(2):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            torch.cuda._sleep(int(30 * self._cycles_per_ms))
            end.record()
            end.synchronize()
            self._cycles_per_ms *= 30 / start.elapsed_time(end)
        torch.set_warn_always(True)

    def _on_call(self, call):
        if call.kind in (cupti.WAIT, cupti.COPY):
            self._calls.append(call.name.decode())

    def ask(self, work):
        """(the value of work(), {waited, warned, calls}). Where the host itself is slow, asks again with a longer spin."""
        spin_ms = SPIN_MS
        while True:
            value, found, host_ms = self._once(work, spin_ms)
            if not found["waited"] or found["calls"] or host_ms < spin_ms * 0.7 or spin_ms > 1000:
                return value, found
            spin_ms *= 8

    def _once(self, work, spin_ms):
        torch.cuda.synchronize()
        self._calls = []
        done = torch.cuda.Event()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            torch.cuda._sleep(int(spin_ms * self._cycles_per_ms))
            done.record()
            torch.cuda.set_sync_debug_mode("warn")
            self._cupti.enable(True)
            start = time.monotonic()
            try:
                value = work()
            finally:
                host_ms = (time.monotonic() - start) * 1e3
                waited = done.query()
                self._cupti.enable(False)
                torch.cuda.set_sync_debug_mode("default")
        torch.cuda.synchronize()
        found = {
            "waited": waited,
            "warned": sum(_WARNING in str(w.message) for w in warned),
            "calls": sorted(set(self._calls)),
        }
        return value, found, host_ms


def _dtype_of(operator):
    supported = operator.supported_dtypes("cuda")
    preferred = (torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64, torch.bfloat16)
    return next((dtype for dtype in preferred if dtype in supported), next(iter(supported), None))


def _cloned(value):
    """Fresh leaves, so that an operator in place does not spoil the sample."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_cloned, value))
    if isinstance(value, (list, tuple)):
        return type(value)(_cloned(item) for item in value)
    if isinstance(value, dict):
        return {key: _cloned(item) for key, item in value.items()}
    return value


def _one(oracle, operator, sample):
    """What one sample did: {forward, backward}, after a run that nobody watches."""

    def run():
        return operator.op(_cloned(sample.input), *_cloned(tuple(sample.args)), **_cloned(dict(sample.kwargs)))

    def prepared():
        given = _cloned(sample.input), _cloned(tuple(sample.args)), _cloned(dict(sample.kwargs))
        leaves = [t for t in calls.tensors_of(list(given)) if t.requires_grad]
        out = [t for t in calls.tensors_of(operator.op(given[0], *given[1], **given[2])) if t.requires_grad]
        return out, leaves, [torch.ones_like(t) for t in out]

    run()
    result = {"forward": oracle.ask(run)[1]}
    if not operator.supports_autograd:
        return result
    out, leaves, gradients = prepared()
    if not out or not leaves:
        return result
    torch.autograd.grad(out, leaves, gradients, allow_unused=True)
    out, leaves, gradients = prepared()

    def backward():
        return torch.autograd.grad(out, leaves, gradients, allow_unused=True, retain_graph=True)

    result["backward"] = oracle.ask(backward)[1]
    return result


def measure_altered(oracle, operator):
    """What the operator's samples do, as functions, methods and in place, with one argument altered in turn, as JSON data."""
    dtype = _dtype_of(operator)
    result = {"status": "ran", "samples": [], "refused": 0, "left_out": 0}
    if dtype is None:
        return {**result, "status": "no CUDA"}
    torch.manual_seed(0)
    alike = collections.Counter()
    for sample in itertools.islice(operator.sample_inputs("cuda", dtype, requires_grad=False), MOST_SAMPLES):
        if calls.is_empty(sample):
            continue
        given = (sample.input, *sample.args), dict(sample.kwargs)
        for (function, name), (arguments, options) in itertools.product(altered.spellings(operator), altered.samples(*given)):
            try:
                call = calls.written(name, arguments, options)
            except calls.Unspeakable:
                continue
            if call not in alike and len(alike) == MOST_ALTERED:
                result["left_out"] += 1
                continue
            alike[call] += 1
            if alike[call] > 2 or call.startswith("cpu_"):
                continue
            try:
                function(*_cloned(tuple(arguments)), **_cloned(options))
                arguments, options = _cloned(tuple(arguments)), _cloned(options)
                found = oracle.ask(lambda f=function, a=arguments, o=options: f(*a, **o))[1]
            except Exception:
                result["refused"] += 1
                torch.cuda.synchronize()  # a fault of the device ends the process here
            else:
                result["samples"].append({"call": call, "forward": found})
    return result


def measure(oracle, operator):
    """All samples of one operator, as JSON data."""
    dtype = _dtype_of(operator)
    if dtype is None:
        return {"status": "no CUDA", "error": "the operator has no CUDA form"}
    torch.manual_seed(0)
    rows, alike = [], {}
    result = {"status": "ran", "dtype": str(dtype), "samples": rows, "errors": []}
    gradients = operator.supports_autograd and dtype.is_floating_point
    for sample in operator.sample_inputs("cuda", dtype, requires_grad=gradients):
        if len(rows) == MOST_SAMPLES:
            break
        if calls.is_empty(sample):
            continue
        try:
            call = calls.text(operator.name, sample)
        except calls.Unspeakable:
            call = ""
        if alike.get(call, 0) == MOST_ALIKE * (2 if not call else 1):
            continue
        alike[call] = alike.get(call, 0) + 1
        try:
            rows.append({"call": call, **_one(oracle, operator, sample)})
        except Exception as error:
            result["errors"].append(
                f"{call}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            )
            torch.cuda.synchronize()  # a fault of the device ends the process here
    return result

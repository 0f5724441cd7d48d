"""Runs both forms of a rewrite on the GPU: does the first wait and the second not, and are the results equal."""

import contextlib
import functools
import importlib.util
import re
import time

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

from harness import rewrite_cases
from harness.busy import Busy

BUSY_MS = 50.0
STALL_MS = 30.0  # as in harness.measure
SEEDS = (0, 1, 2)
MOST_TRIALS = 3  # a host that was late for another reason gets another chance

_TENSOR = re.compile(r"(?P<type>[a-z]+)\[(?P<shape>[\d,]*)\]")
_TYPES = {"float": torch.float32, "half": torch.float16, "double": torch.float64, "int": torch.int64, "bool": torch.bool}


def _tensor(kind, shape):
    if kind in ("int", "index"):
        return torch.randint(0, 3 if kind == "index" else 9, shape, device="cuda")
    if kind == "bool":
        return torch.rand(shape, device="cuda") > 0.5
    if kind == "strided":
        return torch.randn(tuple(reversed(shape)), device="cuda").permute(*reversed(range(len(shape)))).requires_grad_()
    if kind == "host":
        return torch.randn(shape).requires_grad_()
    made = torch.randn(shape, device="cuda", dtype=_TYPES.get(kind, torch.float32))
    if kind == "nan" and made.numel():
        made.view(-1)[::5] = float("nan")
    if kind == "inf" and made.numel():
        made.view(-1)[::5] = float("inf")
        made.view(-1)[3::5] = -float("inf")
    return made.requires_grad_()


def _inputs(run, seed):
    """The arguments that a run's text names; the same for the same seed."""
    torch.manual_seed(seed)
    arguments = {}
    for word in re.findall(r"(\w+)=(\S+)", run):
        name, text = word
        tensor = _TENSOR.fullmatch(text)
        if tensor is not None:
            shape = tuple(int(size) for size in tensor["shape"].split(",") if size)
            arguments[name] = _tensor(tensor["type"], shape)
        else:
            arguments[name] = eval(text, {"__builtins__": {}})  # a number or a list of them, from our own fixture
    torch.manual_seed(seed + 100)
    return arguments


def _leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]


class _Outcome:
    """What one form gave and did."""

    def __init__(self, function, run, seed):
        self.arguments = _inputs(run, seed)
        self.error = None
        self.leaves = []
        try:
            self.leaves = _leaves(function(**self.arguments))
        except Exception as error:
            self.error = type(error).__name__
            return
        self.random = torch.cuda.get_rng_state(), torch.get_rng_state()
        self.gradients = self._gradients()

    def _tensors(self):
        return [leaf for leaf in self.leaves if isinstance(leaf, torch.Tensor)]

    def _gradients(self):
        sources = {n: a for n, a in self.arguments.items() if isinstance(a, torch.Tensor) and a.requires_grad}
        ends = [t for t in self._tensors() if t.requires_grad]
        if not sources or not ends:
            return [t.requires_grad for t in self._tensors()]
        total = sum(torch.nan_to_num(end.double()).sum() for end in ends)
        found = torch.autograd.grad(total, list(sources.values()), allow_unused=True)
        # An argument that the result does not depend on has a gradient of zero, said or not.
        found = [torch.zeros_like(a) if g is None else g for g, a in zip(found, sources.values(), strict=True)]
        return [t.requires_grad for t in self._tensors()] + found

    def shares(self):
        """Which results lie in the memory of which arguments."""
        memory = {
            n: a.untyped_storage().data_ptr()
            for n, a in self.arguments.items()
            if isinstance(a, torch.Tensor) and a.numel()
        }
        return [[n for n, at in memory.items() if t.numel() and t.untyped_storage().data_ptr() == at] for t in self._tensors()]


def _same(a, b, closely):
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if a.shape != b.shape:
        return False
    a, b = a.detach().cpu(), b.detach().cpu()
    if a.is_floating_point() and closely:
        bound = 5e-3 if a.dtype == torch.float16 else 1e-5
        return torch.allclose(a, b, rtol=bound, atol=bound, equal_nan=True)
    return bool(((a == b) | ((a != a) & (b != b))).all())


def _compare_leaf(a, b, may_differ):
    if "kind" in may_differ:
        a = torch.as_tensor(a, device="cuda")
        b = torch.as_tensor(b, device="cuda").to(a.dtype)
    if type(a) is not type(b) and not (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)):
        return f"a {type(a).__name__} has become a {type(b).__name__}"
    if not isinstance(a, torch.Tensor):
        return None if a == b or (a != a and b != b) else f"{a} has become {b}"  # no number is itself no other one
    for aspect in ("shape", "dtype"):
        if getattr(a, aspect) != getattr(b, aspect):
            return f"{aspect}: {getattr(a, aspect)} has become {getattr(b, aspect)}"
    if "device" not in may_differ and a.device != b.device:
        return f"device: {a.device} has become {b.device}"
    if "strides" not in may_differ and a.numel() and a.stride() != b.stride():
        return f"strides: {a.stride()} have become {b.stride()}"
    if "values" not in may_differ and not _same(a, b, "rounding" in may_differ):
        return "values differ"
    return None


def _compare(before, after, may_differ):
    """The first difference that matters, in words; None if there is none."""
    if before.error is not None or after.error is not None:
        return None if before.error == after.error else f"{before.error or 'a result'} has become {after.error or 'a result'}"
    if len(before.leaves) != len(after.leaves):
        return "another number of results"
    for a, b in zip(before.leaves, after.leaves, strict=True):
        if (difference := _compare_leaf(a, b, may_differ)) is not None:
            return difference
    for name, a in before.arguments.items():
        if isinstance(a, torch.Tensor) and not _same(a, after.arguments[name], False):
            return f"the argument {name} is changed in another way"
    if not {"aliasing", "kind"} & may_differ and before.shares() != after.shares():
        return "results share memory with other arguments"
    if not {"gradient", "kind"} & may_differ:
        pairs = zip(before.gradients, after.gradients, strict=True)
        if not all(_same(a, b, "rounding" in may_differ) for a, b in pairs):
            return "gradients differ"
    if "random" not in may_differ:
        if not all(torch.equal(a, b) for a, b in zip(before.random, after.random, strict=True)):
            return "the random stream differs"
    return None


def _load(path):
    spec = importlib.util.spec_from_file_location(f"rewrite_{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Waits:
    """The stall oracle for one call."""

    def __init__(self):
        torch.cuda.init()
        torch.zeros(1, device="cuda")
        self._busy = Busy()

    def _host_ms(self, prepare, busy):
        call = prepare()
        torch.cuda.synchronize()
        if busy:
            self._busy.queue(BUSY_MS)
        start = time.monotonic_ns()
        with contextlib.suppress(Exception):
            call()
        elapsed = (time.monotonic_ns() - start) / 1e6
        torch.cuda.synchronize()
        return elapsed

    def beyond_ms(self, prepare, expected):
        """Host time beyond that on an idle GPU, on a busy one; warmed up. A surprise is looked at again.

        `prepare` makes the arguments and returns the call.
        """
        for _ in range(MOST_TRIALS):
            self._host_ms(prepare, False)
            free = self._host_ms(prepare, False)
            beyond = self._host_ms(prepare, True) - free
            if (beyond > STALL_MS) == expected:
                break
            self._busy.calibrate()
        return round(beyond, 2)

    def judge(self, before, after, proves="no wait"):
        """(what was measured of both, reasons against the rewrite)."""
        if proves == "fewer waits":
            return self._judge_count(before, after)
        if proves == "earlier launch":
            return self._judge_launch(before, after)
        beyond = {"before": self.beyond_ms(before, True), "after": self.beyond_ms(after, False)}
        reasons = []
        if beyond["before"] <= STALL_MS:
            reasons.append("the first form does not wait")
        if beyond["after"] > STALL_MS:
            reasons.append("the rewritten form waits")
        return {"beyond_ms": beyond}, reasons

    def _judge_count(self, before, after):
        waits = {"before": self._count(before), "after": self._count(after)}
        fewer = waits["after"] < waits["before"]
        return {"waits": waits}, [] if fewer else ["the rewritten form waits as often"]

    def _judge_launch(self, before, after):
        launch = {"before": self._launch_ms(before), "after": self._launch_ms(after)}
        reasons = []
        if launch["before"] <= STALL_MS:
            reasons.append("the first form does not hold the optimiser's step back")
        if launch["after"] > STALL_MS:
            reasons.append("the rewritten form holds the optimiser's step back")
        return {"launch_ms": launch}, reasons

    def _count(self, prepare):
        """Calls of the driver in which the host waits for a stream or an event, in one run after a first one."""
        prepare()()
        call = prepare()
        torch.cuda.synchronize()
        activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
        with torch.profiler.profile(activities=activities) as profile:
            call()
        waiting = ("cudaStreamSynchronize", "cudaEventSynchronize")
        return sum(event.count for event in profile.key_averages() if event.key in waiting)

    def _launch_ms(self, prepare):
        """Host time until an optimiser's step has been queued, on a busy GPU, after a first run."""
        prepare()()
        call = prepare()
        torch.cuda.synchronize()
        ends = []
        handle = register_optimizer_step_post_hook(lambda *_: ends.append(time.monotonic_ns()))
        try:
            self._busy.queue(BUSY_MS)
            start = time.monotonic_ns()
            call()
        finally:
            handle.remove()
        torch.cuda.synchronize()
        return round((ends[0] - start) / 1e6, 2)


class Measurement:
    def __init__(self, rewrite):
        self._before, self._after = _load(rewrite.before), _load(rewrite.after)
        self._cases = {case.name: case for case in rewrite.cases}
        self._waits = Waits()

    def measure(self, name):
        case = self._cases[name]
        before, after = getattr(self._before, name), getattr(self._after, name)
        reasons = []
        compared = 0
        for run in case.runs:
            results, difference = self._run(before, after, run, case)
            compared += results
            if difference is not None:
                reasons.append(difference)
        edges = []
        for edge, run in rewrite_cases.edges_of(case):
            results, difference = self._run(before, after, run, case)
            # An edge at which the first form raises is none of the function's.
            if results and difference is not None:
                reasons.append(difference)
            elif results:
                edges.append(edge)
        if compared == 0:
            reasons.append("the first form gives no result for any input")

        def prepared(function):
            return lambda: functools.partial(function, **_inputs(case.runs[0], 0))

        measured, waiting = self._waits.judge(prepared(before), prepared(after), case.proves)
        return {"status": "ran", "compared": compared, "edges": edges, **measured, "reasons": reasons + waiting}

    @staticmethod
    def _run(before, after, run, case):
        """(how many runs gave a result, the first difference)."""
        results = 0
        for seed in SEEDS:
            first = _Outcome(before, run, seed)
            difference = _compare(first, _Outcome(after, run, seed), case.may_differ)
            results += first.error is None
            if difference is not None:
                return results, f"{run}, seed {seed}: {difference}"
        return results, None

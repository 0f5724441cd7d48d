"""What a child process does once before it measures: it opens the observers and one fixture."""

import importlib.util
import os
import sys

from harness import judge


def _load(path):
    """Runs a fixture's module. Compiled under its absolute path, which the observers look for in the frames."""
    spec = importlib.util.spec_from_file_location("fixture", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["fixture"] = module
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def python_session(path, library, fixture, rank=0, world=1, store=None):
    """What a child calls once: opens the observers and the fixture, and returns the measurement of one case."""

    def opened():
        if world > 1:
            _join_group(rank, world, store)
        from harness.measure import Measurement
        from harness.places import PythonPlaces

        measurement = Measurement(PythonPlaces(str(path)), library)
        module = _load(path)
        once = runs_once(fixture)
        how = {
            "fails_in_capture": once,
            "anomaly": "backward(" in fixture.text,  # then torch notes which forward line made each autograd node
            "names_streams": "torch.cuda.stream(" in fixture.text,
            "takes_times": path.parent.name in judge.TIMES_ITSELF,
        }

        def measure(name):
            return measurement.measure(getattr(module, name), **how)

        return measure

    return opened


def _join_group(rank, world, store):
    """One GPU for each rank, which it sees as its only one: fixtures say "cuda"."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    os.environ["CUDA_VISIBLE_DEVICES"] = visible.split(",")[rank] if visible else str(rank)
    import torch
    import torch.distributed as dist

    dist.init_process_group("nccl", store=dist.FileStore(store, world), rank=rank, world_size=world)
    dist.all_reduce(torch.ones(1, device="cuda"))


def runs_once(fixture, stem=""):
    """A failed capture leaves the process in no state to go on; what a first run costs shows in a new process alone."""
    return stem in judge.RUNS_COLD or any("SF605" in expectation.codes for expectation in fixture.expectations)


def native_session(fixture, library, compiled, stack_reader):
    """The same for a C++ fixture that was compiled to the shared library `compiled`."""

    def opened():
        import torch

        from harness import native_frames
        from harness.measure import Measurement
        from harness.places import NativePlaces

        torch.cuda.init()
        torch.ones(8, 8, device="cuda").matmul(torch.ones(8, 8, device="cuda"))  # loads cuBLAS
        native_frames.make_global()
        native = native_frames.Fixture(fixture, str(compiled), stack_reader)
        measurement = Measurement(NativePlaces(native), library)

        def measure(name):
            searched = native.searched
            result = measurement.measure(native.case(name))
            if native.searched > searched:
                result["stack"] = "searched"
            return result

        return measure

    return opened

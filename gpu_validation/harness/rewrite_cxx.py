"""Runs both forms of a C++ or CUDA rewrite on the GPU. Each function takes two device buffers, a pinned one and their length."""

import concurrent.futures
import ctypes
import functools
import pathlib
import subprocess
import tempfile

import torch
from torch.utils import cpp_extension

from harness.rewrite_measure import Waits
from observer import toolkit

COUNT = 1 << 20
NAMES = ("a", "b", "host")


def _build(source, name, folder):
    library = folder / f"{name}.so"
    includes = [f"-I{path}" for path in cpp_extension.include_paths("cuda")]
    paths = cpp_extension.library_paths("cuda")
    links = [f"-L{path}" for path in paths] + [f"-Wl,-rpath,{path}" for path in paths]
    libraries = ["-lc10", "-lc10_cuda", "-ltorch_cpu", "-ltorch_cuda", "-ltorch", "-lcudart"]
    if source.suffix == ".cu":
        major, minor = torch.cuda.get_device_capability()
        nvcc = toolkit.program("nvcc") or "nvcc"
        compiler = [nvcc, f"-arch=sm_{major}{minor}", "-w", "--extended-lambda", "--expt-relaxed-constexpr"]
        compiler += ["-Xcompiler", "-fPIC"]
        links = [link.replace("-Wl,", "-Xlinker=") for link in links]
    else:
        compiler = ["g++", "-fPIC"]
    command = [*compiler, "-O1", "-std=c++20", "-shared", *includes, str(source), "-o", str(library)]
    built = subprocess.run([*command, *links, *libraries], capture_output=True, text=True)
    if built.returncode != 0:
        raise RuntimeError(f"{source.name} does not compile: {built.stderr.strip().splitlines()[-1]}")
    return ctypes.CDLL(str(library))


def _buffers(seed):
    torch.manual_seed(seed)
    host = torch.randn(COUNT).pin_memory()
    return torch.randn(COUNT, device="cuda"), torch.randn(COUNT, device="cuda"), host


class Measurement:
    def __init__(self, rewrite):
        self._cases = {case.name: case for case in rewrite.cases}
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as pool:
            build = functools.partial(_build, folder=pathlib.Path(folder))
            self._before, self._after = pool.map(build, (rewrite.before, rewrite.after), ("before", "after"))
        self._waits = Waits()
        self._side = torch.cuda.Stream()

    def _call(self, library, case, buffers):
        """On a stream of its own if the case says so: then the queued work is another stream's."""
        pointers = [ctypes.c_void_p(buffer.data_ptr()) for buffer in buffers]
        stream = self._side if "stream=side" in case.runs[0] else torch.cuda.current_stream()
        with torch.cuda.stream(stream):
            getattr(library, case.name)(*pointers, ctypes.c_long(COUNT))

    def _results(self, library, case, seed):
        buffers = _buffers(seed)
        torch.cuda.synchronize()
        self._call(library, case, buffers)
        torch.cuda.synchronize()
        return buffers

    def measure(self, name):
        case = self._cases[name]
        reasons = []
        for seed in range(3):
            results = [self._results(library, case, seed) for library in (self._before, self._after)]
            for buffer, before, after in zip(NAMES, *results, strict=True):
                if not torch.equal(before, after):
                    reasons.append(f"seed {seed}: the buffer {buffer} differs")

        def prepared(library):
            return lambda: functools.partial(self._call, library, case, _buffers(0))

        measured, waiting = self._waits.judge(prepared(self._before), prepared(self._after), case.proves)
        return {"status": "ran", "compared": 3, **measured, "reasons": reasons + waiting}

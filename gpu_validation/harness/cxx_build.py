"""Compiles C++ and CUDA fixtures to shared libraries, with debug lines, in a process of its own: `start` and `finish`.

The libraries are linked against nothing. What they need (torch, the runtime, cuBLAS, the driver) is in the process that
loads them, and of the same version as what torch uses there.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import sysconfig

from harness import fixtures
from observer import toolkit

_HERE = pathlib.Path(__file__).resolve().parent

# Without optimization each call keeps its own line; frame pointers and unwind tables help to find the way back to it.
_HOST_FLAGS = ("-g1", "-O0", "-fPIC", "-fno-omit-frame-pointer", "-funwind-tables", "-w")

# Torch's headers take half a minute, so they are compiled once, for all fixtures that include any of them.
_TORCH_HEADERS = ("torch/torch.h", "ATen/cuda/CUDAContext.h", "ATen/cuda/CUDAEvent.h", "c10/cuda/CUDAGuard.h")

_RUNNER = """
#include <cstdio>
#include <exception>
#include <string_view>

#include "{path}"

extern "C" int syncfree_run_case(const char* name, char* message, unsigned long size) {{
  const std::string_view wanted(name);
  try {{
{calls}
  }} catch (const std::exception& error) {{
    std::snprintf(message, size, "%s", error.what());
    return 1;
  }} catch (...) {{
    std::snprintf(message, size, "an exception of no standard kind");
    return 1;
  }}
  std::snprintf(message, size, "no case %s", name);
  return 2;
}}
"""


def library_path(folder, path):
    path = pathlib.Path(path)
    return pathlib.Path(folder) / f"{path.parent.name}-{path.name}.so"


def failure_path(folder, path):
    return library_path(folder, path).with_suffix(".failed")


def runner_source(path):
    """A unit that holds the fixture and a function that runs one of its cases by name. The value is dropped there."""
    calls = [
        f'    if (wanted == "{case.name}") return static_cast<void>({case.name}()), 0;'
        for case in fixtures.read(path).cases
    ]
    return _RUNNER.format(path=path, calls="\n".join(calls))


def _torch_flags():
    """Include folders and definitions as torch's own extension builder has them."""
    import torch

    root = os.path.join(os.path.dirname(torch.__file__), "include")
    flags = ["-isystem", root, "-isystem", os.path.join(root, "torch", "csrc", "api", "include")]
    flags += [f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"]
    python = sysconfig.get_paths()["include"]
    if os.path.exists(os.path.join(python, "Python.h")):
        flags += ["-isystem", python]
    return flags


def _system_includes():
    return [flag for folder in toolkit.include_folders() for flag in ("-isystem", folder)]


def _compiler():
    return os.environ.get("CXX", "g++")


def uses_torch(text):
    return any(f"#include <{part}" in text for part in ("torch/", "ATen/", "c10/"))


def _cxx_flags(torch):
    return ["-std=c++17", *_HOST_FLAGS, *(_torch_flags() if torch else []), *_system_includes()]


def _run(command, limit_s):
    """The compiler's complaint, or None."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit_s)
    except subprocess.TimeoutExpired:
        return f"{os.path.basename(command[0])} took longer than {limit_s} s"
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    if done.returncode == 0:
        return None
    lines = [line for line in (done.stderr + done.stdout).splitlines() if "error" in line]
    return (lines or (done.stderr + done.stdout).splitlines() or [f"exit status {done.returncode}"])[0]


def precompile(folder, limit_s=300):
    """Torch's headers, compiled into `folder`. Returns the complaint, or None."""
    header = pathlib.Path(folder) / "torch_headers.h"
    header.write_text("#pragma once\n" + "".join(f"#include <{name}>\n" for name in _TORCH_HEADERS))
    return _run([_compiler(), *_cxx_flags(torch=True), "-x", "c++-header", str(header), "-o", f"{header}.gch"], limit_s)


def compile_one(folder, path, architecture, limit_s=300):
    """Compiles one fixture. Returns the complaint, or None."""
    unit = library_path(folder, path).with_suffix(path.suffix)
    unit.write_text(runner_source(path))
    target = ["-shared", str(unit), "-o", str(library_path(folder, path))]
    if path.suffix == ".cpp":
        torch = uses_torch(path.read_text(encoding="utf-8"))
        headers = ["-include", str(pathlib.Path(folder) / "torch_headers.h")] if torch else []
        return _run([_compiler(), *_cxx_flags(torch), *headers, *target], limit_s)
    nvcc = toolkit.program("nvcc")
    if nvcc is None:
        return "nvcc is not installed"
    host = [flag for option in _HOST_FLAGS if option != "-O0" for flag in ("-Xcompiler", option)]
    command = [nvcc, "-std=c++17", "-O0", "-w", "--cudart", "none", f"-arch={architecture}", "--extended-lambda"]
    return _run([*command, "-ccbin", _compiler(), *host, *_system_includes(), *target], limit_s)


def build(folder, paths, architecture, workers):
    """Compiles all; what fails leaves a file with the reason."""
    paths = [pathlib.Path(path) for path in paths]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        texts = {path: path.read_text(encoding="utf-8") for path in paths}
        torch = any(path.suffix == ".cpp" and uses_torch(texts[path]) for path in paths)
        headers = pool.submit(precompile, folder) if torch else None

        def one(path):
            if path.suffix == ".cpp" and uses_torch(texts[path]):
                complaint = headers.result() or compile_one(folder, path, architecture)
            else:
                complaint = compile_one(folder, path, architecture)
            if complaint:
                failure_path(folder, path).write_text(complaint)

        # The slow ones first, those that wait for torch's headers last.
        ordered = sorted(paths, key=lambda path: (path.suffix == ".cpp", "thrust" not in texts[path]))
        list(pool.map(one, ordered))


def start(folder, paths, architecture):
    """Begins to compile in another process, beside which this one may fork. Returns what `finish` takes."""
    command = [sys.executable, "-m", "harness.cxx_build", str(folder), architecture, *map(str, paths)]
    return subprocess.Popen(command, cwd=_HERE.parent)


def finish(process):
    process.wait()


if __name__ == "__main__":
    build(sys.argv[1], sys.argv[3:], sys.argv[2], workers=max(2, (os.cpu_count() or 4) - 2))

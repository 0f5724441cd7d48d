#!/usr/bin/env python3
"""Compiles the C++ and CUDA sources of fixtures and pairs with each rewrite that the linter shows for them.

usage: cxx_lines.py --linter PROGRAM --torch FOLDER --cuda FOLDER [--compiler clang++-19]
       cxx_lines.py --linter PROGRAM --torch FOLDER --nvcc PROGRAM

FOLDER of --torch holds torch's headers (`include` of the installed wheel), that of --cuda the CUDA headers (`include` of the
wheels nvidia-cuda-runtime, nvidia-cuda-crt and nvidia-cuda-cccl). The libraries of linear algebra are only named by torch's
headers: a few lines stand for theirs. A source that does not compile by itself, such as one with a kernel launch or with
macros of its project, says nothing of its rewrites and is counted apart. With --nvcc only the CUDA sources are compiled, whole
and with what they include themselves: so those that use Thrust are tried too. Not part of the tests, which download nothing.
"""

import argparse
import concurrent.futures
import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from shown_lines import applied

ROOT = Path(__file__).resolve().parent.parent
ENDINGS = (".cpp", ".cu")
COMMON = """
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda.h>
#include <cuda_runtime.h>
"""
NAMED_ONLY = {
    "cublas_v2.h": "typedef struct cublasContext* cublasHandle_t; typedef int cublasStatus_t;",
    "cublasLt.h": "typedef struct cublasLtContext* cublasLtHandle_t;",
    "cusparse.h": "typedef struct cusparseContext* cusparseHandle_t; typedef int cusparseStatus_t;"
    "extern \"C\" const char* cusparseGetErrorString(cusparseStatus_t);",
    "cusolver_common.h": "typedef int cusolverStatus_t;",
    "cusolverDn.h": "typedef struct cusolverDnContext* cusolverDnHandle_t;",
}


class Compiler:
    """Headers that all sources share are read once."""

    def __init__(self, program, torch, cuda, folder):
        includes = [torch, torch / "torch/csrc/api/include", sysconfig.get_paths()["include"], cuda, cuda / "cccl", folder]
        self.command = [program, "-std=c++20", "-w", *(f"-I{include}" for include in includes)]
        for name, text in NAMED_ONLY.items():
            (folder / name).write_text("#pragma once\n" + text + "\n")
        header = folder / "common.h"
        header.write_text(COMMON)
        self.common = folder / "common.pch"
        subprocess.run([*self.command, "-x", "c++-header", header, "-o", self.common], check=True)

    def errors(self, text):
        """The first errors, none if it compiles."""
        command = [*self.command, "-x", "c++", "-fsyntax-only", "-include-pch", self.common, "-"]
        process = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        return re.findall(r"error: (.*)", process.stderr)[:3]


class Nvcc:
    """Compiles a CUDA source for the host and the device."""

    def __init__(self, program, torch):
        includes = [torch, torch / "torch/csrc/api/include", sysconfig.get_paths()["include"]]
        self.command = [program, "-std=c++20", "-w", "--extended-lambda", "--expt-relaxed-constexpr", "-c", "-o", "/dev/null"]
        self.command += [f"-I{include}" for include in includes]

    def errors(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "source.cu"
            path.write_text(text)
            process = subprocess.run([*self.command, path], capture_output=True, text=True, check=False)
        return (re.findall(r"error: (.*)", process.stderr) or [process.stderr])[:3] if process.returncode else []


def sources(endings):
    """(name, ending, text) of each fixture and of each pair before its rewrite."""
    for path in sorted((ROOT / "fixtures").rglob("*")):
        if path.suffix in endings:
            yield str(path.relative_to(ROOT)), path.suffix, path.read_text()
    for path in sorted((ROOT / "tests/fixes/pairs").iterdir()):
        if path.suffix in endings:
            parts = re.split(r"^#### (.*)$", path.read_text(), flags=re.MULTILINE)
            for heading, text in zip(parts[1::2], parts[2::2]):
                if not heading.startswith("=> "):
                    yield f"{path.name}: {heading}", path.suffix, text.lstrip("\n")


def shown_in(linter, ending, text, folder):
    path = folder / f"source{ending}"
    path.write_text(text)
    command = [linter, "--isolated", "--no-cache", "--quiet", "--temperature", "cold", "--confidence", "possible"]
    process = subprocess.run([*command, "--output-format", "json", path.name], cwd=folder, capture_output=True, check=False)
    fixes = [fix for finding in json.loads(process.stdout)["findings"] for fix in finding["fixes"]]
    seen = []
    for fix in fixes:
        if fix["edits"] not in seen:
            seen.append(fix["edits"])
            yield fix


def judge(arguments, compiler, source):
    name, ending, text = source
    with tempfile.TemporaryDirectory() as folder:
        shown = list(shown_in(arguments.linter, ending, text, Path(folder)))
    if not shown:
        return name, None, []
    if compiler.errors(text):
        return name, len(shown), None
    wrong = []
    for fix in shown:
        if errors := compiler.errors(applied(text, fix["edits"])[0]):
            wrong.append((fix["code"], fix["title"], fix["edits"][0]["text"], errors))
    return name, len(shown), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True, type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--torch", required=True, type=Path)
    parser.add_argument("--cuda", type=Path)
    parser.add_argument("--nvcc")
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if not arguments.cuda and not arguments.nvcc:
        parser.error("--cuda or --nvcc is needed")
    shown = faulty = unknown = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        torch = arguments.torch.resolve()
        if arguments.nvcc:
            compiler = Nvcc(arguments.nvcc, torch)
        else:
            compiler = Compiler(arguments.compiler, torch, arguments.cuda.resolve(), Path(folder))
        chosen = sources((".cu",) if arguments.nvcc else ENDINGS)
        for name, count, wrong in pool.map(lambda source: judge(arguments, compiler, source), chosen):
            if count is None:
                continue
            if wrong is None:
                unknown += count
                print(f"{name}: does not compile by itself, {count} rewrites not tried")
                continue
            shown += count
            faulty += len(wrong)
            for code, title, text, errors in wrong:
                print(f"{name}: {code} {title}\n    {text.strip()}\n    " + "\n    ".join(errors))
    print(f"compiled with {shown} rewrites, {faulty} do not compile, {unknown} not tried")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())

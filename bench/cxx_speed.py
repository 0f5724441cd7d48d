#!/usr/bin/env python3
"""Speed on C++ and CUDA sources, as ratios of one run: the default mode beside clang-tidy with one check on the same
source with real headers, a folder of sources, and exact mode, whose findings are compared with the default mode's.

The headers are those of the torch wheel and of NVIDIA's wheels of the toolkit; see bench/results/cxx.md.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECK = "bugprone-use-after-move"


def run(command, folder=None):
    """Seconds, and what was written. The status is the findings' and says nothing."""
    start = time.perf_counter()
    process = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    return time.perf_counter() - start, process


def findings(linter, folder, *options):
    seconds, process = run([linter, "--isolated", "--no-cache", "--temperature", "cold", "--output-format", "json", *options, "."], folder)
    try:
        report = json.loads(process.stdout)
    except json.JSONDecodeError:
        sys.exit(f"error: {process.stderr or process.stdout}")
    places = {(f["location"]["path"], f["location"]["start"]["line"], f["location"]["start"]["column"], f["code"]) for f in report["findings"]}
    return seconds, places, report["problems"]


def include_flags(folders):
    return [word for folder in folders for word in ("-isystem", str(Path(folder).resolve()))]


def write_database(folder, sources, flags, where):
    commands = []
    for source in sources:
        compiler = "nvcc" if source.suffix == ".cu" else "c++"
        commands.append({"directory": str(folder), "file": str(source), "arguments": [compiler, *flags, "-c", str(source)]})
    (Path(where) / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")


def beside_clang_tidy(arguments, flags):
    source = arguments.source.resolve()
    ours = [run([arguments.linter, "--isolated", "--no-cache", source])[0] for _ in range(arguments.runs)]
    theirs = [
        run([arguments.clang_tidy, f"--checks=-*,{CHECK}", source, "--", *flags])[0] for _ in range(arguments.tidy_runs)
    ]
    ratio = statistics.median(theirs) / statistics.median(ours)
    print(f"{source.name}: syncfree-lint {statistics.median(ours):.4f} s, clang-tidy {statistics.median(theirs):.1f} s, {ratio:.0f} times")


def folder_of_sources(arguments):
    sources = sum(1 for path in arguments.folder.rglob("*") if path.suffix in {".cpp", ".cc", ".cu", ".cuh", ".h", ".hpp", ".cxx"})
    times = [run([arguments.linter, "--isolated", "--no-cache", "--jobs", arguments.jobs, arguments.folder])[0] for _ in range(arguments.runs)]
    print(f"{arguments.folder.name}: {sources} sources, {statistics.median(times):.2f} s with {arguments.jobs} jobs")


def exact_mode(arguments, flags):
    project = arguments.project.resolve()
    sources = [path for path in sorted(project.rglob("*")) if path.suffix in {".cpp", ".cc", ".cu"}]
    plain_seconds, plain, _ = findings(arguments.linter, project)
    with tempfile.TemporaryDirectory() as build:
        write_database(project, sources, flags, build)
        seconds, exact, problems = findings(arguments.linter, project, "-p", build)
    default = f"default {plain_seconds:.2f} s, {len(plain)} findings"
    print(f"{project.name}: {len(sources)} sources; {default}; exact {seconds:.1f} s, {len(exact)} findings")
    for what, places in (("only by default", plain - exact), ("only in exact mode", exact - plain)):
        for place in sorted(places):
            print(f"  {what}: {place}")
    for problem in problems:
        print(f"  note: {problem.get('path')}: {problem.get('message')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=Path, required=True)
    parser.add_argument("--include", action="append", default=[], help="a folder of real headers: torch's, CUDA's, Python's")
    parser.add_argument("--flag", action="append", default=[], help="a further flag, as --flag=-DWITH_CUDA")
    parser.add_argument("--source", type=Path, help="a libtorch source, for the comparison with clang-tidy")
    parser.add_argument("--folder", type=Path, help="a folder of sources")
    parser.add_argument("--project", type=Path, help="a project, for exact mode")
    parser.add_argument("--clang-tidy", default="clang-tidy-19")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--tidy-runs", type=int, default=1)
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    arguments = parser.parse_args()
    arguments.linter = arguments.linter.resolve()
    flags = ["-std=c++17", *arguments.flag, *include_flags(arguments.include)]
    if arguments.source:
        beside_clang_tidy(arguments, flags)
    if arguments.folder:
        folder_of_sources(arguments)
    if arguments.project:
        exact_mode(arguments, flags)


if __name__ == "__main__":
    main()

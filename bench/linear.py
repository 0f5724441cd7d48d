#!/usr/bin/env python3
"""Is the analysis linear: twice the files, twice the time.

    bench/linear.py --linter build/release/cli/syncfree-lint --packages DIR

Analyses packages alone and together with a copy of each under another name (its imports renamed too), taking turns, and
prints the ratio of the median processor times. It says 2.1 at most, if the analysis is linear.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import matching

PACKAGES = ["torchvision", "torchmetrics", "transformers"]
MOST = 2.1


def copy_renamed(source, target, name, new_name):
    """A copy of the package in which its own name is another one."""
    for path in sorted(source.rglob("*.py")):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes().replace(name.encode(), new_name.encode()))


def processor_time(linter, folders, jobs):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [linter, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--output-format", "concise", "--jobs", jobs]
    status = subprocess.run([*command, *folders], stdout=subprocess.DEVNULL, check=False).returncode
    if status not in (0, 1):
        sys.exit(f"error: {linter} ended with {status}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=Path, required=True)
    parser.add_argument("--packages", type=Path, required=True, help="the folder of the unpacked packages")
    parser.add_argument("--only", action="append", metavar="NAME", help="these packages only")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--jobs", default="2")
    arguments = parser.parse_args()
    folder = matching.SourceFolder(arguments.packages)
    names = arguments.only or PACKAGES
    with tempfile.TemporaryDirectory() as scratch:
        once, twice = [], []
        for name in names:
            for copy in (name, name + "_twin"):
                target = Path(scratch) / copy
                copy_renamed(Path(folder.package(name)), target, name, copy)
                twice.append(target)
            once.append(Path(scratch) / name)
        times = [(processor_time(arguments.linter, once, arguments.jobs),
                  processor_time(arguments.linter, twice, arguments.jobs)) for _ in range(arguments.repeat)]
    single, double = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{single:.2f} s, with twice the files {double:.2f} s: ratio {double / single:.2f}, at most {MOST}")
    return 0 if double <= MOST * single else 1


if __name__ == "__main__":
    sys.exit(main())

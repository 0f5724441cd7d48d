#!/usr/bin/env python3
"""Fixes copies of Python packages and says what became of them.

For each package, with --fix and then with --unsafe-fixes: how many findings of which rule were fixed in how many files,
whether every file still compiles (with this Python), and whether a second run changes nothing. With --keep the fixed
copies stay, for runs that compare them with the originals.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

COUNT = re.compile(r" +(?P<count>\d+) x (?P<rule>SF\d{3}) .*")
FLAGS = ("--fix", "--unsafe-fixes")


def broken_files(folder):
    """Python files that do not compile."""
    broken = set()
    for path in sorted(folder.rglob("*.py")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
            except (SyntaxError, ValueError):
                broken.add(path.relative_to(folder))
    return broken


def fix(linter, folder, flag):
    """({rule: findings fixed}, files changed, the linter's messages)."""
    command = [linter, flag, "--fix-only", "--show-fixes", "--quiet", "--isolated", "--no-cache", "--temperature", "cold", folder.name]
    run = subprocess.run(command, cwd=folder.parent, capture_output=True, text=True)
    counts = collections.Counter()
    for line in run.stderr.splitlines():
        if found := COUNT.fullmatch(line):
            counts[found["rule"]] += int(found["count"])
    files = sum(line.endswith(".py:") for line in run.stderr.splitlines())
    messages = [line for line in run.stderr.splitlines() if line.startswith(("error:", "warning:"))]
    return counts, files, messages if run.returncode == 0 else messages + [f"exit status {run.returncode}"]


def try_package(linter, source, place, flag):
    copy = place / flag.strip("-") / source.name
    shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    broken_before = broken_files(copy)
    counts, files, faults = fix(linter, copy, flag)
    faults += [f"{path} no longer compiles" for path in sorted(broken_files(copy) - broken_before)]
    again, _, _ = fix(linter, copy, flag)
    faults += [f"a second run fixes {sum(again.values())} more: {dict(again)}"] if again else []
    print(f"{source.name} {flag}: {sum(counts.values())} fixed in {files} files")
    print("  " + ", ".join(f"{rule} {count}" for rule, count in sorted(counts.items())))
    for fault in faults:
        print(f"  FAULT: {fault}")
    return not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", type=pathlib.Path, help="folders of packages; they are not changed")
    parser.add_argument("--linter", type=lambda text: str(pathlib.Path(text).resolve()), required=True)
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave the fixed copies there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = options.keep or pathlib.Path(temporary)
        fine = [
            try_package(options.linter, package, place, flag) for flag in FLAGS for package in options.packages
        ]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())

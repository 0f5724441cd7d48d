#!/usr/bin/env python3
"""Measures syncfree-lint against bare tree-sitter parsing of the same files, in the same run.

The two programs take turns, so that a machine that gets slower slows down both; the ratio of the medians is the result.
Times are of whole processes, start-up and output included.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Contestant:
    name: str
    command: list[str]
    accepted: tuple[int, ...] = (0,)
    seconds: list[float] = field(default_factory=list)
    processor_seconds: list[float] = field(default_factory=list)
    peak_megabytes: float = 0.0
    output: bytes = b""

    def run(self):
        start = time.perf_counter()
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds.append(time.perf_counter() - start)
        self.processor_seconds.append(usage.ru_utime + usage.ru_stime)
        self.peak_megabytes = max(self.peak_megabytes, usage.ru_maxrss / 1024)
        if process.returncode not in self.accepted:
            sys.exit(f"error: {self.name} ended with {process.returncode}: {' '.join(self.command)}")

    def row(self):
        wall, processor = statistics.median(self.seconds), statistics.median(self.processor_seconds)
        return f"| {self.name} | {wall:.2f} | {min(self.seconds):.2f} | {processor:.2f} | {self.peak_megabytes:.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, required=True, help="the build folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()

    jobs = ["--jobs", str(arguments.jobs)]
    baseline = Contestant(
        "bare tree-sitter", [str(arguments.programs / "bench/parse_baseline"), *jobs, *arguments.paths]
    )
    linter = Contestant(
        "syncfree-lint",
        [str(arguments.programs / "cli/syncfree-lint"), "--no-cache", "--output-format", "concise", *jobs]
        + arguments.paths,
        accepted=(0, 1),
    )
    baseline.run()  # the first run brings the files into memory and counts for nothing
    corpus = json.loads(baseline.output)
    baseline.seconds.clear()
    baseline.processor_seconds.clear()
    for _ in range(arguments.repeat):
        baseline.run()
        linter.run()

    ratio = statistics.median(linter.seconds) / statistics.median(baseline.seconds)
    megabytes = corpus["bytes"] / 1e6
    print(f"{corpus['files']} files, {megabytes:.1f} MB, {arguments.jobs} threads, {arguments.repeat} runs each\n")
    print("| program | median s | best s | processor s | peak MB |\n| --- | ---: | ---: | ---: | ---: |")
    print(f"{baseline.row()}\n{linter.row()}\n\nratio of the medians: {ratio:.2f}")


if __name__ == "__main__":
    main()

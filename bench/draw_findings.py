#!/usr/bin/env python3
"""Draws findings at default settings by a fixed seed, each with its source, for a person who reads them.

usage: draw_findings.py --linter PROGRAM [--seed N] [--each N] FOLDER...   (each FOLDER is analysed by itself)
       draw_findings.py --verdicts bench/finding_review.json

The second form counts the verdicts that were written down.
"""

import argparse
import collections
import json
import random
import sys
from pathlib import Path

from shown_lines import findings_of

SEED = 20261122
AROUND = 3  # lines shown before and after


def place_of(finding):
    start = finding["location"]["start"]
    return finding["location"]["path"], start["line"], start["column"], finding["code"]


def show(folder, finding):
    place = finding["location"]
    first, last = place["start"]["line"], place["end"]["line"]
    print(f"{folder.name}/{place['path']}:{first}:{place['start']['column']} {finding['code']} {finding['temperature']} in {finding['function']}")
    print(f"    {finding['message']}; {finding['hint']}")
    lines = (folder / place["path"]).read_text(encoding="utf-8", errors="replace").split("\n")
    for number in range(max(1, first - AROUND), min(len(lines), last + AROUND) + 1):
        print(">>" if first <= number <= last else "  ", lines[number - 1])


def count(file):
    draws = collections.defaultdict(list)
    for row in json.loads(file.read_text(encoding="utf-8")):
        draws[row["draw"]].append(row)
    for draw, rows in sorted(draws.items()):
        for temperature in ("all", "hot", "warm"):
            those = [row for row in rows if temperature in ("all", row["temperature"])]
            right = sum(row["verdict"] == "right" for row in those)
            acted = sum(row["acted_on"] for row in those)
            of = len(those)
            if of == 0:
                continue
            print(f"draw {draw}, {temperature}: {right} of {of} right ({right / of:.1%}), {acted} acted on ({acted / of:.1%})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--linter")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=25, help="findings of each folder")
    parser.add_argument("--verdicts", type=Path)
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    if options.verdicts:
        return count(options.verdicts)
    if not options.linter or not options.folders:
        parser.error("--linter and folders, or --verdicts")
    choice = random.Random(options.seed)
    for folder in options.folders:
        findings = sorted(findings_of(options.linter, folder, "warm"), key=place_of)
        for finding in sorted(choice.sample(findings, min(options.each, len(findings))), key=place_of):
            show(folder, finding)
    return None


if __name__ == "__main__":
    sys.exit(main())

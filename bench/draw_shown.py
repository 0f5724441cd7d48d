#!/usr/bin/env python3
"""Draws shown rewrites by a fixed seed, each with its source, for a person who reads them.

usage: draw_shown.py --linter PROGRAM [--seed N] [--count N] FOLDER...   (each FOLDER is analysed by itself)
       draw_shown.py --verdicts bench/shown_review.json

The second form counts the verdicts that were written down, by seed.
"""

import argparse
import collections
import difflib
import json
import random
import sys
from pathlib import Path

from shown_lines import applied, findings_of

SEED = 20261122
AROUND = 5  # lines shown before and after


def shown_in(linter, folder):
    """Each rewrite once, whichever findings show it."""
    seen = set()
    for finding in findings_of(linter, folder):
        path = finding["location"]["path"]
        if not path.endswith(".py"):
            continue  # the edits of a notebook are those of a cell
        for fix in finding["fixes"]:
            key = json.dumps([path, fix["edits"]])
            if key in seen:
                continue
            seen.add(key)
            yield {"package": folder.name, "path": path, "finding": finding, "fix": fix}


def key_of(row):
    start = row["finding"]["location"]["start"]
    return row["package"], row["path"], start["line"], start["column"], row["fix"]["code"]


def print_one(number, row, folder):
    finding, fix = row["finding"], row["fix"]
    place = finding["location"]
    text = (folder / row["path"]).read_bytes().decode("utf-8", "replace")
    old, new = text.splitlines(), applied(text, fix["edits"])[0].splitlines()
    print(f"=== {number} {row['package']}/{row['path']}:{place['start']['line']} {fix['code']} "
          f"{fix['applicability']} [{finding['temperature']}] {finding['message']}\n    {fix['title']}")  # fmt: skip
    for line in list(difflib.unified_diff(old, new, lineterm="", n=AROUND))[2:]:
        print(line)


def count_verdicts(path):
    rows = json.loads(path.read_text())
    for seed in sorted({row["seed"] for row in rows}):
        drawn = [row for row in rows if row["seed"] == seed]
        print(f"seed {seed}")
        for row in drawn:
            if row["verdict"] != "right":
                print(f"  {row['package']}/{row['file']}:{row['line']} {row['rule']}: {row['reason']}")
        for verdict, count in collections.Counter(row["verdict"] for row in drawn).most_common():
            print(f"  {verdict:8s} {count:4d}  {100 * count / len(drawn):.1f} %")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--verdicts", type=Path)
    parser.add_argument("folders", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.verdicts:
        return count_verdicts(arguments.verdicts)
    rows = [row for folder in sorted(arguments.folders) for row in shown_in(arguments.linter, folder)]
    rows.sort(key=key_of)
    folders = {folder.name: folder for folder in arguments.folders}
    drawn = random.Random(arguments.seed).sample(rows, min(arguments.count, len(rows)))
    for number, row in enumerate(sorted(drawn, key=key_of), 1):
        print_one(number, row, folders[row["package"]])
    print(f"{len(drawn)} of {len(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

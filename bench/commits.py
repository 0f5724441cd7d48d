#!/usr/bin/env python3
"""Says which waits that real commits removed are found in the tree before the commit, and how hot the linter thinks they are.

usage: commits.py --linter PROGRAM --truth commits.jsonl TREES

TREES holds `<repository's name>-<first 8 of the hash>/before` and `/after`, each with the packages that the truth names. A place is
found if a finding of one of its rules, or a finding that also waits there, begins on its line or spans it.
"""

import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path


def findings_of(linter, folder, packages):
    command = [linter, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--temperature", "cold",
               "--confidence", "possible", "--output-format", "json", *packages]  # fmt: skip
    process = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if not process.stdout:
        sys.exit(f"error: {linter} in {folder}: {process.stderr.decode()}")
    return json.loads(process.stdout)["findings"]


def at(findings, row):
    """The finding about the place, the hottest and surest first."""
    order = ("hot", "warm", "cold")
    certainty = ("certain", "likely", "possible")
    those = [
        finding
        for finding in findings
        if finding["location"]["path"] == row["path"]
        and finding["location"]["start"]["line"] <= row["line"] <= finding["location"]["end"]["line"]
    ]
    those.sort(key=lambda finding: (certainty.index(finding["confidence"]) == 2, order.index(finding["temperature"])))
    return those[0] if those else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--linter", required=True)
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("trees", type=Path)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.truth.read_text(encoding="utf-8").splitlines()]
    by_tree = collections.defaultdict(list)
    for row in rows:
        if row["expect"] != "neg":
            by_tree[f"{row['repo'].split('/')[1]}-{row['sha'][:8]}"].append(row)
    counts = collections.Counter()
    for name, places in sorted(by_tree.items()):
        tree = options.trees / name / "before"
        if not tree.is_dir():
            print(f"{name}: not there")
            continue
        findings = findings_of(options.linter, tree, sorted({package for row in places for package in row["packages"]}))
        for row in places:
            finding = at(findings, row)
            said = "missed" if finding is None else f"{finding['temperature']} {finding['confidence']}"
            kind = "missed" if finding is None else "possible" if finding["confidence"] == "possible" else finding["temperature"]
            counts[kind] += 1
            print(f"{name} {row['path']}:{row['line']} {'/'.join(row['codes'])}: {said}, {finding['code'] if finding else ''}")
    total = sum(counts.values())
    print(", ".join(f"{kind} {counts[kind]}" for kind in ("hot", "warm", "cold", "possible", "missed")), f"of {total}")


if __name__ == "__main__":
    main()

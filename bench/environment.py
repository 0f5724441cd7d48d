#!/usr/bin/env python3
"""Compares what is found in folders with and without an environment of third-party packages.

    bench/environment.py --linter build/cli/syncfree-lint --python ENVIRONMENT FOLDER...

prints how many findings are gone, new or at another level, and draws --sample of them by --seed. With --verdicts FILE it counts
the verdicts that a reader gave (bench/environment_review.json).
"""

import argparse
import collections
import json
import random
import subprocess
import sys

LEVELS = ("--temperature", "cold", "--confidence", "possible")


def found(linter, folder, *options):
    command = [linter, *options, *LEVELS, "--no-cache", "--isolated", "-q", "--output-format", "json", folder]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode not in (0, 1):
        sys.exit(f"error: {' '.join(command)} ended with {process.returncode}: {process.stderr.strip()}")
    findings = json.loads(process.stdout)["findings"]
    return {place_of(each): (each["confidence"], each["temperature"]) for each in findings}


def place_of(finding):
    start = finding["location"]["start"]
    return finding["location"]["path"], start["line"], start["column"], finding["code"]


def differences(linter, python, folder):
    without = found(linter, folder, "--no-environment")
    within = found(linter, folder, "--python", python)
    for place in sorted(without.keys() | within.keys()):
        before, after = without.get(place), within.get(place)
        if before != after:
            yield ("new" if before is None else "gone" if after is None else "level", place, before, after)


def count_verdicts(path):
    with open(path, encoding="utf-8") as file:
        verdicts = json.load(file)["verdicts"]
    for (kind, verdict), count in sorted(collections.Counter((each["change"], each["verdict"]) for each in verdicts).items()):
        print(f"{kind:6} {verdict:7} {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter")
    parser.add_argument("--python")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--verdicts")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    if options.verdicts:
        return count_verdicts(options.verdicts)
    all_of_them = [each for folder in options.folders for each in differences(options.linter, options.python, folder)]
    print(collections.Counter(kind for kind, *_ in all_of_them))
    random.seed(options.seed)
    for kind, (path, line, column, code), before, after in random.sample(all_of_them, min(options.sample, len(all_of_them))):
        print(f"{kind:6} {path}:{line}:{column} {code} {before} -> {after}")
    return None


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks that findings are a function of the program: what else is analysed, and in which order, must not change them.

For each package: twice; with several threads; its files named one by one, in an order made by chance; with every other
package beside it; as a part of the folder above. Prints the findings that differ, and ends with 1 if there are any.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("packages", type=Path, nargs="+", help="folders of packages that lie beside each other")
    arguments = parser.parse_args()
    linter = arguments.linter.resolve()
    packages = [package.resolve() for package in arguments.packages]
    together = findings(linter, packages)
    chance = random.Random(arguments.seed)
    differences = 0
    for package in packages:
        alone = findings(linter, [package])
        files = sorted(package.rglob("*.py"))
        chance.shuffle(files)
        others = {
            "again": findings(linter, [package]),
            "four threads": findings(linter, [package], "--jobs", "4"),
            "files in another order": findings(linter, files),
            "beside other packages": {at: found for at, found in together.items() if inside(at, package)},
        }
        for way, found in others.items():
            beside = way == "beside other packages"
            differing = sorted(
                at
                for at in alone.keys() | found.keys()
                if alone.get(at) != found.get(at) and not (beside and is_cooler(found.get(at), alone.get(at)))
            )
            differences += len(differing)
            print(f"{package.name:28} {way:24} {len(alone):5} findings, {len(differing)} differ")
            for at in differing[:10]:
                print(f"    {at[0]}:{at[1]} {at[2]}: {alone.get(at)} | {found.get(at)}")
    sys.exit(1 if differences else 0)


def is_cooler(found, alone):
    """Warm in place of hot: the levels and the way to it follow from that."""
    if found is None or alone is None:
        return False
    found, alone = json.loads(found), json.loads(alone)
    follow = ("temperature", "severity", "chain", "function")
    heats = found["temperature"], alone["temperature"]
    return heats == ("warm", "hot") and all(found.get(key) == alone[key] for key in alone.keys() - set(follow))


def inside(at, package):
    return Path("/", at[0]).is_relative_to(package)


def findings(linter, paths, *options):
    """All that is said of each finding, by place and rule."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "findings.json"
        fixed = ["--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--temperature", "cold"]
        output = ["--output-format", "json", "--output-file", report]
        status = subprocess.run([linter, *fixed, *options, *output, *paths], check=False, cwd="/").returncode
        if status not in (0, 1):
            sys.exit(f"error: {linter} ended with {status}")
        text = json.loads(report.read_text())
    found = {}
    for finding in text["findings"]:
        place = finding["location"]
        for related in [place, *finding["chain"], *finding["related"]]:
            related.pop("uri", None)  # relative to what was named
            related.get("location", related).pop("uri", None)
        at = (place["path"], json.dumps([place["start"], place["end"]]), finding["code"])
        found[at] = json.dumps(finding, sort_keys=True)
    return found


if __name__ == "__main__":
    main()

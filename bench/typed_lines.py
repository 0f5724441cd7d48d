#!/usr/bin/env python3
"""Asks a type checker about packages before and after everything that the linter shows is typed in.

usage: typed_lines.py --linter PROGRAM [--checker pyrefly] [--python PYTHON] FOLDER...

PYTHON is an interpreter whose packages the checker may read, with torch among them. In each round the first rewrite of each finding is
typed in, as far as they do not overlap; rounds go on until nothing is shown any more.
"""

import argparse
import collections
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from shown_lines import applied, compiles, findings_of

MOST_ROUNDS = 8


def errors_of(checker, python, folder):
    command = [checker, "check", "--output-format", "json", "--python-interpreter-path", python]
    command += ["--search-path", str(folder.parent), str(folder)]
    process = subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, check=False)
    return json.loads(process.stdout)["errors"]


def without_overlap(rewrites):
    chosen, taken = [], []
    for edits in rewrites:
        spans = [tuple((edit[side]["line"], edit[side]["column"]) for side in ("start", "end")) for edit in edits]
        if all(end < begin or stop < start for start, end in spans for begin, stop in taken):
            taken += spans
            chosen += edits
    return sorted(chosen, key=lambda edit: (edit["start"]["line"], edit["start"]["column"]))


def type_in(linter, folder):
    """How many edits one round made."""
    rewrites = collections.defaultdict(list)
    for finding in findings_of(linter, folder):
        path = finding["location"]["path"]
        if path.endswith(".py") and finding["fixes"]:
            rewrites[path].append(finding["fixes"][0]["edits"])
    count = 0
    for path, shown in rewrites.items():
        text = (folder / path).read_bytes().decode("utf-8", "replace")
        edits = without_overlap(shown)
        new = applied(text, edits)[0]
        if new != text and not compiles(new):
            print(f"{folder.name}/{path}: does not compile")
        elif new != text:
            (folder / path).write_bytes(new.encode())
            count += len(edits)
    return count


def kind_of(error):
    return Path(error["path"]).name, error["name"], error["concise_description"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True, type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--checker", default="pyrefly")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    worse = 0
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / folder.name
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".git"), symlinks=True)
            before = collections.Counter(map(kind_of, errors_of(arguments.checker, arguments.python, copy)))
            edits = 0
            for _ in range(MOST_ROUNDS):
                made = type_in(arguments.linter, copy)
                edits += made
                if made == 0:
                    break
            after = collections.Counter(map(kind_of, errors_of(arguments.checker, arguments.python, copy)))
        print(f"{folder.name:28s} edits {edits:4d}  errors before {before.total():4d}  after {after.total():4d}", flush=True)
        for (name, kind, words), count in (after - before).items():
            worse += count
            print(f"    {count} more in {name}: {kind}: {words}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())

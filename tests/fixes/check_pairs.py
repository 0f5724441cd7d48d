#!/usr/bin/env python3
"""Each part of the pairs in tests/fixes/pairs is Python that compiles."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "pairs"


def parts(path):
    """(heading, code) of each part of a file."""
    split = re.split(r"^#### (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return zip(split[1::2], split[2::2])


def main():
    count = faults = 0
    for path in sorted(FOLDER.glob("*.py")):
        for heading, code in parts(path):
            count += 1
            try:
                compile(code, f"{path.name}: {heading}", "exec")
            except SyntaxError as error:
                faults += 1
                print(f"{path.name}: {heading}: {error}")
    print(f"{count} parts, {faults} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

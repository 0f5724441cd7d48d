#!/usr/bin/env python3
"""Writes what the program says of itself into README.md: each block between `<!-- NAME -->` and `<!-- end of NAME -->`.

With --check nothing is written, and the exit status is 1 if a block is not what the program says now.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


def said(linter, *arguments, folder=ROOT, accepted=(0,)):
    process = subprocess.run([linter, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if process.returncode not in accepted:
        sys.exit(f"error: {linter} {' '.join(arguments)} ended with {process.returncode}: {process.stderr.strip()}")
    return process.stdout.strip()


def fenced(text):
    return f"```\n{text}\n```"


BLOCKS = {
    "example": lambda linter: fenced(
        "$ syncfree-lint train.py\n"
        + said(linter, "--isolated", "train.py", folder=ROOT / "docs/example", accepted=(1,))
    ),
    "command line": lambda linter: fenced(said(linter, "--help")),
    "rules": lambda linter: said(linter, "rules", "--output-format", "markdown"),
}


def refreshed(text, linter):
    for name, block in BLOCKS.items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
        if len(pattern.findall(text)) != 1:
            sys.exit(f"error: {README} must have one block {start} … {end}")
        replacement = f"{start}\n{block(linter)}\n{end}"
        text = pattern.sub(lambda _, new=replacement: new, text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=Path, required=True, help="the program")
    parser.add_argument("--check", action="store_true", help="only say whether the blocks are up to date")
    arguments = parser.parse_args()

    old = README.read_text(encoding="utf-8")
    new = refreshed(old, arguments.linter.resolve())
    if arguments.check and new != old:
        sys.exit("error: README.md is not what the program says; `./dev docs` refreshes it")
    if not arguments.check:
        README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()

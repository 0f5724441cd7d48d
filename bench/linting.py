"""Runs the program over packages, for the comparisons with what a GPU has shown."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import matching

SUMMARIES = Path(__file__).resolve().parent.parent / "rules" / "libraries"


def lint(linter, folder, names, options):
    paths = [folder.package(name) for name in names]
    if absent := [path for path in paths if not Path(path).is_dir()]:
        sys.exit(f"error: not there: {', '.join(absent)}")
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "findings.sarif"
        # What git ignores is analysed: fetched packages lie in an ignored folder.
        fixed = ["--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--output-format", "sarif", "--output-file", report]
        status = subprocess.run([linter, *fixed, *options, *paths], check=False).returncode
        if status not in (0, 1):
            sys.exit(f"error: {linter} ended with {status}")
        return matching.read_report(report, folder)


def libraries(known, scratch):
    """The options that say what is known of imported packages: see accuracy.py."""
    if known == "shipped":
        return ["--no-environment"]
    if known != "none":
        return ["--python", known]
    empty = []
    for summary in sorted(SUMMARIES.glob("*.json")):
        file = scratch / summary.name
        file.write_text(json.dumps({"syncfree-lint summary": 1, "package": summary.stem, "version": "0", "rows": {}}))
        empty += ["--with", file]
    return ["--no-environment", *empty]
